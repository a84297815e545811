/// Codes for the way to a server.
extension ErrorCode {
  package static let netOffline = ErrorCode(
    "WUI-NET-OFFLINE", http: 503, exit: .offline,
    "Can't reach the server",
    "Der Server ist nicht erreichbar",
    advice: "Check the address and the network, then try again.",
    "Prüfen Sie Adresse und Netz, und versuchen Sie es noch einmal.")
  package static let netTimeout = ErrorCode(
    "WUI-NET-TIMEOUT", http: 504, exit: .timeout,
    "The server didn't answer in time",
    "Der Server hat nicht rechtzeitig geantwortet",
    advice: "Check the network, then try again.",
    "Prüfen Sie das Netz, und versuchen Sie es noch einmal.")
  package static let netLost = ErrorCode(
    "WUI-NET-LOST", http: 502, exit: .connectionLost,
    "Lost the connection to the server",
    "Die Verbindung zum Server ist abgebrochen",
    advice: "Check the network, then try again.",
    "Prüfen Sie das Netz, und versuchen Sie es noch einmal.")
  package static let netUntrusted = ErrorCode(
    "WUI-NET-TLS", http: 502, exit: .untrustedServer,
    "The server's certificate isn't trusted",
    "Das Zertifikat des Servers ist nicht vertrauenswürdig",
    advice: "Give the authority that signed it with --ca FILE, or don't connect.",
    "Geben Sie mit --ca FILE an, wer es signiert hat, oder verbinden Sie sich nicht.")
  package static let netHost = ErrorCode(
    "WUI-NET-HOST", http: 502, exit: .untrustedServer,
    "The server's certificate is for another name",
    "Das Zertifikat des Servers gilt für einen anderen Namen",
    advice: "Check the address. Someone else may be answering.",
    "Prüfen Sie die Adresse. Vielleicht antwortet jemand anderes.")
  package static let netPin = ErrorCode(
    "WUI-NET-PIN", http: 502, exit: .untrustedServer,
    "The server doesn't have the pinned key",
    "Der Server hat nicht den festgelegten Schlüssel",
    advice: "Don't connect until you know why: its key is new, or it isn't your server.",
    "Verbinden Sie sich erst, wenn Sie wissen, warum: neuer Schlüssel oder fremder Server.")
  package static let netInsecure = ErrorCode(
    "WUI-NET-PLAIN", http: 502, exit: .untrustedServer,
    "That address isn't encrypted",
    "Diese Adresse ist nicht verschlüsselt",
    advice: "Use https. Plain http works only to this machine, with --insecure-loopback.",
    "Nehmen Sie https. Einfaches http geht nur zu diesem Rechner, mit --insecure-loopback.")
  package static let netRedirect = ErrorCode(
    "WUI-NET-REDIRECT", http: 502, exit: .badAnswer,
    "The server redirects, and walletui doesn't follow",
    "Der Server leitet um, und walletui folgt nicht",
    advice: "Check the address, and give the right one.",
    "Prüfen Sie die Adresse, und geben Sie die richtige an.")
  package static let netAnswer = ErrorCode(
    "WUI-NET-ANSWER", http: 502, exit: .badAnswer,
    "walletui can't read the server's answer",
    "walletui versteht die Antwort des Servers nicht",
    advice: "Check that this is the address of a wallet server.",
    "Prüfen Sie, ob das die Adresse eines Wallet-Servers ist.")
  package static let netTooLarge = ErrorCode(
    "WUI-NET-SIZE", http: 502, exit: .badAnswer,
    "The server's answer is too large",
    "Die Antwort des Servers ist zu groß",
    advice: "Check that this is the address of a wallet server.",
    "Prüfen Sie, ob das die Adresse eines Wallet-Servers ist.")

  static let network: [ErrorCode] = [
    .netOffline, .netTimeout, .netLost, .netUntrusted, .netHost, .netPin, .netInsecure,
    .netRedirect, .netAnswer, .netTooLarge,
  ]
}
