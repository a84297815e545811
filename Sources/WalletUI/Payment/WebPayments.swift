package import ScreenKit
import TextLayout
import ThreeDSecure
package import WalletAPI
package import WalletModel
import Words

/// What was read of payments with a handle and of saved cards.
package struct WebPayments: Sendable {
  package var handles = ListPane<PaymentHandle>()
  package var saved = ListPane<SavedCard>()
  /// What banks said of payments.
  var verdicts = Verdicts()
  /// The accounts that take payments.
  package var methods: [PaymentMethod] = []
  /// Whether that is known.
  var areMethodsRead = false
  /// The server has reported that it has none of this.
  package internal(set) var isMissing = false
  /// Payments whose question this terminal has seen, so that it says so only once.
  var seenQuestions: Set<String> = []
  /// A card that is to be saved once a payment with it was made; nil: none.
  var alsoSaving: AlsoSaving?
}

extension PaymentHandle: ListRow {
  /// Words that its row has, as it was typed.
  package func passes(_ text: String) -> Bool {
    let query = searchBytes(text)
    return [merchantRefNum, merchantName, card.lastDigits, money.decimal, card.holderName]
      .contains { Text.contains($0, folded: query) }
  }
}

extension SavedCard: ListRow {
  package func passes(_ text: String) -> Bool {
    let query = searchBytes(text)
    return [maskedNumber, scheme.name, expiry.short].contains { Text.contains($0, folded: query) }
  }
}

/// A page of the payment handles.
struct HandlesQuery: Query, SendsOperation {
  var nextToken: String?
  var waiting: Waiting? { .reading }
  var operation: ListPaymentHandles { ListPaymentHandles(PaymentHandleQuery(nextToken: nextToken)) }
  func answered(_ result: Result<PaymentHandlePage, WalletError>, _ state: inout State)
    -> [Effect]
  {
    state.paying.web.handles.isLoading = false
    state.endWork(state.words.activity.readingPayments)
    switch result {
    case .success(let page) where nextToken != nil:
      state.paying.web.handles.append(page.handles, nextToken: page.nextToken)
    case .success(let page):
      for handle in page.handles { state.activity.alerts.forget(handle) }
      state.paying.web.handles.replace(
        with: page.handles, nextToken: page.nextToken, keepsPlace: true)
    case .failure(let error): return WebPayments.failed(error, &state)
    }
    return []
  }
}

struct SavedCardsQuery: Query, SendsOperation {
  var waiting: Waiting? { .reading }
  var operation: ListSavedCards { ListSavedCards() }
  func answered(_ result: Result<[SavedCard], WalletError>, _ state: inout State) -> [Effect] {
    state.paying.web.saved.isLoading = false
    state.endWork(state.words.savedCards.readingSaved)
    switch result {
    case .success(let cards):
      state.paying.web.saved.replace(with: cards.reversed(), nextToken: nil, keepsPlace: true)
    case .failure(let error): return WebPayments.failed(error, &state)
    }
    return []
  }
}

struct PaymentMethodsQuery: Query, SendsOperation {
  var operation: ListPaymentMethods { ListPaymentMethods() }
  func answered(_ result: Result<[PaymentMethod], WalletError>, _ state: inout State) -> [Effect] {
    switch result {
    case .success(let methods):
      state.paying.web.methods = methods.filter { !$0.isDamaged }
      state.paying.web.areMethodsRead = true
    case .failure(let error): return WebPayments.failed(error, &state)
    }
    Dialog.refreshTop(&state)
    return []
  }
}

/// What the banks said of the payments that were in focus, for the status that each had then.
struct Verdicts: Sendable {
  private struct Entry {
    let status: PaymentHandleStatus
    var verdict: ThreeDSResult?
  }

  private var entries: [String: Entry] = [:]
  /// More are forgotten and read again.
  private static let most = 200

  /// nil: the bank was not asked, or its answer is not known.
  func verdict(of handle: PaymentHandle) -> ThreeDSResult? { entries[handle.id]?.verdict }

  /// Whether it has to be read.
  mutating func begin(_ handle: PaymentHandle) -> Bool {
    guard entries[handle.id]?.status != handle.status else { return false }
    if entries.count >= Self.most { entries = [:] }
    entries[handle.id] = Entry(status: handle.status, verdict: entries[handle.id]?.verdict)
    return true
  }

  mutating func take(_ verdict: ThreeDSResult?, of handle: PaymentHandle) {
    entries[handle.id]?.verdict = verdict
  }
}

/// What the bank said of a payment (D49). One about which no bank was asked is not found.
struct VerdictQuery: QuietQuery, SendsOperation {
  let handle: PaymentHandle
  var operation: GetAuthentication { GetAuthentication(handle.id) }
  func succeed(_ authentication: CardAuthentication, _ state: inout State) -> [Effect] {
    state.paying.web.verdicts.take(authentication.result, of: handle)
    return []
  }
}

/// What banks ask now. Another terminal may have begun a payment with a card of this wallet.
struct QuestionsQuery: QuietQuery, SendsOperation {
  var operation: ListAuthentications { ListAuthentications() }
  func succeed(_ asked: [CardAuthentication], _ state: inout State) -> [Effect] {
    let own = asked.filter { $0.question?.isOwnCard == true }
    defer { state.paying.web.seenQuestions.formUnion(own.map(\.id)) }
    guard let new = own.first(where: { !state.paying.web.seenQuestions.contains($0.id) }),
      !state.view.overlays.contains(where: { ($0.base as? BankQuestion)?.id == new.id })
    else { return [] }
    let words = state.words
    state.show(
      .warning, words.payments.waits(words.money(new.money), new.merchant),
      detail: words.payments.seePayments(state.keyLabel(for: Tab.webPayments.command.id)),
      seconds: 10)
    return []
  }
}

extension WebPayments {
  static func failed(_ error: WalletError, _ state: inout State) -> [Effect] {
    if error.code == .unauthorized { return SignInAgain.readRefused(error, &state) }
    state.paying.web.isMissing = error.code == .notFound
    if !state.paying.web.isMissing, state.unreachable == nil, error.code != .cancelled {
      state.show(error)
    }
    return []
  }

  /// Why nothing can be paid or saved now; nil: it can.
  static func refusal(_ state: State) -> String? {
    if state.paying.web.isMissing { return state.words.payments.noPaymentService }
    return state.unreachable
  }

  static func readHandles(_ state: inout State) -> [Effect] {
    guard !state.paying.web.isMissing, state.unreadable == nil else { return [] }
    if !state.paying.web.handles.isKnown {
      state.startWork(state.words.activity.readingPayments)
    }
    state.paying.web.handles.isLoading = true
    return [.read(HandlesQuery())]
  }

  static func readSaved(_ state: inout State) -> [Effect] {
    guard !state.paying.web.isMissing, state.unreadable == nil else { return [] }
    if !state.paying.web.saved.isKnown { state.startWork(state.words.savedCards.readingSaved) }
    state.paying.web.saved.isLoading = true
    return [.read(SavedCardsQuery())]
  }

  /// What the forms offer.
  static func readMethods(_ state: State) -> [Effect] {
    guard !state.paying.web.isMissing, state.unreadable == nil else { return [] }
    return (state.paying.web.methods.isEmpty ? [.read(PaymentMethodsQuery())] : [])
      + (state.paying.shop.merchants.isEmpty ? [.read(MerchantsQuery())] : [])
  }
}

/// The time that open payments have left, counted down where they are in sight.
extension WebPayments: Timed {
  static func deadlines(_ state: State) -> [UInt64] {
    guard state.gate == .open, state.shown is PaymentsScreen else { return [] }
    let list = state.paying.web.handles
    var deadlines: [UInt64] = []
    for position in list.top..<min(list.count, list.top + list.height) {
      guard let handle = list[position], handle.status.isOpen else { continue }
      let left = handle.secondsLeft(at: state.clock.wall)
      guard left > 0 else { continue }
      deadlines.append(state.clock.nextSecond(before: state.clock.after(seconds: left)))
    }
    return deadlines
  }
}
