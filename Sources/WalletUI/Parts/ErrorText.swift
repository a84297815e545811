import WalletModel

extension WalletError {
  /// What happened, why, and when it makes sense to try again: for toasts and dialogs alike.
  var sentence: String {
    // Some details are sentences with a full stop of their own.
    let details = details.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
    let why = details + fieldErrors.map { "\($0.field) \($0.error)" }
    let wait = retryAfter.map { $0 > 0 ? " Try again in \(countdown($0))." : "" } ?? ""
    return message + (why.isEmpty ? "." : ": " + why.joined(separator: "; ") + ".") + wait
  }
}

/// `2:47`.
func countdown(_ seconds: Int) -> String {
  let rest = seconds % 60
  return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
}
