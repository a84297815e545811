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
      isTransient = true
    case ccurl_timed_out:
      // There was no connection.
      code = mayHaveArrived ? .netTimeout : .netOffline
      isTransient = true
    case ccurl_cut, ccurl_other:
      code = .netLost
      isTransient = ending == ccurl_cut
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
    let needsNoDetails = code == .netTooLarge || code == .netTimeout
    error = WalletError(code, details: needsNoDetails || words.isEmpty ? [] : [.verbatim(words)])
    if ending == ccurl_no_tls {
      error.message = .text(
        "Couldn't agree on a safe connection", "Keine sichere Verbindung kam zustande")
      error.advice = .text(
        "Check that the address is for https, and that the server speaks TLS 1.3.",
        "Prüfen Sie, ob die Adresse eine für https ist und der Server TLS 1.3 spricht.")
    }
    if code == .netLost && isPlain {
      error.advice = .text(
        "If the server speaks TLS, its address begins with https. If not, try again.",
        "Spricht der Server TLS, beginnt seine Adresse mit https. Sonst versuchen Sie es noch einmal."
      )
    }
    if ending == ccurl_bad_ca_file {
      error.message = .text(
        "Can't use the authority's file",
        "Die Datei der Zertifizierungsstelle ist nicht zu verwenden")
      error.advice = .text(
        "Give a file with PEM certificates.",
        "Geben Sie eine Datei mit PEM-Zertifikaten an.")
    }
    if ending == ccurl_untrusted, let why = CertificateProblem(ccurl_transfer_verified(handle)) {
      error.message = why.message
      error.advice = why.advice ?? error.advice
    }
  }

  /// More requests wait than any user starts at once.
  static let tooMany = TransferFailure(
    error: WalletError(
      .unavailable,
      .text(
        "Too many requests are waiting for the server", "Zu viele Anfragen warten auf den Server")),
    mayHaveArrived: false)

  /// The deadline passed while other requests were sent.
  static let neverSent = TransferFailure(
    error: WalletError(.netTimeout), isTransient: true, mayHaveArrived: false)

  static let noLibrary = TransferFailure(
    error: WalletError(
      .netOffline, .text("libcurl is not installed", "libcurl ist nicht installiert"),
      advice: .text(
        "Install libcurl4, then try again.",
        "Installieren Sie libcurl4, und versuchen Sie es noch einmal.")
    ))
}

/// The problem with a certificate, by OpenSSL's numbers (`X509_V_ERR_…` in openssl/x509_vfy.h).
private struct CertificateProblem {
  let message: Reason
  var advice: Reason?

  init?(_ number: Int) {
    switch number {
    case 9:
      message = .text(
        "The server's certificate isn't valid yet", "Das Zertifikat des Servers gilt noch nicht")
      advice = .text(
        "Check this machine's clock, then ask whoever runs the server.",
        "Prüfen Sie die Uhr dieses Rechners, dann fragen Sie den Betreiber des Servers.")
    case 10:
      message = .text(
        "The server's certificate has expired", "Das Zertifikat des Servers ist abgelaufen")
      advice = .text(
        "Check this machine's clock, and ask whoever runs the server to renew it.",
        "Prüfen Sie die Uhr dieses Rechners, und bitten Sie den Betreiber, es zu erneuern.")
    case 18:
      message = .text(
        "The server signed its certificate itself", "Der Server hat sein Zertifikat selbst signiert"
      )
    case 2, 19, 20, 21:
      message = .text(
        "Nobody you trust signed the server's certificate",
        "Niemand, dem Sie vertrauen, hat das Zertifikat des Servers signiert")
    case 23:
      message = .text(
        "The server's certificate was revoked", "Das Zertifikat des Servers wurde widerrufen")
      advice = .text(
        "Don't connect. Ask whoever runs the server.",
        "Verbinden Sie sich nicht. Fragen Sie den Betreiber des Servers.")
    case 26, 79:
      message = .text(
        "The certificate isn't meant for a server", "Das Zertifikat ist nicht für einen Server")
      advice = .text(
        "Ask whoever runs the server for a server certificate.",
        "Bitten Sie den Betreiber um ein Server-Zertifikat.")
    case 66, 67, 68:
      message = .text(
        "The server's certificate is too weak", "Das Zertifikat des Servers ist zu schwach")
      advice = .text(
        "Ask whoever runs the server for a stronger key.",
        "Bitten Sie den Betreiber um einen stärkeren Schlüssel.")
    default: return nil
    }
  }
}
