/// A card that is locked by itself: at the end of a time, or because nobody uses it.
extension CardFormWords {
  package var unlockForAWhile: CommandText {
    command(
      ("Thaw for a while", "Lets the card pay for some minutes; then it is locked again.", nil),
      (
        "Für eine Weile freigeben",
        "Gibt die Karte einige Minuten frei; dann wird sie wieder gesperrt.", nil
      ))
  }

  package var autoLockCard: CommandText {
    command(
      ("Lock when unused", "Locks the card after some days without a payment.", nil),
      (
        "Bei Nichtgebrauch sperren", "Sperrt die Karte nach einigen Tagen ohne Zahlung.", nil
      ))
  }

  package func unlockForAWhileTitle(_ name: String) -> String {
    say("Thaw \(name) for a while", "\(name) für eine Weile freigeben")
  }

  package var unlockForAWhileLine: String {
    say(
      "Then it is locked again, also if walletui doesn't run.",
      "Danach wird sie wieder gesperrt, auch wenn walletui nicht läuft.")
  }

  package var minutes: String { say("Minutes", "Minuten") }

  package func autoLockTitle(_ name: String) -> String {
    say("Lock \(name) when unused", "\(name) bei Nichtgebrauch sperren")
  }

  package var autoLockLine: String {
    say(
      "After so many days without a payment or a change. Empty: never.",
      "Nach so vielen Tagen ohne Zahlung oder Änderung. Leer: nie.")
  }

  package var never: String { say("never", "nie") }

  package func between(_ least: Int, _ most: Int) -> String {
    say(
      "must be \(number(least)) to \(number(most))",
      "muss \(number(least)) bis \(number(most)) sein")
  }

  /// `Travel is unlocked until 14:32`.
  package func isUnlocked(_ name: String, _ until: String) -> String {
    say("\(name) is unlocked until \(until)", "\(name) ist bis \(until) entsperrt")
  }

  package func autoLockIsSet(_ name: String, _ days: Int?) -> String {
    guard let days else {
      return say("\(name) stays unlocked when unused", "\(name) bleibt bei Nichtgebrauch entsperrt")
    }
    return say(
      "\(name) is locked \(after(days)) without use",
      "\(name) wird \(after(days)) ohne Gebrauch gesperrt")
  }

  private func after(_ days: Int) -> String {
    say(
      "after \(days) \(plural(days, "day", "days"))",
      "nach \(days) \(plural(days, "Tag", "Tagen"))")
  }

  /// Ten columns.
  package var unlockedUntilLabel: String { say("Unlocked", "Entsperrt") }
  package var autoLockLabel: String { say("Auto-lock", "Autosperre") }

  package func until(_ moment: String) -> String { say("until \(moment)", "bis \(moment)") }

  /// `after 30 days, on 3 Dec 2026`.
  package func autoLock(_ days: Int, on date: String?) -> String {
    date.map { say("\(after(days)), on \($0)", "\(after(days)), am \($0)") } ?? after(days)
  }
}
