import CCurl
import WalletModel

extension TransferFailure {
  /// Translates libcurl's error.
  ///
  /// - Parameter isPlain: Whether it was plain HTTP.
  init(_ handle: OpaquePointer, _ ending: ccurl_ending, isTooLarge: Bool, isPlain: Bool) {
    mayHaveArrived = ccurl_transfer_was_sent(handle) != 0
    let code: ErrorCode
    switch ending {
    case ccurl_cannot_resolve, ccurl_cannot_connect:
      code = .netOffline
      isPassing = true
    case ccurl_timed_out:
      // There was no connection.
      code = mayHaveArrived ? .netTimeout : .netOffline
      isPassing = true
    case ccurl_cut, ccurl_other:
      code = .netLost
      isPassing = ending == ccurl_cut
    case ccurl_no_tls, ccurl_untrusted, ccurl_bad_ca_file: code = .netUntrusted
    case ccurl_wrong_host: code = .netHost
    case ccurl_wrong_pin: code = .netPin
    case ccurl_refused_scheme: code = .netInsecure
    case ccurl_bad_address: code = .usage
    case ccurl_too_large: code = .netTooLarge
    // A cancelled transfer does not come here.
    case ccurl_stopped: code = isTooLarge ? .netTooLarge : .netAnswer
    default: code = .netAnswer
    }
    let words = String(cString: ccurl_transfer_error_text(handle))
    // libcurl's text adds nothing there.
    let saysAll = code == .netTooLarge || code == .netTimeout
    error = WalletError(code, details: saysAll || words.isEmpty ? [] : [words])
    if ending == ccurl_no_tls {
      error.message = "No safe connection could be agreed on"
      error.advice = "Check that the address is one for https, and that the server speaks TLS 1.3."
    }
    if code == .netLost && isPlain {
      error.advice = "If the server speaks TLS, its address begins with https; else try again."
    }
    if ending == ccurl_bad_ca_file {
      error.message = "The file with the authority is not usable"
      error.advice = "Name a file with certificates in PEM form."
    }
    if ending == ccurl_untrusted, let why = CertificateProblem(ccurl_transfer_verified(handle)) {
      error.message = why.message
      error.advice = why.advice ?? error.advice
    }
  }

  /// More requests wait than any user starts at once.
  static let tooMany = TransferFailure(
    error: WalletError(.unavailable, "Too many requests wait for the server"),
    mayHaveArrived: false)

  /// The deadline passed while other requests were sent.
  static let neverSent = TransferFailure(
    error: WalletError(.netTimeout), isPassing: true, mayHaveArrived: false)

  static let noLibrary = TransferFailure(
    error: WalletError(
      .netOffline, "libcurl is not installed", advice: "Install libcurl4, then try again."))
}

/// The problem with a certificate, by OpenSSL's numbers (`X509_V_ERR_…` in openssl/x509_vfy.h).
private struct CertificateProblem {
  let message: String
  var advice: String?

  init?(_ number: Int) {
    switch number {
    case 9:
      message = "The server's certificate is not valid yet"
      advice = "Check this machine's clock, then ask who runs the server."
    case 10:
      message = "The server's certificate has expired"
      advice = "Ask who runs the server to renew it; check this machine's clock."
    case 18: message = "The server signed its certificate itself"
    case 2, 19, 20, 21: message = "Nobody whom we trust signed the server's certificate"
    case 23:
      message = "The server's certificate was revoked"
      advice = "Don't connect; ask who runs the server."
    case 26, 79:
      message = "The certificate is not meant for a server"
      advice = "Ask who runs the server for a certificate for servers."
    case 66, 67, 68:
      message = "The server's certificate is too weak"
      advice = "Ask who runs the server for a stronger key."
    default: return nil
    }
  }
}
