import Canvas
import WalletAPI
import WalletModel
import Words

extension State {
  /// As many payments as are read at once.
  static let paymentPage = 500

  mutating func openActivity() -> [Effect] {
    guard activityIndex == nil else { return [] }
    var activity = ActivityState()
    let effects = ask(&activity)
    return push(.activity(activity)) + effects
  }

  /// Reads the first page, from the beginning of the range's first day here.
  private mutating func ask(_ activity: inout ActivityState) -> [Effect] {
    let day: Int64 = 86_400_000
    let offset = Int64(clock.utcOffset) * 1000
    let today = (clock.wall.milliseconds + offset) / day
    let days = Int64(activity.asked.range.rawValue)
    activity.asked.query.from =
      days == 0 ? nil : Timestamp(milliseconds: (today - days + 1) * day - offset)
    activity.asked.query.limit = State.paymentPage
    activity.asked.query.nextToken = nil
    return read(&activity)
  }

  private mutating func read(_ activity: inout ActivityState) -> [Effect] {
    activity.isLoading = true
    activity.failure = nil
    if !work.contains(where: { $0.label == words.readingPayments }) {
      startWork(words.readingPayments)
    }
    return [.loadPayments(activity.asked.card, activity.asked.query)]
  }

  mutating func showPayments(
    _ card: CardID?, _ query: TransactionQuery, _ result: Result<TransactionPage, WalletError>
  ) -> [Effect] {
    guard let index = activityIndex, var activity, activity.asked.card == card,
      activity.asked.query == query
    else { return [] }
    endWork(words.readingPayments)
    activity.isLoading = false
    let isOutdated = activity.isOutdated
    activity.isOutdated = false
    activity.asked.query.nextToken = nil
    switch result {
    case .success(let page):
      let focused = activity.shown == activity.asked ? activity.focused?.id : nil
      activity.payments =
        query.nextToken == nil ? page.transactions : activity.payments + page.transactions
      activity.nextToken = page.nextToken
      activity.shown = activity.asked
      // The same payment stays in focus, unless one looks at the newest.
      let place = activity.payments.firstIndex { $0.id == focused }
      if activity.selected > 0 { activity.selected = place ?? 0 }
      activity.showsDetail = activity.showsDetail && activity.focused != nil
    case .failure(let error):
      activity.asked = activity.title
      activity.failure = error
    }
    overlays[index] = .activity(activity)
    if case .failure(let error) = result { return tellPaymentsNotRead(error) }
    return isOutdated ? readPaymentsAgain() : []
  }

  /// What was asked for has not been read. Where nothing is shown, the list has room to say so.
  private mutating func tellPaymentsNotRead(_ error: WalletError) -> [Effect] {
    if error.code == .unauthorized { return readRefused(error) }
    guard activity?.shown != nil else { return [] }
    if error.code == .cancelled {
      tellReadingGivenUp()
    } else if unreachable == nil {
      show(error)
    }
    return []
  }

  /// Payments came or changed.
  mutating func refreshActivity(_ event: WalletEvent) -> [Effect] {
    switch event {
    case .cardsChanged, .connectionRestored: return readPaymentsAgain()
    default: return []
    }
  }

  mutating func readPaymentsAgain() -> [Effect] {
    guard let index = activityIndex, var activity, activity.isLoading else { return ask { _ in } }
    activity.isOutdated = true
    overlays[index] = .activity(activity)
    return []
  }

  /// Asks for other payments; those that are shown stay until these are there.
  mutating func ask(_ change: (inout ActivityState.Question) -> Void) -> [Effect] {
    guard let index = activityIndex, var activity else { return [] }
    change(&activity.asked)
    let effects = ask(&activity)
    overlays[index] = .activity(activity)
    return effects
  }

  /// The screen of payments, where it is open.
  package var activity: ActivityState? {
    guard let index = activityIndex, case .activity(let activity) = overlays[index] else {
      return nil
    }
    return activity
  }

  var activityIndex: Int? {
    overlays.firstIndex {
      if case .activity = $0 { return true }
      return false
    }
  }

  // MARK: Its commands

  /// Why no card's payments can be asked for; nil: they can.
  var noCardsPayments: String? {
    unreadable ?? (activity?.asked.card == nil && focusedRow == nil ? words.noCard : nil)
  }

  mutating func nextRange() -> [Effect] {
    ask { question in
      let all = ActivityState.Range.allCases
      question.range = all[((all.firstIndex(of: question.range) ?? 0) + 1) % all.count]
    }
  }

  mutating func turnPaymentsAround() -> [Effect] {
    ask { $0.query.order = $0.query.order == .ascending ? .descending : .ascending }
  }

  mutating func toggleCardsPayments() -> [Effect] {
    let focused = focusedID
    return ask { $0.card = $0.card == nil ? focused : nil }
  }

  mutating func move(by lines: Int, in activity: ActivityState) -> [Effect] {
    var activity = activity
    let last = max(0, activity.payments.count - 1)
    let wasLast = activity.selected == last
    activity.selected = max(0, min(activity.selected + lines, last))
    var effects: [Effect] = []
    // Before one is there; once that was in vain, when one goes on at the end.
    if activity.selected >= last - 20, let token = activity.nextToken, !activity.isLoading,
      activity.failure == nil || wasLast && lines > 0, unreadable == nil
    {
      activity.asked.query.nextToken = token
      effects = read(&activity)
    }
    replaceTop(.activity(activity))
    return effects
  }

  /// From the payment to the list, from there to the cards.
  mutating func goBack(from activity: ActivityState) -> [Effect] {
    if isWaiting { return cancelWaiting() }
    guard activity.showsDetail, layout != .wide else {
      pop()
      return []
    }
    show(detail: false, of: activity)
    return []
  }

  mutating func show(detail isShown: Bool, of activity: ActivityState) {
    var activity = activity
    activity.showsDetail = isShown
    replaceTop(.activity(activity))
  }

  // MARK: Paying

  /// Why the focused card cannot be held to a terminal; a card that will be declined can.
  var noPaying: String? {
    guard let row = focusedRow else { return words.noCard }
    if hasNoShop { return words.noShop }
    return row.isDamaged ? words.recordIsDamaged : unreachable
  }

  mutating func openPay() -> [Effect] {
    guard let row = focusedRow else { return [] }
    var amount = FormField.text(
      "amount", words.amount, hint: words.inItsCurrency, words.written("4.20"), limit: 12)
    amount.isProposed = true
    let dialog = Dialog(
      .pay(row.id), title: words.payWith(row.title), lines: [words.simulatedShop],
      submitLabel: words.pay, cancelLabel: words.backHint,
      fields: [
        FormField("merchantId", words.merchant, .choice(options: merchantLabels, selected: 0)),
        amount,
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
      ? [words.readingShort]
      : merchants.map {
        $0.isDamaged ? words.damagedEntry : "\($0.name) · \($0.currency.code)"
      }
  }

  mutating func setMerchants(_ result: Result<[Merchant], WalletError>) -> [Effect] {
    switch result {
    case .failure(let error):
      hasNoShop = error.code == .notFound
      if hasNoShop, case .dialog(let dialog) = overlays.last, case .pay = dialog.kind { pop() }
      if unreachable == nil { show(error) }
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
    guard merchants.indices.contains(index), !merchants[index].isDamaged else { return nil }
    let money = Money(written: form.text("amount") ?? "", merchants[index].currency)
    return (merchants[index], money)
  }

  func paymentErrors(_ form: Form) -> [(field: String, error: String)] {
    guard let (merchant, money) = sum(form) else {
      return [("merchantId", merchants.isEmpty ? words.readingShort : words.damagedEntry)]
    }
    guard let money else {
      let example = Money(12_50, merchant.currency).decimal
      return [("amount", words.writeAmount(words.written(example)))]
    }
    return ShopAmount.fieldErrors(written: money, as: words.written).map { ($0.field, $0.error) }
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
