import Testing
import WalletModel

/// A fault of `faults.py`, and what it means for an operation.
struct NetworkFault: Sendable, CustomTestStringConvertible {
  let words: String
  /// The error of operations; nil: the fault has no effect.
  var code: ErrorCode?
  /// Another possible error, because it depends on chance how far the request gets.
  var orCode: ErrorCode?
  /// Whether the server gets the whole request.
  var arrives = true
  /// Only the deadline ends the operation.
  var hangs = false
  var testDescription: String { words }
}
