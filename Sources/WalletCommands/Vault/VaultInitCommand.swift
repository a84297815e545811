import Arguments
import FrontEnd
import Glibc
import Secrets
import TextLayout
import VaultLedger
import WalletAPI
import WalletModel
import Words

struct VaultInitCommand: WalletCommand {
  let path = "vault init"
  let summary = "Make a new vault."
  let options: [CommandOption] = [
    CommandOption("sample", "put sample cards into it"),
    CommandOption("name", .text("NAME"), "the name on your cards"),
    CommandOption("mobile", .text("NUMBER"), "where codes are sent by SMS: +359 888123456"),
    CommandOption("email", .text("ADDRESS"), "where codes are sent by e-mail"),
    CommandOption("market", .choice("MARKET", ["EU", "US"]), "whose rules apply"),
  ]
  let answer: String? = "`vault`, the file's path"
  let notes: [String] = [
    """
    The file is --vault FILE, otherwise walletui/wallet.vault in $XDG_DATA_HOME (or \
    ~/.local/share). It is encrypted with the passphrase, and only you can read the file. Without \
    the passphrase nobody can open it.
    """
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let opener = WalletOpener(invocation)
    let path = try opener.filePath
    if access(path, F_OK) == 0 {
      throw WalletError(.vaultExists, detail: .verbatim(Text.clean(path)))
    }
    if opener.vault != nil { try checkFolder(of: path) }
    let owner = try owner(invocation)
    let passphrase = try opener.newPassphrase()
    defer { passphrase.wipe() }
    if opener.vault == nil { try WalletOpener.makeFolder(of: path) }
    try Output.progress(invocation.words.vault.makingVault) { () throws(WalletError) in
      try Vault.create(
        at: path, passphrase: passphrase, options: VaultOptions(sample: invocation.has("sample")),
        profile: owner)
    }
    try invocation.write(
      ["vault": .string(path)], or: invocation.words.vault.wasMade(Text.clean(path)))
  }

  /// The customer from the options or from the user's answers; nil: the customer of the sample.
  private func owner(_ invocation: Invocation) throws(WalletError) -> CustomerProfile? {
    guard ["name", "mobile", "email", "market"].contains(where: { invocation.text($0) != nil })
    else { return invocation.has("sample") ? nil : try askedOwner(invocation.words) }
    let details = CustomerDetails(
      name: invocation.text("name") ?? "", mobile: invocation.text("mobile") ?? "",
      email: invocation.text("email") ?? "",
      market: invocation.text("market").flatMap(Market.init) ?? .eu)
    if let error = WalletError.invalid(details.fieldErrors) { throw error }
    return CustomerProfile(owner: details)
  }

  private func askedOwner(_ words: Words) throws(WalletError) -> CustomerProfile {
    guard let console = Console.open() else {
      throw WalletError.usage(
        "there's no terminal to ask for the owner's details on",
        "es gibt kein Terminal, um nach den Angaben zum Inhaber zu fragen",
        advice: .text(
          "Give --name, --mobile and --email, or --sample.",
          "Geben Sie --name, --mobile und --email an, oder --sample."))
    }
    defer { console.close() }
    let details = CustomerDetails(
      name: try console.line(words.commandLine.askName),
      mobile: try console.line(words.commandLine.askMobile),
      email: try console.line(words.commandLine.askEmail))
    if let error = WalletError.invalid(details.fieldErrors) { throw error }
    return CustomerProfile(owner: details)
  }

  /// A folder that the user named must exist. Only the default folder is created.
  private func checkFolder(of path: String) throws(WalletError) {
    guard let cut = path.lastIndex(of: "/"), cut != path.startIndex else { return }
    let folder = String(path[..<cut])
    guard access(folder, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR) else { return }
    throw WalletError(
      .vaultMissing, .text("The folder doesn't exist", "Den Ordner gibt es nicht"),
      detail: .verbatim(Text.clean(folder)),
      advice: .text(
        "Make it first, with mode 700, or choose another.",
        "Legen Sie ihn zuerst an, mit Modus 700, oder wählen Sie einen anderen."))
  }
}
