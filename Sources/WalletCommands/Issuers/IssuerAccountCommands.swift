import Arguments
import FrontEnd
import Issuer
import IssuerConnectors
import Languages
import Secrets
import TextLayout
import WalletModel
import Words

struct IssuerListCommand: WalletCommand {
  let path = "issuer list"
  let summary = "List the accounts at card issuers that the vault keeps."
  let answer: String? = "a list of `name`, `issuer`, `sandbox`, `readOnly` and `warnings`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let accounts = try IssuerAccounts(try invocation.vaultLedger()).all()
    let words = invocation.words
    if invocation.wantsJSON {
      try Output.json(accounts.map { IssuerRow($0) })
    } else if accounts.isEmpty {
      try Output.line(words.noIssuers)
    } else {
      var table = Table([
        .init(title: words.issuerAccount), .init(title: words.issuer),
        .init(title: words.issuerKey), .init(title: words.issuerRights),
      ])
      for account in accounts {
        table.add([
          account.name, IssuerKind(rawValue: account.issuer)?.name ?? Text.clean(account.issuer),
          account.isSandbox ? words.sandbox : words.liveKey,
          account.isReadOnly ? words.readOnlyAccount : words.fullAccount,
        ])
      }
      try Output.text(table.text)
    }
    return .ok
  }
}

struct IssuerCheckCommand: WalletCommand {
  let path = "issuer check"
  let summary = "Ask the issuer what an account's key may do, and say what is not possible here."
  let arguments: [CommandArgument] = [.issuerAccount]
  let answer: String? =
    """
    `name`, `issuer`, `sandbox`, `valid`, `refused` (what the key may not do) and `missing` (a list \
    of `feature` and `reason`)
    """

  private struct Answer: Encodable {
    struct Missing: Encodable {
      let feature: String
      let reason: String
    }
    let name: String
    let issuer: String
    let sandbox: Bool
    let valid: Bool
    let refused: [String]
    let missing: [Missing]
  }

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let accounts = IssuerAccounts(try invocation.vaultLedger())
    let access = try IssuerAccess(try accounts.account(invocation.arguments[0]))
    let key = try accounts.key(of: access.account)
    defer { key.wipe() }
    let refused = try await access.check(key)
    let words = invocation.words
    let capabilities = access.connector.capabilities
    let missing = capabilities.missing.compactMap { feature in
      capabilities.refusal(feature).map { (feature, $0[words.language]) }
    }
    if invocation.wantsJSON {
      try Output.json(
        Answer(
          name: access.account.name, issuer: access.kind.rawValue,
          sandbox: access.account.isSandbox, valid: true,
          refused: refused.map(\.rawValue),
          missing: missing.map { .init(feature: $0.rawValue, reason: $1) }))
    } else {
      let warnings = words.keyMayNot(refused.map(\.title))
      for warning in warnings { try Output.line(warning) }
      try Output.line(words.issuerKeyIsValid(access.kind.name))
      for (_, reason) in missing { try Output.line("· \(reason)") }
    }
    return .ok
  }
}

struct IssuerRemoveCommand: WalletCommand {
  let path = "issuer remove"
  let summary = "Forget an account at a card issuer, with its key. Its cards stay as they are."
  let arguments: [CommandArgument] = [.issuerAccount]
  let answer: String? = "`name`, `issuer`, `sandbox`, `readOnly` and `warnings`"

  func run(_ invocation: Invocation) async throws(WalletError) -> ExitCode {
    let accounts = IssuerAccounts(try invocation.vaultLedger())
    let account = try accounts.account(invocation.arguments[0])
    try accounts.remove(account.name)
    if invocation.wantsJSON {
      try Output.json(IssuerRow(account))
    } else {
      try Output.line(invocation.words.issuerRemoved(account.name))
    }
    return .ok
  }
}

extension CommandArgument {
  fileprivate static let issuerAccount = CommandArgument("NAME", "an account of `issuer list`")
}
