import Waiting

/// `wait`, for `TestKiosk`. It is in a file of its own because `TestKiosk` has another function with
/// this name, and `WalletUI` has a type `Waiting`.
func waitForAnswers(
  _ what: @autoclosure () -> String, until condition: () throws -> Bool
) throws {
  try wait(for: what(), until: condition)
}
