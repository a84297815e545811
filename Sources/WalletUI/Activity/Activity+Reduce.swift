import Canvas
import WalletAPI
import WalletModel
import Words

extension State {
  /// As many payments as are read at once.
  static let paymentPage = 500

  mutating func openActivity() -> [Effect] {
    var activity = ActivityState(card: nil)
    let effects = ask(&activity)
    return push(.activity(activity)) + effects
  }

  /// Reads the first page, from the beginning of the range's first day here.
  private func ask(_ activity: inout ActivityState) -> [Effect] {
    let day: Int64 = 86_400_000
    let offset = Int64(clock.utcOffset) * 1000
    let today = (clock.wall.milliseconds + offset) / day
    let days = Int64(activity.range.rawValue)
    activity.query.from =
      days == 0 ? nil : Timestamp(milliseconds: (today - days + 1) * day - offset)
    activity.query.limit = State.paymentPage
    activity.query.nextToken = nil
    activity.isLoading = true
    return [.loadPayments(activity.card, activity.query)]
  }

  mutating func showPayments(
    _ card: CardID?, _ query: TransactionQuery, _ result: Result<TransactionPage, WalletError>
  ) -> [Effect] {
    guard let index = activityIndex, case .activity(var activity) = overlays[index],
      activity.card == card, activity.query == query
    else { return [] }
    activity.isLoading = false
    switch result {
    case .success(let page):
      let focused = activity.focused?.id
      activity.payments =
        query.nextToken == nil ? page.transactions : activity.payments + page.transactions
      activity.nextToken = page.nextToken
      activity.failure = nil
      // The same payment stays in focus, unless one looks at the newest.
      let place = activity.payments.firstIndex { $0.id == focused }
      if activity.selected > 0 { activity.selected = place ?? 0 }
    case .failure(let error): activity.failure = error
    }
    overlays[index] = .activity(activity)
    return []
  }

  /// Payments came or changed.
  mutating func refreshActivity(_ event: WalletEvent) -> [Effect] {
    guard let index = activityIndex, case .activity(var activity) = overlays[index] else {
      return []
    }
    switch event {
    case .cardsChanged, .connectionRestored: break
    default: return []
    }
    let effects = ask(&activity)
    overlays[index] = .activity(activity)
    return effects
  }

  var activityIndex: Int? {
    overlays.firstIndex {
      if case .activity = $0 { return true }
      return false
    }
  }

  mutating func activityKey(_ key: Key, _ activity: ActivityState) -> [Effect] {
    var activity = activity
    var effects: [Effect] = []
    let last = max(0, activity.payments.count - 1)
    switch key {
    case Key(.down), .character("j"): activity.selected = min(activity.selected + 1, last)
    case Key(.up), .character("k"): activity.selected = max(0, activity.selected - 1)
    case Key(.pageDown), .control("d"): activity.selected = min(activity.selected + 10, last)
    case Key(.pageUp), .control("u"): activity.selected = max(0, activity.selected - 10)
    case Key(.home), .character("g"): activity.selected = 0
    case Key(.end), .character("G"): activity.selected = last
    case Key(.enter), Key(.right): activity.showsDetail = activity.focused != nil
    case Key(.escape), Key(.left), .character("h"):
      guard activity.showsDetail, layout != .wide else {
        pop()
        return []
      }
      activity.showsDetail = false
    case .character("t"):
      let all = ActivityState.Range.allCases
      let next = (all.firstIndex(of: activity.range) ?? 0) + 1
      activity.range = all[next % all.count]
      activity.selected = 0
      effects = ask(&activity)
    case .character("o"):
      activity.query.order = activity.query.order == .ascending ? .descending : .ascending
      activity.selected = 0
      effects = ask(&activity)
    case .character("f"):
      activity.card = activity.card == nil ? focusedID : nil
      activity.selected = 0
      effects = ask(&activity)
    default:
      guard case .command(let command) = keymap.match([key]) else { return [.bell] }
      switch command.id {
      case Tab.activity.command: return []
      case Tab.cards.command, Tab.virtual.command: pop()
      default:
        // Help, palette, quit and the like work here, too.
        guard command.place == .everywhere || command.place == .wallet else { return [.bell] }
      }
      return run(command)
    }
    if activity.selected >= last - 20, let token = activity.nextToken, !activity.isLoading {
      activity.query.nextToken = token
      activity.isLoading = true
      effects.append(.loadPayments(activity.card, activity.query))
    }
    replaceTop(.activity(activity))
    return effects
  }

  // MARK: Paying

  /// Why the focused card cannot be held to a terminal; a card that will be declined can.
  var noPaying: String? {
    guard let row = focusedRow else { return words.noCard }
    return row.isDamaged ? words.recordIsDamaged : unreachable
  }

  mutating func openPay() -> [Effect] {
    guard let row = focusedRow else { return [] }
    let dialog = Dialog(
      .pay(row.id), title: words.payWith(row.title), lines: [words.simulatedShop],
      submitLabel: words.pay, cancelLabel: words.backHint,
      fields: [
        FormField("merchantId", words.merchant, .choice(options: merchantLabels, selected: 0)),
        .text("amount", words.amount, hint: words.inItsCurrency, "4.20", limit: 12),
      ])
    return push(.dialog(dialog)) + (merchants.isEmpty ? [.loadMerchants] : [])
  }

  /// Where and what one paid last; at first something small at the first merchant.
  mutating func payAgain() -> [Effect] {
    guard let row = focusedRow else { return [] }
    return send(
      .pay(row.id, merchant: lastPayment?.merchant ?? "", lastPayment?.amount ?? ShopAmount(420)))
  }

  private var merchantLabels: [String] {
    merchants.isEmpty
      ? [words.readingShort] : merchants.map { "\($0.name) · \($0.currency.code)" }
  }

  mutating func setMerchants(_ result: Result<[Merchant], WalletError>) -> [Effect] {
    switch result {
    case .failure(let error): if unreachable == nil { show(error) }
    case .success(let list):
      merchants = list
      guard case .dialog(var dialog) = overlays.last, case .pay = dialog.kind else { return [] }
      dialog.form.setChoice("merchantId", options: merchantLabels)
      replaceTop(.dialog(dialog))
    }
    return []
  }

  /// nil: no merchants yet, or no such amount.
  func payment(_ id: CardID, _ form: Form) -> Intent? {
    guard let (merchant, money) = sum(form), let money else { return nil }
    return .pay(id, merchant: merchant.id, ShopAmount(money.minorUnits))
  }

  private func sum(_ form: Form) -> (Merchant, Money?)? {
    let index = form.selected("merchantId")
    guard merchants.indices.contains(index) else { return nil }
    let money = Money(written: form.text("amount") ?? "", merchants[index].currency)
    return (merchants[index], money)
  }

  func paymentErrors(_ form: Form) -> [(field: String, error: String)] {
    guard let (merchant, money) = sum(form) else { return [("merchantId", words.readingShort)] }
    guard let money else {
      let example = Money(12_50, merchant.currency).decimal
      return [("amount", words.writeAmount(example))]
    }
    return ShopAmount(money.minorUnits).fieldErrors.map { ($0.field, $0.error) }
  }

  mutating func paid(_ intent: Intent, _ receipt: ShopReceipt, at merchant: Merchant) -> [Effect] {
    closeDialog(of: intent)
    if case .pay(_, _, let amount) = intent { lastPayment = (merchant.id, amount) }
    let amount = words.money(receipt.billedAmount)
    if receipt.approved {
      let key = keymap.label("shop.again").map(words.payAgainHint) ?? ""
      toasts.show(.success, words.paid(amount, merchant.name), detail: key, clock: clock)
    } else {
      toasts.show(
        .warning, words.notPaid(words.declined(receipt.declineReason)),
        detail: "\(merchant.name) · \(amount)", clock: clock)
    }
    return []
  }
}
