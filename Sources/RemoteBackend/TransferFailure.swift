import CCurl
import WalletModel

extension TransferFailure {
  /// What libcurl says, in our words.
  init(_ handle: OpaquePointer, _ ending: ccurl_ending, isTooLarge: Bool) {
    mayHaveArrived = ccurl_transfer_was_sent(handle) != 0
    let code: ErrorCode
    switch ending {
    case ccurl_cannot_resolve, ccurl_cannot_connect:
      code = .netOffline
      isPassing = true
    case ccurl_timed_out:
      code = .netTimeout
      isPassing = true
    case ccurl_cut, ccurl_other:
      code = .netLost
      isPassing = ending == ccurl_cut
    case ccurl_no_tls, ccurl_untrusted, ccurl_bad_ca_file: code = .netUntrusted
    case ccurl_wrong_host: code = .netHost
    case ccurl_wrong_pin: code = .netPin
    case ccurl_refused_scheme: code = .netInsecure
    case ccurl_bad_address: code = .usage
    case ccurl_stopped: code = isTooLarge ? .netTooLarge : .cancelled
    default: code = .netAnswer
    }
    let words = String(cString: ccurl_transfer_words(handle))
    error = WalletError(code, details: isTooLarge || words.isEmpty ? [] : [words])
    if ending == ccurl_no_tls { error.message = "No safe connection could be agreed on" }
    if ending == ccurl_bad_ca_file { error.message = "The file with the authority is not usable" }
  }

  static let noLibrary = TransferFailure(
    error: WalletError(
      .netOffline, "libcurl is not installed", advice: "Install libcurl4, then try again."))
}
