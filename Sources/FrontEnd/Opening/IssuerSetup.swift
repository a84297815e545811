import Issuer
package import IssuerConnectors
package import Secrets
package import VaultLedger
package import WalletModel
package import Words

/// An account at a card issuer that is added to a vault: its key is tested first, and then kept.
package struct IssuerSetup: Sendable {
  package let access: IssuerAccess
  private let form: IssuerKeyForm

  /// - Parameters:
  ///   - name: What the account is called; nil: the issuer's word.
  ///   - key: Only its form is looked at. The caller wipes it.
  ///   - isSandbox: Counts where the key's form does not say it.
  ///   - server: The address that is asked; nil: the issuer's own.
  ///   - pinKey: `IssuerAccountRecord.pinKey`.
  /// - Throws: `.fieldErrors` if the name or the key cannot be one.
  package init(
    _ kind: IssuerKind, name: String?, key: Secret, isSandbox: Bool, isReadOnly: Bool,
    server: String? = nil, pinKey: String? = nil
  ) throws(WalletError) {
    let name = name ?? kind.rawValue
    var wrong = Self.mistakes(inName: name)
    if !IssuerKeyForm.isKey(key) {
      let lengths = IssuerKeyForm.lengths
      wrong.append(
        FieldError(
          "key",
          .text(
            "a key has \(lengths.lowerBound) to \(lengths.upperBound) letters, digits and signs, without blanks",
            "ein Schlüssel hat \(lengths.lowerBound) bis \(lengths.upperBound) Buchstaben, Ziffern und Zeichen ohne Leerzeichen"
          )))
    }
    if let error = WalletError.invalid(wrong) { throw error }
    form = IssuerKeyForm(kind, key)
    var account = IssuerAccountRecord(
      name: name, issuer: kind.rawValue, isSandbox: form.isSandbox ?? isSandbox, server: server,
      isReadOnly: isReadOnly, added: IssuerClock.system.now())
    account.pinKey = pinKey
    access = try IssuerAccess(account)
  }

  /// What is wrong with the name of an account; empty: nothing.
  package static func mistakes(inName name: String) -> [FieldError] {
    if IssuerAccountRecord.isName(name) { return [] }
    return [
      FieldError(
        "name",
        .text(
          "a name has 1 to 24 small letters, digits and hyphens",
          "ein Name hat 1 bis 24 Kleinbuchstaben, Ziffern und Bindestriche"))
    ]
  }

  /// Asks the issuer what the key may do.
  ///
  /// - Returns: What there is to warn of.
  /// - Throws: The issuer's refusal of the key.
  package func test(_ key: Secret, _ words: Words) async throws(WalletError) -> [String] {
    let refused = try await access.check(key)
    return (form.isTooPowerful ? [words.keyCanDoMore(access.kind.name)] : [])
      + words.keyMayNot(refused.map(\.title))
  }

  /// Keeps the account with its key in the vault.
  package func keep(_ key: Secret, in ledger: VaultLedger) throws(WalletError) {
    try IssuerAccounts(ledger).put(access.account, key: key)
  }
}
