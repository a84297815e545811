import Languages
import WalletModel

extension IssuerCapabilities {
  /// What walletui's own issuer has and no card issuer is added.
  ///
  /// - Parameters:
  ///   - reasons: What this issuer does not have.
  ///   - name: What the issuer is called in the reasons.
  init(_ reasons: [Feature: LocalizedText], of name: String) {
    self.init(reasons)
    refuse(
      .otherCards,
      LocalizedText("\(name) has only cards of its own", "\(name) hat nur eigene Karten"))
    refuse(
      .cardTimes,
      LocalizedText(
        "\(name) doesn't lock cards by time", "\(name) sperrt Karten nicht nach Zeit"))
    refuse(
      .accountBalance,
      LocalizedText(
        "\(name)'s balance is on its own page",
        "Den Kontostand zeigt \(name) auf der eigenen Seite"))
    refuse(
      .categoryLimits,
      LocalizedText(
        "\(name) takes only limits for a payment and for a month from here",
        "\(name) nimmt von hier nur Limits je Zahlung und je Monat"))
    refuse(
      .detailLinks,
      LocalizedText(
        "\(name) has no URLs that show a card's number once",
        "\(name) hat keine URLs, die eine Kartennummer einmal zeigen"))
    refuse(
      .payByNumber,
      LocalizedText(
        "\(name) simulates payments with a card, not with a number",
        "\(name) simuliert Zahlungen mit einer Karte, nicht mit einer Nummer"))
    guard refusal(.activation) == nil else { return }
    refuse(
      .activation,
      LocalizedText(
        "Activate cards of \(name) on its own page",
        "Karten von \(name) aktivieren Sie auf dessen eigener Seite"))
  }
}
