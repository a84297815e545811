import Canvas
import ScreenKit
import SeededGenerator
import Testing
import WalletModel
import Words

@testable import WalletUI

/// What the screens say of payments, compared with a plain count: orders, bands, sums, days.
@Suite struct ActivityTruthTests {
  /// Summer time ends there on 25 October and on 1 November.
  enum Place: CaseIterable {
    case sofia, newYork

    /// Seconds east of UTC.
    func offset(_ seconds: Int64) -> Int {
      switch self {
      case .sofia: seconds < 1_792_890_000 ? 10_800 : 7200
      case .newYork: seconds < 1_793_512_800 ? -14_400 : -18_000
      }
    }
  }

  /// `2026-10-25`.
  private static func day(_ payment: Transaction, _ place: Place) -> String {
    let seconds = payment.transactedAt.milliseconds / 1000
    let local = Timestamp(seconds: seconds + Int64(place.offset(seconds)))
    return String(local.description.prefix(10))
  }

  private static func month(_ payment: Transaction, _ place: Place) -> String {
    String(day(payment, place).prefix(7))
  }

  /// In the order of a ledger whose clock was set back now and then.
  private static func payments(_ random: inout SeededGenerator) -> [Transaction] {
    let cards = [Fixture.cards[0].id, Fixture.cards[2].id, CardID("v-3")]
    let payments = (0..<200).map { index in
      let card = cards[index % 3]
      let others: String = ["EUR", "EUR", "JPY"].randomElement(using: &random) ?? "EUR"
      let age = Int64.random(in: 0...6_912_000, using: &random)
      let time = Fixture.now.adding(seconds: -age)
      let late = index % 5 == 0 ? Int64.random(in: 0...1_728_000, using: &random) : 0
      let types: [TransactionType] = [.complete, .complete, .pending, .refund, .decline]
      let type: TransactionType = types.randomElement(using: &random) ?? .complete
      let units = Int64.random(in: 1...99_99, using: &random)
      return Transaction(
        id: TransactionID("r-\(index)"), cardID: card, type: type,
        sortDate: min(Fixture.now, time.adding(seconds: late)), transactedAt: time,
        billedAmount: Money(units, Currency(card == cards[2] ? "USD" : others)),
        description: "Shop \(index % 7)")
    }
    return payments.sorted { $0.sortDate > $1.sortDate }
  }

  /// What was paid by currency, less what came back.
  private static func spent(_ payments: [Transaction]) -> [Money] {
    var sums: [Currency: Int64] = [:]
    for payment in payments where payment.type != .decline {
      let units = payment.billedAmount.minorUnits
      sums[payment.billedAmount.currency, default: 0] += payment.type == .refund ? -units : units
    }
    return sums.map { Money($0.value, $0.key) }
  }

  private static func shown(_ state: State) throws -> [Transaction] {
    let list = try #require(state.activityScreen?.list)
    return (0..<list.count).compactMap { list[$0] }
  }

  /// - Parameter hasMore: Whether there are older payments, which are not read.
  private static func opened(
    _ payments: [Transaction], _ size: Size = Size(200, 60), in place: Place = .sofia,
    hasMore: Bool = false
  ) -> State {
    var state = Fixture.state(size)
    state.clock.zone = TimeZone(years: 2026...2026, offset: place.offset)
    state.showActivity(TransactionPage(payments, nextToken: hasMore ? "1" : nil))
    return state
  }

  @Test(arguments: UInt64(0)..<8) func everyListAndSumIsThatOfAPlainCount(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let payments = Self.payments(&random)
    let place = Place.allCases[Int(seed % 2)]
    var state = Self.opened(payments, in: place)
    for month in ["2026-11", "2026-10", "2026-09"] {
      let ofMonth = payments.filter { Self.month($0, place) == month }
      let inOrder = ofMonth.sorted { $0.transactedAt > $1.transactedAt }
      #expect(try Self.shown(state).map(\.id) == inOrder.map(\.id), "\(month)")
      try Self.checkBands(state, ofMonth, place)
      let summary = try #require(state.activityScreen?.summary)
      let sums = Self.spent(ofMonth).filter { $0.minorUnits != 0 }
      #expect(Set(summary.inEach(\.spent)) == Set(sums), "\(month)")
      for sum in sums { #expect(state.shows(state.words.money(sum)), "\(month)") }
      state.type("s")
      #expect(try Self.shown(state).map(\.id) == inOrder.map(\.id).reversed(), "\(month)")
      try Self.checkBands(state, ofMonth, place)
      state.type("sss[")
    }
    for card in Set(payments.map(\.cardID)) {
      let ofCard = payments.filter { $0.cardID == card && Self.month($0, place) == "2026-11" }
      let sums = Self.spent(ofCard).filter { $0.minorUnits != 0 }
      let month = try #require(state.activity.month[card])
      #expect(Set(month.spent.filter { $0.minorUnits != 0 }) == Set(sums), "\(card)")
      let newest = payments.filter { $0.cardID == card && $0.type != .decline }
        .max { $0.transactedAt < $1.transactedAt }
      #expect(month.last.id == newest?.id)
    }
  }

  /// One band a day, with the sums of its rows.
  private static func checkBands(_ state: State, _ payments: [Transaction], _ place: Place) throws {
    let activity = try #require(state.activityScreen)
    var days: [String] = []
    for group in activity.table.groups {
      let first = try #require(activity.list[group.first])
      days.append(day(first, place))
      let sums = spent(payments.filter { day($0, place) == days.last })
      #expect(Set(group.sums) == Set(sums.map { Money(-$0.minorUnits, $0.currency) }))
    }
    #expect(days.count == Set(days).count && Set(days) == Set(payments.map { day($0, place) }))
  }

  /// What a search means. All payments are at a `Shop`, and today is 20 November.
  private static func isMeant(_ payment: Transaction, by text: String, _ place: Place) -> Bool {
    let isInYen = payment.billedAmount.currency == Currency("JPY")
    return switch text {
    case "october": month(payment, place) == "2026-10"
    case "shop >20": payment.billedAmount.minorUnits > (isInYen ? 20 : 20_00)
    case "refund": payment.type == .refund
    case "travel": payment.cardID == Fixture.cards[2].id
    case "yesterday": day(payment, place) == "2026-11-19"
    default: day(payment, place) == text
    }
  }

  @Test(
    arguments: ["october", "shop >20", "2026-10-25", "refund", "travel", "yesterday"],
    Place.allCases)
  func aSearchAddsUpWhatItShows(_ text: String, _ place: Place) throws {
    var random = SeededGenerator(seed: 99)
    let payments = Self.payments(&random)
    var state = Self.opened(payments, in: place)
    state.type("/" + text)
    let shown = try Self.shown(state)
    let meant = payments.filter { Self.isMeant($0, by: text, place) }
    #expect(Set(shown.map(\.id)) == Set(meant.map(\.id)) && shown.count == meant.count)
    let table = try #require(state.activityScreen?.table)
    let (back, out) = (meant.filter { $0.type == .refund }, meant.filter { $0.type != .refund })
    #expect(Set(table.out) == Set(Self.spent(out)))
    #expect(Set(table.back) == Set(Self.spent(back).map { Money(-$0.minorUnits, $0.currency) }))
    // What came back follows; without room for it there is a sign.
    let whole = state.words.activity.found(meant.count, out: table.out, back: table.back)
    let short = state.words.activity.found(meant.count, out: table.out, back: []) + " · …"
    #expect(state.shows(whole) || state.shows(short))
  }

  // MARK: On the screen

  private static let mixed: [Transaction] = {
    func payment(_ id: String, _ units: Int64, _ type: TransactionType, _ currency: String)
      -> Transaction
    {
      Transaction(
        id: TransactionID(id), cardID: currency == "USD" ? CardID("v-3") : Fixture.cards[0].id,
        type: type, transactedAt: Fixture.now, billedAmount: Money(units, Currency(currency)),
        description: "Zalando")
    }
    return [
      payment("a", 31_20, .complete, "EUR"), payment("b", 48_20, .complete, "USD"),
      payment("c", 10_00, .refund, "EUR"),
    ]
  }()

  @Test func bandsAndSearchesHaveASumForEachCurrency() {
    var state = Self.opened(Self.mixed)
    #expect(state.shows("−€21.20 · −$48.20"))
    state.type("/zalando")
    #expect(state.shows("3 found · €31.20 · $48.20 out · €10.00 back"))
    state.settings.isLinear = true
    state.press(Key(.escape))
    #expect(state.shows("Spent in November 2026: €21.20 · $48.20."))
  }

  @Test(arguments: [(60, "3 found · €31.20 · $48.20 out · …"), (40, "3 found · …")])
  func aSearchMarksSumsThatHaveNoRoom(_ width: Int, _ text: String) {
    let state = Self.opened(Self.mixed, Size(width, 20)).typing("/zalando")
    #expect(state.shows(text))
  }

  /// Older payments that were not read are missing in what is found, unless it is of later days.
  @Test func aSearchSaysThatNotAllIsLoaded() {
    var state = Self.opened(Activity.many, hasMore: true).typing("/shop")
    #expect(state.shows("60 found · €60.00 out · not all loaded"))
    state.retype("march")
    #expect(state.shows("Esc goes back to November. Not all loaded."))
    state.retype("today")
    #expect(state.shows("15 found · €15.00 out") && !state.shows("€15.00 out · not all loaded"))
  }

  /// The bars are of one currency; the sum of the month before has all.
  @Test func theMonthSaysWhatItsBarsLeaveOut() throws {
    let october = try #require(Timestamp("2026-10-10T10:00:00Z"))
    let before = Self.mixed.prefix(2).map { payment in
      var payment = payment
      payment.id = TransactionID("before \(payment.id.rawValue)")
      (payment.transactedAt, payment.sortDate) = (october, october)
      return payment
    }
    var state = Self.opened(Self.mixed + before)
    let line = try #require(state.text.first { $0.contains("By 20 October") })
    #expect(line.contains("€31.20 · $48.20"))
    state.press(Key(.escape))
    #expect(state.shows("November · EUR"))
    #expect(Self.opened(Self.mixed, hasMore: true).shows("EUR · not all loaded"))
  }

  /// Where not all sums fit, the others are not dropped without a sign.
  @Test func whatDoesNotFitIsMarked() {
    let sums = [
      Money(1_00, Currency("EUR")), Money(-2_00, Currency("USD")), Money(3, Currency("JPY")),
    ]
    func text(_ columns: Int) -> String { PaymentText.sums(sums, .english, to: columns) }
    #expect(text(100) == "€1.00 · −$2.00 · ¥3" && text(19) == text(100))
    #expect(text(18) == "€1.00 · −$2.00 · …")
    #expect(text(3) == "€1.00 · …")
    #expect(PaymentText.sums(sums, .english, isSigned: true) == "+€1.00 · −$2.00 · +¥3")
    #expect(PaymentText.sums([], .english, to: 3) == "")
  }

  /// Payments with virtual cards are part of the month, here and on the main screen.
  @Test(arguments: [Size(200, 60), Size(120, 40)])
  func theMonthHasASumForEachCurrency(_ size: Size) throws {
    var state = Self.opened(Self.mixed, size)
    try Self.checkLines(of: state)
    state.press(Key(.escape))
    if size.width < 180 {
      #expect(state.shows("€21.20 · $48.20"))
    } else {
      try Self.checkLines(of: state)
    }
  }

  /// The second sum is below the first one.
  private static func checkLines(of state: State) throws {
    let lines = state.text.map { Array($0) }
    let texts = state.text
    let line = try #require(
      texts.firstIndex { $0.contains("Spent ") && $0.contains("€21.20") })
    let column = try #require(
      lines[line].indices.first { lines[line][$0...].starts(with: "€21.20") })
    #expect(lines[line + 1][column...].starts(with: "$48.20"), "\(texts[line + 1])")
  }

  /// A payment from before the clocks changed has the time of its own day.
  @Test func aPaymentHasItsLocalTime() throws {
    var payments = Array(Activity.many.prefix(2))
    for (index, text) in ["2026-11-02T10:00:00Z", "2026-09-30T21:30:00Z"].enumerated() {
      let time = try #require(Timestamp(text))
      (payments[index].transactedAt, payments[index].sortDate) = (time, time)
    }
    var state = Self.opened(payments)
    #expect(state.shows("12:00  Shop 0"))
    state.type("[")
    #expect(state.shows("00:30  Shop 1") && state.shows("Thu 1 Oct"))
    #expect(state.activityScreen?.summary?.days.first == Money(100, Currency("EUR")))
  }
}
