import Testing

@testable import WalletModel

/// What is new among payments and cards.
@Suite struct WalletAlertTests {
  private func payment(
    _ id: String, _ seconds: Int64, _ type: TransactionType = .complete, of sequence: String? = nil
  ) -> Transaction {
    Transaction(
      id: TransactionID(id), cardID: CardID("a"), sequenceID: sequence, type: type,
      transactedAt: Timestamp(seconds: seconds), billedAmount: Money(100, Currency("EUR")),
      description: "Shop")
  }

  @Test func newPaymentsComeOldestFirstAndOnce() {
    let old = payment("old", 1)
    let new = [payment("second", 3, .decline), payment("first", 2), old]
    let known = KnownPayments([old], from: nil)
    #expect(
      known.alerts(in: new) == [.payment(new[1], isStep: false), .payment(new[0], isStep: false)])
    #expect(KnownPayments(new, from: nil).alerts(in: new).isEmpty)
    #expect(KnownPayments().alerts(in: new).count == 3, "control: nothing is known")
  }

  /// A pending payment with another amount, and the debit that settles it.
  @Test func aChangeAndALaterStepAreSteps() {
    let pending = payment("pending", 1, .pending)
    var changed = pending
    changed.version += 1
    changed.billedAmount = Money(90, Currency("EUR"))
    let debit = payment("debit", 2, .complete, of: "pending")
    let known = KnownPayments([pending], from: nil)
    #expect(
      known.alerts(in: [debit, changed])
        == [.payment(changed, isStep: true), .payment(debit, isStep: true)])
    #expect(known.alerts(in: [pending]).isEmpty)
    #expect(
      KnownPayments().alerts(in: [debit, pending])
        == [.payment(pending, isStep: false), .payment(debit, isStep: true)], "both are new")
  }

  /// Another version with the same amount, as after a change by the owner.
  @Test func aChangeThatMovesNoMoneyIsNoNews() {
    let known = payment("known", 1, .decline)
    var changed = known
    changed.version += 1
    #expect(KnownPayments([known], from: nil).alerts(in: [changed]).isEmpty)
    changed.type = .complete
    #expect(
      KnownPayments([known], from: nil).alerts(in: [changed])
        == [.payment(changed, isStep: true)], "control: it has another state")
  }

  /// The payments before those that were read are not known, and not new.
  @Test func anOlderPaymentThatComesIntoSightIsNoNews() {
    let read = payment("read", 10)
    let known = KnownPayments([read], from: read.sortDate)
    #expect(known.alerts(in: [read, payment("older", 9)]).isEmpty)
    let same = payment("same", 10)
    #expect(known.alerts(in: [same, read]) == [.payment(same, isStep: false)])
  }

  @Test func aDamagedRecordIsNoNews() {
    var damaged = payment("damaged", 1)
    damaged.isDamaged = true
    #expect(KnownPayments().alerts(in: [damaged]).isEmpty)
    var repaired = damaged
    repaired.isDamaged = false
    #expect(
      KnownPayments([damaged], from: nil).alerts(in: [repaired])
        == [.payment(repaired, isStep: false)])
  }

  @Test func aStatusIsNewsIfAnotherWasKnown() {
    let locked = card(.locked)
    #expect(WalletAlert.status(of: locked, before: .active) == .cardStatus(locked))
    #expect(WalletAlert.status(of: locked, before: .locked) == nil)
    #expect(WalletAlert.status(of: locked, before: nil) == nil)
  }
}
