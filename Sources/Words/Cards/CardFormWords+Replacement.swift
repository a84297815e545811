package import WalletModel

/// A card in the place of another one.
extension CardFormWords {
  package var replaceCard: CommandText {
    command(
      (
        "Report and replace",
        "Blocks a lost, stolen or damaged card for good, and orders one with a new number.", nil
      ),
      (
        "Melden und ersetzen",
        "Sperrt eine verlorene, gestohlene oder beschädigte Karte endgültig und bestellt eine neue.",
        nil
      ))
  }

  package func replaceTitle(_ name: String) -> String {
    say("Replace \(name)?", "\(name) ersetzen?")
  }
  package var replaceLine: String {
    say(
      "It ends now, in phones too. Name, limits and PIN go to the new one.",
      "Sie endet jetzt, auch in Handys. Name, Grenzen und PIN gehen auf die neue über.")
  }
  package var itIs: String { say("It is", "Sie ist") }
  package var replaceHint: String { say("replace for good", "endgültig ersetzen") }
  package var replacing: String { say("Replacing the card", "Karte wird ersetzt") }

  package func name(of reason: ReplacementReason) -> String {
    switch reason {
    case .lost: say("lost", "verloren")
    case .stolen: say("stolen", "gestohlen")
    case .damaged: say("damaged", "beschädigt")
    case .suspended: say("suspended", "ausgesetzt")
    }
  }

  /// `Replaced by ··4821`.
  package func replaced(by lastFour: String) -> String {
    say("Replaced by ··\(lastFour)", "Ersetzt durch ··\(lastFour)")
  }
  /// Ten columns.
  package var replacedLabel: String { say("Replaced", "Ersetzt") }
  package func by(_ lastFour: String) -> String {
    say("by ··\(lastFour)", "durch ··\(lastFour)")
  }
  package func wasReplaced(_ name: String, by lastFour: String) -> String {
    say("\(name) is replaced by ··\(lastFour)", "\(name) ist durch ··\(lastFour) ersetzt")
  }

  package func willBeReplaced(_ name: String) -> String {
    say(
      "This ends \(name) for good, and a new card takes its place.",
      "Das beendet \(name) endgültig, und eine neue Karte ersetzt sie.")
  }
}
