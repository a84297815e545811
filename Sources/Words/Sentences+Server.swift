extension Words {
  /// What is wrong with a server, the way to it, or signing in there.
  static let serverSentences = [
    ("Too many attempts to sign in", "Zu viele Versuche, sich anzumelden"),
    ("The name or the password is wrong", "Name oder Passwort ist falsch"),
    ("The sign-in has ended", "Die Anmeldung ist beendet"),
    ("The sign-in was refused", "Die Anmeldung wurde abgelehnt"),
    ("The client is not known", "Dieses Programm kennt der Server nicht"),
    (
      "Name the client with --client and its secret with --client-secret-file.",
      "Nennen Sie es mit --client und sein Geheimnis mit --client-secret-file."
    ),
    (
      "it asks for a confirmation and does not say which",
      "er verlangt eine Bestätigung und sagt nicht, welche"
    ),
    (
      "Try again; if it stays, ask who runs the server.",
      "Versuchen Sie es neu; bleibt es so, fragen Sie, wer den Server betreibt."
    ),
    ("This cannot be confirmed here", "Das kann hier nicht bestätigt werden"),
    ("The server takes only these ways: %", "Der Server nimmt nur diese Wege: %"),
    (
      "Use a program of the card's issuer for it.",
      "Verwenden Sie dafür ein Programm des Kartenausgebers."
    ),
    ("Check the name and the password.", "Prüfen Sie Name und Passwort."),
    (
      "Try again; look first at what was changed.",
      "Versuchen Sie es neu; sehen Sie zuerst nach, was geändert wurde."
    ),
    ("There is nothing at this path.", "Unter diesem Pfad ist nichts."),
    (
      "it has not answered several times; walletui lets it rest",
      "er hat mehrmals nicht geantwortet; walletui lässt ihn ruhen"
    ),
    ("The server's address was not understood", "Die Adresse des Servers war nicht zu verstehen"),
    ("an address begins with https://", "eine Adresse beginnt mit https://"),
    (
      "an address is https://HOST or https://HOST:PORT",
      "eine Adresse ist https://HOST oder https://HOST:PORT"
    ),
    ("The pin was not understood", "Der Pin war nicht zu verstehen"),
    (
      "a pin is the SHA-256 of the server's public key, in base 64 or hexadecimal",
      "ein Pin ist der SHA-256 des öffentlichen Schlüssels des Servers, in Base64 oder hexadezimal"
    ),
    ("No safe connection could be agreed on", "Keine sichere Verbindung kam zustande"),
    (
      "Check that the address is one for https, and that the server speaks TLS 1.3.",
      "Prüfen Sie, ob die Adresse eine für https ist und der Server TLS 1.3 spricht."
    ),
    (
      "If the server speaks TLS, its address begins with https; else try again.",
      "Spricht der Server TLS, so beginnt seine Adresse mit https; sonst versuchen Sie es neu."
    ),
    ("The file with the authority is not usable", "Die Datei mit der Autorität taugt nicht"),
    (
      "Name a file with certificates in PEM form.",
      "Nennen Sie eine Datei mit Zertifikaten in PEM-Form."
    ),
    ("libcurl is not installed", "libcurl ist nicht installiert"),
    (
      "Install libcurl4, then try again.",
      "Installieren Sie libcurl4, und versuchen Sie es neu."
    ),
    ("The server's certificate is not valid yet", "Das Zertifikat des Servers gilt noch nicht"),
    (
      "Check this machine's clock, then ask who runs the server.",
      "Prüfen Sie die Uhr dieses Rechners, dann fragen Sie den Betreiber des Servers."
    ),
    ("The server's certificate has expired", "Das Zertifikat des Servers ist abgelaufen"),
    (
      "Ask who runs the server to renew it; check this machine's clock.",
      "Bitten Sie den Betreiber, es zu erneuern; prüfen Sie die Uhr dieses Rechners."
    ),
    (
      "The server signed its certificate itself", "Der Server hat sein Zertifikat selbst signiert"
    ),
    (
      "Nobody whom we trust signed the server's certificate",
      "Niemand, dem wir trauen, hat das Zertifikat des Servers signiert"
    ),
    ("The server's certificate was revoked", "Das Zertifikat des Servers wurde widerrufen"),
    (
      "Don't connect; ask who runs the server.",
      "Verbinden Sie sich nicht; fragen Sie den Betreiber des Servers."
    ),
    (
      "The certificate is not meant for a server", "Das Zertifikat ist nicht für einen Server"
    ),
    (
      "Ask who runs the server for a certificate for servers.",
      "Bitten Sie den Betreiber um ein Zertifikat für Server."
    ),
    ("The server's certificate is too weak", "Das Zertifikat des Servers ist zu schwach"),
    (
      "Ask who runs the server for a stronger key.",
      "Bitten Sie den Betreiber um einen stärkeren Schlüssel."
    ),
    ("HTTP status %", "HTTP-Status %"),
    ("the server calls the request %", "der Server nennt die Anfrage %"),
    ("This server has no simulated phone", "Dieser Server hat kein simuliertes Handy"),
    ("No code can be sent", "Es kann kein Code gesendet werden"),
    (
      "this server sends no messages, and no authenticator app is enrolled",
      "dieser Server verschickt keine Nachrichten, und es ist keine Authenticator-App eingerichtet"
    ), ("Ask whoever runs the server.", "Fragen Sie, wer den Server betreibt."),
    ("This server has no simulated shop", "Dieser Server hat keinen simulierten Laden"),
    ("`walletui --demo` has one, too.", "`walletui --demo` hat auch einen."),
    (
      "Cancel this card and create another one.",
      "Kündigen Sie diese Karte und legen Sie eine neue an."
    ),
    ("only `walletd --demo` has one", "nur `walletd --demo` hat eines"),
    ("Use an authenticator app.", "Nehmen Sie eine Authenticator-App."),
  ]
}
