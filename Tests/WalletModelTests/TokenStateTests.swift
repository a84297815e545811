import Testing
import WalletModel

/// What a token can do follows from its phone, its owner and its card (C16).
struct TokenStateTests {
  private func token(
    _ status: MobileWalletStatus = .completed, isFrozen: Bool = false, isRemoved: Bool = false
  ) -> MobileWalletTokenization {
    var token = MobileWalletTokenization(dpanRef: "d", walletType: .applePay, status: status)
    token.isFrozen = isFrozen
    token.removedAt = isRemoved ? Timestamp(milliseconds: 1) : nil
    return token
  }

  private typealias Row = (CardStatus, TokenState?, frozen: TokenState?, begun: TokenState?)
  private static let rows: [Row] = [
    (.active, .active, .suspended, nil), (.digital, .active, .suspended, nil),
    (.locked, .suspended, .suspended, nil), (.suspended, .suspended, .suspended, nil),
    (.expired, .suspended, .suspended, nil), (.pending, .suspended, .suspended, nil),
    (.cancelled, .deleted, .deleted, .deleted), (.rejected, .deleted, .deleted, .deleted),
    (.other("MELTED"), .suspended, .suspended, nil),
  ]

  @Test(arguments: rows.indices) func aTokenFollowsItsCard(_ index: Int) {
    let (card, plain, frozen, begun) = Self.rows[index]
    #expect(token().state(on: card) == plain)
    #expect(token(isFrozen: true).state(on: card) == frozen)
    #expect(token(.initiated).state(on: card) == begun)
    #expect(token(isRemoved: true).state(on: card) == .deleted)
    #expect(token(.initiated, isRemoved: true).state(on: card) == .deleted)
  }

  @Test func whatIsPossibleDependsOnTheToken() {
    func refusals(_ token: MobileWalletTokenization, _ card: CardStatus) -> [TokenRefusal?] {
      TokenAction.allCases.map { token.refusal(of: $0, on: card) }
    }
    #expect(refusals(token(), .active) == [nil, .notFrozen, nil])
    #expect(refusals(token(isFrozen: true), .active) == [.frozenAlready, nil, nil])
    // A token of a locked card can be frozen: it stays so when the card is unlocked.
    #expect(refusals(token(), .locked) == [nil, .notFrozen, nil])
    #expect(refusals(token(.initiated), .active) == [.notCompleted, .notFrozen, nil])
    #expect(refusals(token(isRemoved: true), .active) == [.removed, nil, .removed])
    #expect(refusals(token(), .cancelled) == [.ended, .ended, .ended])
    #expect(token().refusal(of: .other("MELT"), on: .active) == .unknownAction)
  }

  @Test func anActionIsTakenBackByItsOpposite() {
    #expect(token().opposite(of: .freeze) == .resume)
    #expect(token(isFrozen: true).opposite(of: .resume) == .freeze)
    #expect(token(isFrozen: true).opposite(of: .remove) == .resume)
    #expect(token(isRemoved: true).opposite(of: .resume) == nil)
  }

  @Test func aCardCountsWhatItsIssuerSaysAndNoMoreThanItCan() {
    var card = Self.card
    var token = token()
    func state() -> TokenState? { card.state(of: token) }
    #expect(state() == .active)
    // The issuer has a reason that is not known here.
    token.state = .suspended
    #expect(state() == .suspended)
    token.state = .active
    card.status = .locked
    #expect(state() == .suspended)
    card.status = .cancelled
    #expect(state() == .deleted)
  }

  /// An answer without tokens does not keep what another version of the card said of them.
  @Test func statesOfAnotherVersionAreForgotten() {
    var known = Self.card
    var suspended = token()
    suspended.state = .suspended
    known.tokenizations = [suspended]
    var answer = known
    answer.tokenizations = nil
    #expect(answer.completed(from: known).tokenizations?.first?.state == .suspended)
    answer.version += 1
    #expect(answer.completed(from: known).tokenizations?.first?.state == nil)
  }

  @Test func theEndOfADeviceNumberIsThatOfItsReference() {
    func end(_ reference: String) -> String? {
      MobileWalletTokenization(dpanRef: reference, walletType: .applePay, status: .completed)
        .numberEnd
    }
    #expect(end("DNITHE302630301") == "0301")
    #expect(end("123") == nil)
    #expect(end("token-1") == nil)
    #expect(end("D٠١٢٣") == nil)
  }

  private static var card: Card {
    Card(
      id: CardID("c"), status: .active, expiry: .unspecified, lastFour: "1177", bin: "",
      customerID: CustomerID("1"), cardType: .virtual, programName: "", currency: Currency("EUR"),
      createdDate: nil, accountID: AccountID("a"), scheme: .visa, holderName: "ANA")
  }
}
