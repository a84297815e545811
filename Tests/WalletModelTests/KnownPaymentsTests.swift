import Testing
import WalletModel

/// Which payments are news.
@Suite struct KnownPaymentsTests {
  private static func payment(_ number: Int64) -> Transaction {
    Transaction(
      id: TransactionID("p\(number)"), cardID: CardID("c"), type: .complete,
      transactedAt: Timestamp(seconds: number), billedAmount: Money(1, Currency("EUR")),
      description: "Lidl")
  }

  private func ids(_ alerts: [WalletAlert]) -> [String] {
    alerts.compactMap { if case .payment(let payment, _) = $0 { payment.id.rawValue } else { nil } }
  }

  @Test func newAndChangedOnesAreNewsTheOldestFirst() {
    var changed = Self.payment(1)
    changed.version += 1
    let known = KnownPayments([Self.payment(2), Self.payment(1)])
    let alerts = known.alerts(in: [Self.payment(4), Self.payment(3), Self.payment(2), changed])
    #expect(ids(alerts) == ["p1", "p3", "p4"])
  }

  /// A payment has gone, so the page reaches further back than the one before.
  @Test func whatWasBelowTheListIsNoNews() {
    let newest = [Self.payment(9), Self.payment(8), Self.payment(7)]
    let read = [Self.payment(10), Self.payment(9), Self.payment(7), Self.payment(6)]
    let known = KnownPayments(newest, from: Timestamp(seconds: 7))
    #expect(ids(known.alerts(in: read)) == ["p10"])
    // The control: where all are known, an older one is news.
    #expect(ids(KnownPayments(newest).alerts(in: read)) == ["p6", "p10"])
  }
}
