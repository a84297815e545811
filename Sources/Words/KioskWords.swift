/// Texts of a kiosk, for its visitors and its operator.
package struct KioskWords: FeatureWords {
  package let words: Words

  /// On each frame, in the last row.
  package var banner: String {
    say("KIOSK · sample cards, nothing here is real", "KIOSK · Musterkarten, hier ist nichts echt")
  }

  /// Where there is no room for more.
  package var bannerShort: String { say("KIOSK · sample cards", "KIOSK · Musterkarten") }

  package var anyKey: String {
    say("press any key to try it", "zum Ausprobieren eine Taste drücken")
  }

  package var anyKeyShort: String { say("press any key", "Taste drücken") }

  package func startsOver(in seconds: Int) -> String {
    say(
      "starts over in \(seconds) s: press a key to stay",
      "beginnt in \(seconds) s neu: Taste drücken, um zu bleiben")
  }

  package func startsOver(after seconds: Int) -> String {
    say("starts over after \(seconds) s without a key", "beginnt nach \(seconds) s ohne Taste neu")
  }

  /// Points at the key to press.
  package func next(_ keys: String) -> String { say("Next: \(keys)", "Weiter: \(keys)") }

  package var typesCode: String { say("the code on the phone", "den Code auf dem Handy") }

  package var typesCVV: String { say("the CVV in the letter", "die Prüfziffer im Brief") }

  package var typesLastFour: String {
    say("the card's last four digits", "die letzten vier Ziffern der Karte")
  }

  package var free: String {
    say("It's your turn: ? shows all keys", "Sie sind dran: ? zeigt alle Tasten")
  }

  package func ended(_ status: Int) -> String {
    say("the kiosk ended with \(status)", "der Kiosk endete mit \(status)")
  }

  // MARK: The operator

  package var operatorTitle: String { say("Operator", "Betrieb") }
  package var wrongPin: String { say("Wrong PIN", "Falsche PIN") }

  package func pinBlocked(_ seconds: Int) -> String {
    say(
      "Too many wrong PINs. Try again in \(seconds) s",
      "Zu viele falsche PINs. Nächster Versuch in \(seconds) s")
  }

  package var maintenance: String { say("Maintenance", "Wartung") }
  package var restart: String { say("Start over", "Neu beginnen") }

  package func script(_ name: String) -> String {
    say("Next script (now: \(name))", "Nächstes Skript (jetzt: \(name))")
  }

  package var leave: String { say("Leave the kiosk", "Kiosk verlassen") }
  package var visits: String { say("Visits", "Besuche") }
  package var longest: String { say("Longest visit", "Längster Besuch") }
  package var last: String { say("Last visit", "Letzter Besuch") }
  package var keys: String { say("Keys pressed", "Tastendrücke") }
  package var restarts: String {
    say("Restarts by the watchdog", "Neustarts durch die Aufsicht")
  }
  package var failures: String { say("Scripts that failed", "Skripte mit Fehlern") }
  package var since: String { say("Running for", "Läuft schon") }
}
