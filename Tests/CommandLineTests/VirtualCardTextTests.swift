import FrontEnd
import Languages
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletCommands

/// Virtual cards and funding sources that our issuer does not make, as text and as JSON.
struct VirtualCardTextTests {
  private let words = Words(.english)
  private let time = Timestamp(milliseconds: 1_700_000_000_000)

  private var failed: VirtualCard {
    var card = VirtualCard(
      id: "v-1", owners: [CardOwner(id: "p")], owner: CustomerID("c"), fundingSourceID: "f",
      cardHolder: "Ana", lastFour: "7777", currency: Currency("USD"), activeTo: time,
      createdAt: time, sealed: SealedFields(algorithm: SealedFields.algorithm, keyID: "k"))
    card.state = .failed
    return card
  }

  /// F03.
  @Test func aFailedCardSaysSo() {
    let result = VirtualCardResult.success(OpenedVirtualCard(failed))
    let table = VirtualCardText.table([result], words).text
    #expect(table.contains("FAILED") && table.contains("7777"))
    let json = String(decoding: VirtualCardJSON.single(result).openBytes, as: UTF8.self)
    #expect(json.contains(#""state":"FAILED""#))
  }

  /// F27.
  @Test func aBankAccountIsNamedByItsBank() {
    var account = FundingSource(
      id: "b-1", owner: CustomerID("c"), type: .known(.bankAccount), currency: Currency("USD"),
      lastFour: "6789", network: .other(""), createdAt: time, updatedAt: time)
    account.institutionName = "First Bank"
    account.bankAccountType = .known(.checking)
    let table = Table([account, FundingSource.damaged(id: "b-2")], words).text
    #expect(table.contains("First Bank ··6789"))
    #expect(table.contains("b-2"))
    let json = String(decoding: JSONWriter.bytes(account), as: UTF8.self)
    #expect(json.contains(#""bankAccountType":"CHECKING""#))
  }
}
