import Arguments
import FrontEnd
import TextLayout
import WalletAPI
import WalletModel
import WalletService
import Words

struct CardAccountCommand: WalletCommand {
  let path = "card account"
  let summary = "Show a card's account: what it has, and all that draws on it."
  let arguments: [CommandArgument] = [.cardID]
  let answer: String? = "`Account`"

  func run(_ invocation: Invocation) async throws(WalletError) {
    let wallet = try await invocation.wallet(readOnly: true)
    let card = try await wallet.cards.get(invocation.cardID)
    let account = try await wallet.send(GetAccount(card.accountID))
    if try invocation.writeJSON(account) { return }
    let words = invocation.words
    var table = Table([words.shop.account, Text.clean(account.id.rawValue)])
    table.add([words.cards.balance, words.money(account.totalBalance)])
    table.add([words.commandLine.available, words.money(account.availableBalance)])
    if let name = account.externalID { table.add([words.reference, name]) }
    for instrument in account.instruments {
      var facts = [instrument.lastFour.isEmpty ? instrument.id : "·· " + instrument.lastFour]
      if let scheme = instrument.scheme { facts.append(scheme.rawValue) }
      if let expiry = instrument.expiry { facts.append(expiry.short) }
      if let status = instrument.status { facts.append(words.commandLine.instrument(status)) }
      table.add([words.commandLine.instrument(instrument.type), facts.joined(separator: ", ")])
    }
    try Output.text(table.text)
  }
}
