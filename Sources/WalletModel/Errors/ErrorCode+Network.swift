import Languages

/// Codes for the way to a server.
extension ErrorCode {
  package static let netOffline = ErrorCode(
    "WUI-NET-OFFLINE", http: 503, exit: .offline,
    message: LocalizedText(
      "The server cannot be reached",
      "Der Server ist nicht erreichbar"),
    advice: LocalizedText(
      "Check the address and the network, then try again.",
      "Prüfen Sie Adresse und Netz, und versuchen Sie es neu."))
  package static let netTimeout = ErrorCode(
    "WUI-NET-TIMEOUT", http: 504, exit: .timeout,
    message: LocalizedText(
      "The server did not answer in time",
      "Der Server hat nicht rechtzeitig geantwortet"),
    advice: LocalizedText(
      "Check the network, then try again.",
      "Prüfen Sie das Netz, und versuchen Sie es neu."))
  package static let netLost = ErrorCode(
    "WUI-NET-LOST", http: 502, exit: .connectionLost,
    message: LocalizedText(
      "The connection to the server was lost",
      "Die Verbindung zum Server ging verloren"),
    advice: LocalizedText(
      "Check the network, then try again.",
      "Prüfen Sie das Netz, und versuchen Sie es neu."))
  package static let netUntrusted = ErrorCode(
    "WUI-NET-TLS", http: 502, exit: .untrustedServer,
    message: LocalizedText(
      "The server's certificate is not trusted",
      "Dem Zertifikat des Servers ist nicht zu trauen"),
    advice: LocalizedText(
      "Name the authority that signed it with --ca FILE, or don't connect.",
      "Nennen Sie mit --ca FILE, wer es unterschrieben hat, oder verbinden Sie sich nicht."))
  package static let netHost = ErrorCode(
    "WUI-NET-HOST", http: 502, exit: .untrustedServer,
    message: LocalizedText(
      "The server's certificate is for another name",
      "Das Zertifikat des Servers gilt für einen anderen Namen"),
    advice: LocalizedText(
      "Check the address; somebody else may be answering.",
      "Prüfen Sie die Adresse; vielleicht antwortet jemand anderes."))
  package static let netPin = ErrorCode(
    "WUI-NET-PIN", http: 502, exit: .untrustedServer,
    message: LocalizedText(
      "The server does not have the key that was pinned",
      "Der Server hat nicht den Schlüssel, der festgelegt wurde"),
    advice: LocalizedText(
      "Don't connect until you know why: its key is new, or it is not your server.",
      "Verbinden Sie sich nicht, bevor Sie wissen, warum: neuer Schlüssel oder fremder Server."))
  package static let netInsecure = ErrorCode(
    "WUI-NET-PLAIN", http: 502, exit: .untrustedServer,
    message: LocalizedText(
      "That address is not encrypted",
      "Diese Adresse ist nicht verschlüsselt"),
    advice: LocalizedText(
      "Use https; plain http only to this machine, with --insecure-loopback.",
      "Nehmen Sie https; einfaches http nur zu diesem Rechner, mit --insecure-loopback."))
  package static let netRedirect = ErrorCode(
    "WUI-NET-REDIRECT", http: 502, exit: .badAnswer,
    message: LocalizedText(
      "The server sent us elsewhere, and walletui does not follow",
      "Der Server schickt uns anderswohin, und walletui folgt nicht"),
    advice: LocalizedText(
      "Check the address, and give the one that it should be.",
      "Prüfen Sie die Adresse, und geben Sie die richtige an."))
  package static let netAnswer = ErrorCode(
    "WUI-NET-ANSWER", http: 502, exit: .badAnswer,
    message: LocalizedText(
      "The server's answer was not understood",
      "Die Antwort des Servers war nicht zu verstehen"),
    advice: LocalizedText(
      "Check that the address is a wallet server's.",
      "Prüfen Sie, ob die Adresse einem Wallet-Server gehört."))
  package static let netTooLarge = ErrorCode(
    "WUI-NET-SIZE", http: 502, exit: .badAnswer,
    message: LocalizedText(
      "The server's answer is too large",
      "Die Antwort des Servers ist zu groß"),
    advice: LocalizedText(
      "Check that the address is a wallet server's.",
      "Prüfen Sie, ob die Adresse einem Wallet-Server gehört."))

  static let network: [ErrorCode] = [
    .netOffline, .netTimeout, .netLost, .netUntrusted, .netHost, .netPin, .netInsecure,
    .netRedirect, .netAnswer, .netTooLarge,
  ]
}
