import Canvas
import ScreenKit
import Secrets
import WalletAPI
import WalletModel
import Words

extension Command.Place {
  package static let payment = Command.Place("payment")
}

/// A payment that was opened, above the screen on which it was chosen. It has no number of its own. Esc
/// goes back to that screen, which has not changed. It follows the book of payments.
struct PaymentPage: AppScreen {
  static var tabs: [Tab] { [] }
  static var place: Command.Place { .payment }
  static var commands: [Command] { PaymentSheet.commands }
  static let shared = Set(PaymentSheet.own + ["phone.toggle"])
  static func refusalElsewhere(_ state: State) -> String { state.words.activity.onlyOnPayment }

  /// The tab of the screen below.
  let tab: Tab
  private(set) var payment: Transaction
  /// The known payments of the same purchase, oldest first.
  private(set) var sequence: [Transaction] = []
  /// Whether the wallet has lost it: it was pending, and the reservation has ended.
  private(set) var isGone = false
  private(set) var cursor = SheetCursor()
  /// The payment that comes into its place, once the book has it.
  private var next: TransactionID?
  /// Whether it was in the book: one that was just made is not there yet.
  private var wasKnown = false
  /// The version of the book that it has followed.
  private var version: Int?

  init(_ payment: Transaction, on tab: Tab) {
    self.payment = payment
    self.tab = tab
  }

  /// Opens a payment. One that is open already gives way to it.
  static func open(_ payment: Transaction, _ state: inout State) -> [Effect] {
    PaymentPage(payment, on: state.shown.tab).enter(&state)
  }

  func enter(_ state: inout State) -> [Effect] {
    if state.shown is PaymentPage { state.update(self) } else { state.enter(self) }
    let isWanted = state.paying.shop.merchants.isEmpty && !state.paying.shop.isMissing
    return isWanted && state.unreadable == nil ? [.read(MerchantsQuery())] : []
  }

  // MARK: The book

  /// The book follows the news.
  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect] { [] }

  static func adapt(_ state: inout State) {
    guard state.hasScreen(Self.self), let before = state.screen(Self.self) else { return }
    var page = before
    if page.version != state.activity.book.version {
      page.version = state.activity.book.version
      page.follow(state.activity.book.payments)
    }
    let shown = page
    page.cursor.adapt(to: shown.sheet(state), height: state.areas.page.height)
    if page != before { state.update(page) }
  }

  private mutating func follow(_ payments: [Transaction]) {
    let known = payments.filter { $0.sequenceID == payment.sequenceID && !$0.isDamaged }
    if let new = known.first(where: { $0.id == next }) {
      payment = new
      (next, isGone, cursor) = (nil, false, SheetCursor())
    } else if let now = known.first(where: { $0.id == payment.id }) {
      if now.version >= payment.version { payment = now }
      (wasKnown, isGone) = (true, false)
    } else if wasKnown, payment.type == .pending {
      isGone = true
    }
    let others = known.filter { $0.id != payment.id }
    sequence = ((isGone ? [] : [payment]) + others).sortedByTime(.ascending)
  }

  /// The shop has taken a step of a payment: the book is read again. After a debit of all that was
  /// reserved there is only the debit.
  static func took(
    _ step: ShopStep, of payment: Transaction, _ amount: ShopAmount, _ receipt: ShopReceipt,
    _ state: inout State
  ) -> [Effect] {
    if var page = state.screen(PaymentPage.self), page.payment.id == payment.id {
      let isWhole = amount.minorUnits >= payment.transactedAmount.minorUnits
      if step == .debit, isWhole { page.next = TransactionID(receipt.id) }
      let isRelease = step == .reverse || step == .expire
      if isRelease, receipt.billedAmount.minorUnits == 0 { page.isGone = true }
      state.update(page)
    }
    return PaymentReading.readAgain(&state)
  }

  /// A payment was changed here, or read again: everything that shows it gets its new version. The
  /// page may show a payment that the book does not have.
  static func update(_ payment: Transaction, _ state: inout State) {
    state.activity.book.update(payment)
    state.virtual.payments.update(payment)
    guard var page = state.screen(PaymentPage.self), page.payment.id == payment.id,
      page.payment.version <= payment.version
    else { return }
    page.payment = payment
    state.update(page)
  }

  // MARK: What is possible

  /// Whether another payment is on its way into its place.
  var isChanging: Bool { next != nil }

  /// What the shop can still refund of this debit, in its minor units: what is known. Refunds do not say
  /// of which debit of a purchase they are.
  var refundable: Int64 {
    func sum(_ type: TransactionType) -> Int128 {
      sequence.filter { $0.type == type }.reduce(0) { $0 + Int128($1.transactedAmount.minorUnits) }
    }
    let left = sum(.complete) - sum(.refund)
    return max(0, min(payment.transactedAmount.minorUnits, Int64(clamping: left)))
  }

  /// The merchant of the simulated shop; nil: it is none of them, or they are not known yet.
  func merchant(_ state: State) -> Merchant? {
    state.paying.shop.merchants.first {
      $0.name == payment.description && $0.currency == payment.transactedAmount.currency
    }
  }

  func payment(_ state: State) -> Transaction? { payment }
  func card(_ state: State) -> CardRow? { state.cards.list.row(payment.cardID) }
  func shopCard(_ state: State) -> ShopCard? {
    PaymentCard(payment.cardID, state).map {
      ShopCard(id: payment.cardID, kind: $0.kind, title: $0.title)
    }
  }
  func shopRefusal(_ state: State) -> String? {
    shopCard(state) == nil ? state.words.screen.noCard : nil
  }

  // MARK: Keys

  private func sheet(_ state: State) -> Sheet {
    PaymentSheet(state: state, payment: payment).sheet(self, width: state.areas.page.width)
  }

  /// What has the cursor; nil: nothing.
  func chosen(_ state: State) -> Sheet.Line? { cursor.chosen(in: sheet(state)) }

  func move(by lines: Int, _ state: inout State) -> [Effect] {
    var page = self
    page.cursor.move(by: lines, in: sheet(state), height: state.areas.page.height)
    state.update(page)
    return []
  }

  func page(_ state: State) -> Int { max(1, state.areas.page.height - 1) }
  func lineCount(_ state: State) -> Int { sheet(state).stops.count }
  func openRefusal(_ state: State) -> String? {
    cursor.stop == nil ? state.words.cards.nothingToOpen : nil
  }

  /// Runs the action with the cursor, or goes on to another payment of the purchase.
  func open(_ state: inout State) -> [Effect] {
    switch chosen(state) {
    case .action(let action)?: state.run(action.command.id)
    case .payment(let other)?: PaymentPage(other, on: tab).enter(&state)
    default: []  // The cursor stops at no other line: see `Sheet.Line.isStop`.
    }
  }

  func click(line: Int, _ state: inout State) -> [Effect] {
    var page = self
    guard page.cursor.choose(line) else { return state.run("open") }
    state.update(page)
    return []
  }

  func show(_ pane: Pane, _ state: inout State) -> [Effect] { [] }
  func copyRefusal(_ state: State) -> String? { nil }
  /// Copies the payment's id, which is not secret.
  func copy(_ state: inout State) -> [Effect] {
    [.copy(.paymentID, Secret(text: payment.id.rawValue))]
  }

  func back(_ state: inout State) -> [Effect] {
    if state.isWaiting { return state.cancelWaiting() }
    guard state.phones.simulated.isOpen else { return leave(&state) }
    state.phones.simulated.isOpen = false
    return []
  }

  /// Back to the screen below, which reads what has changed meanwhile.
  func leave(_ state: inout State) -> [Effect] {
    state.leaveScreen()
    return state.shown is VirtualCardsScreen ? VirtualCards.readMissed(&state) : []
  }

  // MARK: Drawing

  var allowsPhone: Bool { true }

  func crumbs(_ state: State) -> Crumbs? {
    guard !state.settings.isLinear else { return nil }
    let about = PaymentSheet(state: state, payment: payment)
    return Crumbs(
      parent: tab.title(state.words), title: about.title,
      detail: payment.isDamaged ? "" : PaymentText.state(payment, state.words), note: about.amount)
  }

  func draw(in frame: Frame, _ body: Rect) {
    let about = PaymentSheet(state: frame.state, payment: payment)
    let (page, isLinear) = (frame.state.areas.page, frame.state.settings.isLinear)
    let sheet = about.sheet(self, width: page.width)
    let (view, area) = (SheetView(frame: frame, cursor: cursor), isLinear ? body : page)
    frame.canvas.mark(.activity, about.title, area)
    guard isLinear else { return view.page(area, sheet) { view.draw(sheet, area) } }
    view.draw(sheet, frame.pane(body, title: about.title, note: about.amount, focused: true))
  }

  func hints(_ frame: Frame) -> [Hint]? {
    let words = frame.words
    let first = [
      Hint.of("back", as: words.backHint, frame), Hint.of("open", as: words.cards.openHint, frame),
    ]
    let ids = Self.commands.map(\.id) + ["activity.card", "palette"]
    return (first + ids.map { Hint.of($0, frame) }).compactMap(\.self)
  }
}
