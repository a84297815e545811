package import Languages

/// Accounts at card issuers.
extension Words {
  package func issuerAdded(_ name: String, _ issuer: String, isSandbox: Bool) -> String {
    isSandbox
      ? say(
        "\(issuer) accepts the sandbox key. The vault keeps it as \(name).",
        "\(issuer) akzeptiert den Schlüssel für den Testbetrieb. Der Tresor bewahrt ihn als \(name)."
      )
      : say(
        "\(issuer) accepts the LIVE key. The vault keeps it as \(name).",
        "\(issuer) akzeptiert den ECHTEN Schlüssel. Der Tresor bewahrt ihn als \(name).")
  }
  package func issuerNext(_ name: String) -> String {
    say(
      "See its cards with `walletui --issuer \(name)`.",
      "Die Karten zeigt `walletui --issuer \(name)`.")
  }
  package func issuerRemoved(_ name: String) -> String {
    say(
      "The vault no longer has the key of \(name). Revoke it at the issuer if nobody needs it.",
      "Der Tresor hat den Schlüssel von \(name) nicht mehr. Widerrufen Sie ihn beim Kartenherausgeber, wenn ihn niemand braucht."
    )
  }
  package func issuerKeyIsValid(_ issuer: String) -> String {
    say(
      "\(issuer) accepts the key. What it can't do here:",
      "\(issuer) akzeptiert den Schlüssel. Hier nicht möglich:")
  }
  /// A live secret key where a restricted one is enough.
  package func keyCanDoMore(_ issuer: String) -> String {
    say(
      "This key may do everything at \(issuer). A restricted key with read and write access to Issuing is enough: make one and add it instead.",
      "Dieser Schlüssel darf bei \(issuer) alles. Ein eingeschränkter mit Lese- und Schreibrecht für Issuing genügt: legen Sie einen an, und nehmen Sie ihn stattdessen."
    )
  }
  package func askIssuerKey(_ issuer: String) -> String {
    say("Key of your account at \(issuer): ", "Schlüssel Ihres Kontos bei \(issuer): ")
  }
  package var noIssuers: String {
    say(
      "No accounts at card issuers. `walletui issuer add` adds one.",
      "Keine Konten bei Kartenherausgebern. `walletui issuer add` legt eines an.")
  }
  package var issuerAccount: String { say("Account", "Konto") }
  package var issuer: String { say("Issuer", "Kartenherausgeber") }
  package var issuerKey: String { say("Key", "Schlüssel") }
  package var issuerRights: String { say("Used for", "Verwendung") }
  package var sandbox: String { say("sandbox", "Testbetrieb") }
  /// A key with which real money moves.
  package var liveKey: String { say("LIVE", "ECHT") }
  package var readOnlyAccount: String { say("reading only", "nur Lesen") }
  package var fullAccount: String { say("reading and changing", "Lesen und Ändern") }

  /// What a key may not do, in a sentence; empty: it may do everything that it was tested for.
  package func keyMayNot(_ rights: [LocalizedText]) -> [String] {
    let list = rights.map { text($0) }.joined(separator: ", ")
    let sentence = say(
      "The key may not: \(list). What needs it will be refused.",
      "Der Schlüssel darf nicht: \(list). Was das braucht, wird abgelehnt.")
    return rights.isEmpty ? [] : [sentence]
  }

  // MARK: On the screen

  package var connectIssuer: String {
    say("Connect a card issuer", "Einen Kartenherausgeber verbinden")
  }
  package var connectIssuerOutcome: String {
    say(
      "Manage your cards at Lithic, Privacy.com, Stripe or Increase. You need an API key.",
      "Karten bei Lithic, Privacy.com, Stripe oder Increase verwalten. Sie brauchen einen API-Schlüssel."
    )
  }
  package var connectIssuerLine: String {
    say(
      "The key is tested, then sealed in the vault. It is never shown.",
      "Der Schlüssel wird geprüft und im Tresor versiegelt. Er wird nie gezeigt.")
  }
  package var typedUnseen: String { say("type or paste it", "tippen oder einfügen") }
  package var issuersOwnServer: String { say("the issuer's own", "der des Herausgebers") }
  package var keyAsIssued: String {
    say("8 characters or more, without blanks", "mindestens 8 Zeichen, ohne Leerzeichen")
  }
  package var issuerNameHint: String { say("such as work", "etwa arbeit") }
  package var sandboxSwitch: String { say("Sandbox", "Testbetrieb") }
  package var readOnlySwitch: String { say("Read-only", "Nur lesen") }
  package var issuersGroup: String { say("At a card issuer", "Bei einem Kartenherausgeber") }
  package func cardsOf(_ account: String) -> String {
    say("Cards of \(account)", "Karten von \(account)")
  }
  package var cardsOfVault: String { say("The vault's own cards", "Eigene Karten des Tresors") }
  package var isShownNow: String { say("shown now", "wird gezeigt") }
  package var onlyVaultsKeepKeys: String {
    say(
      "only a vault on this computer keeps keys of issuers",
      "nur ein Tresor auf diesem Rechner bewahrt Schlüssel von Kartenherausgebern")
  }
  package var addIssuer: CommandText {
    command(
      (connectIssuer, "Adds your account at Lithic, Privacy.com, Stripe or Increase.", nil),
      (connectIssuer, "Nimmt Ihr Konto bei Lithic, Privacy.com, Stripe oder Increase auf.", nil))
  }
  package var openIssuer: CommandText {
    command(
      ("Open the cards of a card issuer", "Shows the cards of another account in the vault.", nil),
      (
        "Karten eines Kartenherausgebers öffnen",
        "Zeigt die Karten eines anderen Kontos im Tresor.", nil
      ))
  }
}
