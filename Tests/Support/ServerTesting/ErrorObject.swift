import WalletAPI
import WalletModel

/// The error object of an answer.
enum ErrorObject {
  /// Texts in every request that an error could repeat: the digits of its secrets, and a word.
  private static let markers = ["7391", "739173", "M4RK"]

  /// What is wrong with an answer that should be the error object; nil: nothing.
  static func problem(_ answer: WireResponse, _ statuses: Set<Int>) -> String? {
    let body = text(answer.body)
    guard statuses.contains(answer.status) else { return "\(answer.status) \(body)" }
    guard answer.header("Content-Type") == "application/json" else { return "type" }
    // Here `code` is not a secret.
    let json = try? answer.body.withBytes { bytes throws(WireMalformed) in try JSON.parse(bytes) }
    guard let json, let error = try? WalletError(json: json), !error.message.english.isEmpty,
      error.code.httpStatus < 500
    else { return "no problem object: " + body }
    let traces = [".swift", "Swift.", "Fatal", "0x", "stack", "Thread ", "WireMalformed"]
    if let found = (markers + traces).first(where: body.contains) { return found + " in " + body }
    return nil
  }
}
