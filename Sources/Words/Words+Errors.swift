package import WalletModel

/// Failures in the person's language. They travel in English, as on the wire; here they are put
/// into words for people. Codes stay.
extension Words {
  /// What happened, why, and when it makes sense to try again.
  package func sentence(_ error: WalletError) -> String {
    // Some details are sentences with a full stop of their own.
    let details = error.details.map { detail in
      let text = translated(detail)
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
    let why = details + error.fieldErrors.map { "\($0.field) \(translated($0.error))" }
    let wait = error.retryAfter.map { $0 > 0 ? " " + tryAgain(in: $0) : "" } ?? ""
    return message(error) + (why.isEmpty ? "." : ": " + why.joined(separator: "; ") + ".") + wait
  }

  package func tryAgain(in seconds: Int) -> String {
    say(
      "Try again in \(countdown(seconds)).", "Neuer Versuch in \(countdown(seconds)) möglich.")
  }

  /// What happened.
  package func message(_ error: WalletError) -> String {
    error.message == error.code.message ? message(error.code) : translated(error.message)
  }

  /// What to do; empty when there is nothing to say.
  package func advice(_ error: WalletError) -> String {
    error.advice == error.code.advice ? advice(error.code) : translated(error.advice)
  }

  /// What happened, and until when to wait where that is known, else the advice.
  package func short(_ error: WalletError) -> String {
    let wait = error.retryAfter ?? 0
    return message(error) + ". " + (wait > 0 ? tryAgain(in: wait) : advice(error))
  }

  package func message(_ code: ErrorCode) -> String { say(code.message, germanMessage(code)) }
  package func advice(_ code: ErrorCode) -> String { say(code.advice, germanAdvice(code)) }

  private func germanMessage(_ code: ErrorCode) -> String {
    switch code {
    case .fieldErrors: "Angaben sind falsch"
    case .notFound: "Das gibt es nicht"
    case .unauthorized: "Die Anmeldung fehlt, ist falsch oder abgelaufen"
    case .rateLimited: "Zu viele Anfragen"
    case .internalError: "Ein innerer Fehler ist aufgetreten"
    case .unavailable: "Der Dienst ist nicht verfügbar"
    case .scaRequired: "Zuerst wird ein Einmalcode gebraucht"
    case .scaRejected: "Dieser Code ist nicht gültig"
    case .scaBlocked: "Zu viele falsche Codes: Codes sind eine Weile gesperrt"
    case .scaExpired: "Die Zeit für diese Bestätigung ist abgelaufen"
    case .challengeLimit: "Vorerst können keine Codes mehr gesendet werden"
    case .signInIdle: "Fünf Minuten lang geschah nichts; das Passwort wird wieder gebraucht"
    case .scopeMissing: "Diese Anmeldung darf keine Kartengeheimnisse sehen"
    case .transitionRefused: "Die Karte kann nicht in diesen Status wechseln"
    case .activationRefused: "Diese Karte kann nicht aktiviert werden"
    case .activationDataWrong: "Die Angaben zur Aktivierung sind falsch"
    case .programExhausted: "Von diesem Programm gibt es keine Karten mehr"
    case .pinNotSet: "Diese Karte hat noch keine PIN"
    case .actionRefused: "Das ist mit dieser Karte jetzt nicht möglich"
    case .versionConflict: "Die Karte wurde inzwischen von anderer Seite geändert"
    case .changePending: "Ob das geschehen ist, weiß man noch nicht"
    case .authenticatorState: "Die Authenticator-App ist dafür nicht im richtigen Zustand"
    case .damagedRecord: "Dieser Eintrag ist beschädigt und nicht lesbar"
    case .keyReused: "Dieser Idempotenzschlüssel gehört zu einer anderen Anfrage"
    case .keyClosed: "Diese Änderung wurde aufgegeben und nicht gemacht"
    case .shopCard: "Das Geschäft kennt diese Karte nicht"
    case .shopTransaction: "Das Geschäft kennt diese Zahlung nicht"
    case .shopMerchant: "Diesen Händler gibt es nicht"
    case .shopCurrency: "Das ist nicht die Währung des Händlers"
    case .shopType: "Das geht mit einer solchen Zahlung nicht"
    case .shopExpired: "Diese Vormerkung ist schon abgelaufen"
    case .shopReversal: "So viel ist nicht vorgemerkt"
    case .shopRefund: "So viel wurde nicht bezahlt"
    case .netOffline: "Der Server ist nicht erreichbar"
    case .netTimeout: "Der Server hat nicht rechtzeitig geantwortet"
    case .netLost: "Die Verbindung zum Server ging verloren"
    case .netUntrusted: "Dem Zertifikat des Servers ist nicht zu trauen"
    case .netHost: "Das Zertifikat des Servers gilt für einen anderen Namen"
    case .netPin: "Der Server hat nicht den Schlüssel, der festgelegt wurde"
    case .netInsecure: "Diese Adresse ist nicht verschlüsselt"
    case .netRedirect: "Der Server schickt uns anderswohin, und walletui folgt nicht"
    case .netAnswer: "Die Antwort des Servers war nicht zu verstehen"
    case .netTooLarge: "Die Antwort des Servers ist zu groß"
    case .vaultPassphrase: "Die Passphrase ist falsch"
    case .vaultNotAVault: "Diese Datei ist kein Tresor von walletui"
    case .vaultNewer: "Dieser Tresor stammt von einem neueren walletui"
    case .vaultDamaged: "Der Tresor ist beschädigt"
    case .vaultMissing: "Dort ist kein Tresor"
    case .vaultExists: "Dort ist schon eine Datei"
    case .vaultReadOnly: "In den Tresor kann nicht geschrieben werden"
    case .vaultPermissions: "Die Datei des Tresors ist nicht sicher"
    case .vaultLinked: "Die Datei des Tresors hat mehr als einen Namen"
    case .vaultBusy: "Ein anderes Programm belegt den Tresor"
    case .diskFull: "Der Datenträger ist voll"
    case .diskUnknown: "Ob das gespeichert wurde, ist nicht bekannt"
    case .diskFault: "Der Datenträger meldet einen Fehler"
    case .auditUnwritable: "Das Protokoll ist nicht zu schreiben, also wird nichts gezeigt"
    case .terminal: "Dieses Terminal kann die Wallet nicht zeigen"
    case .usage: "Der Befehl war nicht zu verstehen"
    case .configuration: "Die Konfiguration ist nicht zu gebrauchen"
    case .cancelled: "Abgebrochen"
    }
  }

  private func germanAdvice(_ code: ErrorCode) -> String {
    switch code {
    case .fieldErrors: "Berichtigen Sie die genannten Angaben und versuchen Sie es neu."
    case .notFound: "Prüfen Sie die ID; die Liste der Karten zeigt, welche es gibt."
    case .unauthorized, .signInIdle: "Melden Sie sich neu an."
    case .rateLimited, .unavailable: "Warten Sie einen Moment und versuchen Sie es neu."
    case .internalError: "Versuchen Sie es neu; bleibt es dabei, prüfen Sie den Tresor."
    case .scaRequired: "Wählen Sie, wie Sie einen Code erhalten, und geben Sie ihn ein."
    case .scaRejected: "Prüfen Sie den Code, oder fordern Sie einen neuen an."
    case .scaBlocked, .challengeLimit: "Warten Sie die Zeit ab und beginnen Sie dann neu."
    case .scaExpired: "Beginnen Sie neu."
    case .scopeMissing: "Melden Sie sich mit dem Recht auf Kartengeheimnisse an (pci-dss-1)."
    case .transitionRefused, .actionRefused: "Sehen Sie nach, was mit der Karte möglich ist."
    case .activationRefused:
      "Nur Karten, die ausgegeben oder digital sind, können aktiviert werden, und nur einmal."
    case .activationDataWrong: "Prüfen Sie die letzten vier Ziffern und die Prüfziffer der Karte."
    case .programExhausted: "Wählen Sie ein anderes Programm."
    case .pinNotSet: "Setzen Sie zuerst eine PIN."
    case .versionConflict, .keyClosed:
      "Sehen Sie die Karte an, wie sie jetzt ist, und entscheiden Sie neu."
    case .changePending:
      "Der Server wird gefragt, was daraus wurde: am Bildschirm von selbst, sonst beim nächsten Befehl."
    case .authenticatorState: "Sehen Sie nach, in welchem Zustand die Authenticator-App ist."
    case .damagedRecord, .vaultDamaged:
      "Starten Sie `walletui vault check`, und spielen Sie dann eine Sicherung zurück."
    case .keyReused: "Senden Sie jede Änderung mit einem eigenen Schlüssel."
    case .shopCard: "Prüfen Sie Nummer oder ID der Karte."
    case .shopTransaction: "Nennen Sie die ID, mit der die Zahlung beantwortet wurde."
    case .shopMerchant, .shopCurrency:
      "Sehen Sie die Händler an (`walletui shop merchants`)."
    case .shopType, .shopExpired:
      "Sehen Sie die Zahlungen der Karte an, oder beginnen Sie eine neue."
    case .shopReversal, .shopRefund: "Nennen Sie einen kleineren Betrag."
    case .netOffline: "Prüfen Sie Adresse und Netz, und versuchen Sie es neu."
    case .netTimeout, .netLost: "Prüfen Sie das Netz, und versuchen Sie es neu."
    case .netUntrusted:
      "Nennen Sie mit --ca FILE, wer es unterschrieben hat, oder verbinden Sie sich nicht."
    case .netHost: "Prüfen Sie die Adresse; vielleicht antwortet jemand anderes."
    case .netPin:
      "Verbinden Sie sich nicht, bevor Sie wissen, warum: neuer Schlüssel oder fremder Server."
    case .netInsecure:
      "Nehmen Sie https; einfaches http nur zu diesem Rechner, mit --insecure-loopback."
    case .netRedirect: "Prüfen Sie die Adresse, und geben Sie die richtige an."
    case .netAnswer, .netTooLarge: "Prüfen Sie, ob die Adresse einem Wallet-Server gehört."
    case .vaultPassphrase: "Versuchen Sie es neu; nichts wurde geändert."
    case .vaultNotAVault: "Prüfen Sie den Dateinamen; die Datei blieb unberührt."
    case .vaultNewer: "Erneuern Sie walletui; die Datei blieb unberührt."
    case .vaultMissing: "Legen Sie einen an: `walletui vault init`."
    case .vaultExists: "Wählen Sie einen anderen Namen; die Datei blieb unberührt."
    case .vaultReadOnly: "Machen Sie Datei und Ordner beschreibbar, oder nehmen Sie eine Kopie."
    case .vaultPermissions:
      "Die Datei muss Ihnen gehören, gewöhnlich sein und für andere geschlossen (Modus 0600)."
    case .vaultLinked:
      "Entfernen Sie die anderen Namen, oder kopieren Sie sie mit `cp`; dann versuchen Sie es neu."
    case .vaultBusy: "Schließen Sie das andere Programm, oder versuchen Sie es neu."
    case .diskFull: "Schaffen Sie Platz und versuchen Sie es neu; nichts ging verloren."
    case .diskUnknown:
      "Prüfen Sie den Datenträger; öffnen Sie die Wallet neu und sehen Sie nach, bevor Sie es wiederholen."
    case .diskFault: "Prüfen Sie den Datenträger; was gesichert war, ist sicher."
    case .auditUnwritable:
      "Schaffen Sie Platz, oder machen Sie den Tresor beschreibbar, und versuchen Sie es neu."
    case .terminal:
      "Nehmen Sie ein Terminal, dessen Cursor beweglich ist, mit mindestens 40 mal 12 Zeichen."
    case .usage: "Siehe `walletui --help`."
    case .configuration: "Berichtigen Sie die Datei; `walletui profiles` und `paths` sagen mehr."
    case .cancelled: ""
    }
  }
}
