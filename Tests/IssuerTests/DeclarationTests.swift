import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import Issuer

@Suite struct DeclarationTests {
  /// `Issuer.perform` asserts this for each change of each test.
  @Test func aForgottenEventOrAuditEntryIsNoticed() throws {
    let ledger = try Vault.demo()
    let issuer = Issuer(ledger: ledger)
    let contract = RenameCard.contract
    #expect(!issuer.isAsDeclared(contract, [.cardsChanged(nil)]), "nothing was audited")
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    let card = try #require(try issuer.perform(ListCards(CardQuery()), context).cards.first)
    _ = try issuer.perform(RenameCard(card.id, alias: "Groceries"), context)
    #expect(!issuer.isAsDeclared(contract, []), "nothing was told")
    #expect(!issuer.isAsDeclared(contract, [.phoneMessage]), "something else was told")
    #expect(issuer.isAsDeclared(contract, issuer.takeEvents()))
  }
}
