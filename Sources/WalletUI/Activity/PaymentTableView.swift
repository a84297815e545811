import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// The pane with the table of payments.
struct PaymentTableView: FramePart {
  let frame: Frame
  let activity: ActivityScreen
  let areas: ActivityAreas

  private var zone: TimeZone { state.clock.zone }
  private var list: ListPane<Transaction> { activity.list }
  private var isFocused: Bool { activity.pane == .list || !areas.hasSide }

  func draw() {
    let rect = areas.main
    frame.pane(rect, title: title, note: note, focused: isFocused)
    frame.canvas.mark(
      .list, "\(title), \(words.shop.payments(list.count, more: false))", rect,
      target: Target.pane(.list).text)
    if let line = areas.summary { summaryLines(line) }
    if let line = areas.search { searchLine(line) }
    let columns = columns
    if let line = areas.header { header(columns, line) }
    guard list.count > 0 else { return empty(areas.rows.splitTop(1).rest) }
    for line in 0..<max(0, areas.rows.height) {
      let place = Rect(areas.rows.x, areas.rows.y + line, areas.rows.width, 1)
      switch activity.table[activity.table.top + line] {
      case .band(let group): band(group, columns, place)
      case .row(let index):
        guard let payment = list[index] else { return }
        frame.canvas.mark(
          .row, PaymentText.sentence(payment, state), place, target: Target.item(index).text)
        // The bar of the selected row stands before the text.
        frame.draw(
          row(payment, columns, isSelected: index == list.selected),
          in: Rect(place.x - 2, place.y, place.width + 3, 1))
      case nil: break
      }
    }
    frame.scrollbar(
      first: activity.table.top, visible: areas.rows.height, of: activity.table.count,
      Rect(rect.maxX - 2, areas.rows.y, 1, areas.rows.height), focused: isFocused)
  }

  // MARK: Over the table

  private var title: String {
    areas.hasSide || list.filter != nil ? words.activity.payments : words.month(activity.month)
  }

  private var note: String {
    let sorted =
      switch activity.sort {
      case .newest: words.activity.sortNewest
      case .oldest: words.activity.sortOldest
      case .amount: words.activity.sortAmount
      case .merchant: words.activity.sortMerchant
      }
    guard list.count > 0 else { return sorted }
    if areas.main.width < 60 { return words.position(list.selected + 1, of: list.count) }
    return "\(words.position(list.selected + 1, of: list.count)) · \(sorted)"
  }

  private func summaryLines(_ rect: Rect) {
    guard let summary = activity.summary, summary.count > 0 else { return }
    let month = MonthSummaryView(frame: frame, summary: summary)
    var x = rect.x + frame.canvas.write(words.activity.spent + " ", rect.x, rect.y, theme[.text])
    let sums = PaymentText.sums(summary.inEach(\.spent), words, to: rect.maxX - x)
    x += frame.canvas.write(sums, x, rect.y, theme[.strong]) + 3
    if let (text, role) = month.comparison {
      frame.canvas.write(Text.truncate(text, to: rect.maxX - x), x, rect.y, theme[role])
    }
    x = rect.x + frame.canvas.write(words.activity.mostly + " ", rect.x, rect.y + 1, theme[.muted])
    for part in summary.categories.prefix(3) where part.percent > 0 {
      let name = words.activity.category(part.name)
      let share = " \(part.percent) %"
      guard x + Text.width(of: name + share) <= rect.maxX else { return }
      x += frame.canvas.write(name, x, rect.y + 1, theme[.text])
      x += frame.canvas.write(share, x, rect.y + 1, theme[.muted]) + 3
    }
  }

  /// Title and note, for line mode.
  var heading: String { "\(title), \(note)." }

  /// What is searched for and what was found, for line mode.
  var searchSentence: String {
    let text = list.filter?.input.text ?? ""
    return "\(words.activity.searchLabel): \(text). \(searchNotes(text).first?.text ?? "")"
  }

  /// What a band says of the group that begins with this payment.
  func bandTitle(_ payment: Transaction) -> String {
    guard isByDay else { return payment.description }
    let date = words.weekday(payment.transactedAt, in: zone)
    return dayName(payment.transactedAt).map { "\($0), \(date)" } ?? date
  }

  private func searchLine(_ line: Rect) {
    guard let filter = list.filter else { return }
    let theme = theme
    func on(_ role: Role) -> Style { theme.style(role, on: .field) }
    frame.canvas.fill(line.outset(1), on(.text))
    // What is typed comes first; `…` replaces sums that do not fit.
    let room = line.width - Text.width(of: filter.input.text) - 6
    let notes = searchNotes(filter.input.text)
    let note = notes.first { Text.width(of: $0.text) <= room } ?? ("", .muted)
    let noteWidth = Text.width(of: note.text)
    frame.canvas.write("/", line.x, line.y, on(.key))
    frame.textInput(
      filter.input, hint: words.activity.searchExample,
      Rect(line.x + 2, line.y, line.width - 4 - noteWidth, 1),
      on(filter.isEditing ? .strong : .text), on: .field,
      isFocused: filter.isEditing && state.view.overlays.isEmpty)
    frame.write(note.text, endingAt: line.maxX, line.y, on(note.role))
  }

  /// nil: what was not read can be no part of what is searched for.
  private var notAllLoaded: String? {
    guard case .search(let search)? = list.condition, let from = state.activity.book.loadedFrom,
      search.canMatch(upTo: from)
    else { return nil }
    return words.activity.notAllLoaded
  }

  /// What was found with its sums, or what is wrong; the longest first.
  private func searchNotes(_ text: String) -> [(text: String, role: Role)] {
    guard !text.isEmpty else { return [] }
    let words = words
    // What the words mean has no part in a mistake.
    let search = PaymentSearch(text, now: state.clock.wall, in: zone)
    if let mistake = search.mistake {
      return [(words.text(mistake.reason), .warning)]
    }
    let (count, out, rest) = (list.count, activity.table.out, notAllLoaded.map { " · " + $0 } ?? "")
    let whole = words.activity.found(count, out: out, back: activity.table.back) + rest
    let sums = words.activity.found(count, out: out, back: []) + " · …" + rest
    let number = words.activity.found(count, out: [], back: []) + " · …"
    return [whole, sums, number + rest, number, "…"].map { ($0, .muted) }
  }

  private var columns: PaymentColumns {
    let categories = MerchantCategory.allCases.map { Text.width(of: words.activity.category($0)) }
    return PaymentColumns(
      areas.rows, activity.table, when: isByDay ? 5 : words.activity.dayColumns,
      categoryWidth: categories.max() ?? 0)
  }

  private var isByDay: Bool { activity.sort == .newest || activity.sort == .oldest }

  private func header(_ columns: PaymentColumns, _ line: Rect) {
    func write(_ title: String, _ x: Int?, isSorted: Bool = false) {
      guard let x else { return }
      frame.canvas.write(title, x, line.y, theme[isSorted ? .key : .muted])
    }
    let amountStart = columns.amountEnd - Text.width(of: words.amount)
    write(words.when, line.x, isSorted: isByDay)
    write(words.merchant, columns.merchant.lowerBound, isSorted: activity.sort == .merchant)
    write(words.activity.category, columns.category?.lowerBound)
    write(words.card, columns.card?.lowerBound)
    write(words.amount, amountStart, isSorted: activity.sort == .amount)
    write(words.shop.stateOfPayment, columns.state?.lowerBound)
  }

  // MARK: Lines

  private func band(_ group: PaymentTable.Group, _ columns: PaymentColumns, _ line: Rect) {
    guard let payment = list[group.first] else { return }
    let time = payment.transactedAt
    frame.draw(
      PaymentBand(
        name: isByDay ? dayName(time) : payment.description, day: isByDay ? time : nil,
        sums: group.sums, amountEnd: columns.amountEnd, zone: zone), in: line.outset(1))
  }

  /// `Today` or `Yesterday`; nil: the day has only a date.
  private func dayName(_ time: Timestamp) -> String? {
    let (day, now) = (time.civil(in: zone).dayNumber, state.clock.wall.civil(in: zone))
    if day == now.dayNumber { return words.shop.today.capitalizedFirst }
    return day == now.adding(days: -1).dayNumber ? words.activity.yesterday.capitalizedFirst : nil
  }

  private func row(
    _ payment: Transaction, _ columns: PaymentColumns, isSelected: Bool
  ) -> PaymentRow {
    PaymentRow(
      payment: payment, columns: columns, isByDay: isByDay,
      card: columns.card == nil ? nil : PaymentCard(payment.cardID, state), zone: zone,
      isSelected: isSelected, isFocused: isFocused)
  }

  // MARK: Empty

  /// Why there is nothing, and what fills it.
  func empty(_ rect: Rect) {
    let words = words
    let text: String
    if let filter = list.filter, !filter.input.text.isEmpty, state.activity.book.isKnown {
      let none = words.activity.noPaymentMatches(
        Text.truncate(filter.input.text, to: 30), back: activity.month)
      text = none + (notAllLoaded.map { " \(words.screen.standingAlone($0))." } ?? "")
    } else if !state.activity.book.isKnown, let error = state.activity.book.failure {
      let used = frame.paragraph(words.errors.sentence(error), rect, theme[.danger])
      let again = words.screen.readsAgain(key: state.keyLabel(for: "wallet.reload"))
      let advice = state.unreadable == nil ? words.errors.advice(error) + " " : ""
      frame.paragraph(advice + again + ".", rect.splitTop(used + 1).rest, theme[.muted])
      return
    } else if !state.activity.book.isKnown {
      text = PaymentReading.failure(state) ?? words.activity.readingPayments + "…"
    } else if state.activity.book.payments.isEmpty {
      text = words.activity.noPaymentsAtAll(
        cards: state.keyLabel(for: Tab.cards.command.id), pay: state.keyLabel(for: "shop.pay"))
    } else if state.activity.book.isLoading {
      text = words.activity.readingPayments + "…"
    } else {
      let month = activity.month
      let isOver = month < CalendarMonth(state.clock.wall, in: zone)
      let key = state.keyLabel(for: isOver ? "activity.month.after" : "activity.month.before")
      text =
        isOver
        ? words.activity.nothingIn(month, key: key, next: month.adding(1))
        : words.activity.nothingYetIn(month, key: key, back: month.adding(-1))
    }
    frame.paragraph(text, rect, theme[.muted])
  }
}

/// The title of a group: a slightly lighter row. Where there are few colours its bold text shows it.
private struct PaymentBand: CachedView {
  /// The merchant, or what the day is called beside its date.
  let name: String?
  /// nil: the group is not that of a day.
  let day: Timestamp?
  let sums: [Money]
  let amountEnd: Int
  let zone: TimeZone

  func draw(on surface: Surface, in rect: Rect) {
    let (x, y, words, theme) = (rect.x + 1, rect.y, surface.words, surface.theme)
    func on(_ role: Role) -> Style { theme.style(role, on: .band) }
    surface.canvas.fill(rect, on(.text))
    let date = day.map { words.weekday($0, in: zone) } ?? ""
    let sums = PaymentText.sums(sums, words, to: amountEnd - x - 12, isSigned: true)
    surface.write(sums, endingAt: amountEnd, y, on(.muted))
    let room = amountEnd - x - max(10, Text.width(of: sums)) - 2
    let used = surface.canvas.write(Text.truncate(name ?? date, to: room), x, y, on(.strong))
    guard name != nil, used + 2 + Text.width(of: date) <= room else { return }
    surface.canvas.write(date, x + used + 2, y, on(.muted))
  }
}

/// A payment in the table, with its selection.
private struct PaymentRow: CachedView {
  let payment: Transaction
  let columns: PaymentColumns
  /// Whether bands say the day.
  let isByDay: Bool
  /// nil: it is not known, or has no column.
  let card: PaymentCard?
  let zone: TimeZone
  let isSelected: Bool
  let isFocused: Bool

  func draw(on surface: Surface, in rect: Rect) {
    let ground = isSelected ? surface.selectedRow(rect, isFocused: isFocused) : .surface
    let line = Rect(rect.x + 2, rect.y, rect.width - 3, 1)
    let (theme, words) = (surface.theme, surface.words)
    func on(_ role: Role) -> Style { theme.style(role, on: ground) }
    if payment.isDamaged {
      surface.canvas.write(
        words.damagedRecord, columns.merchant.lowerBound, line.y, on(.danger),
        limit: columns.merchant.count)
      return
    }
    let isDeclined = payment.type == .decline
    let when =
      isByDay
      ? words.minute(payment.transactedAt, in: zone)
      : Text.pad(
        words.day(payment.transactedAt, in: zone), to: words.activity.dayColumns, right: true)
    surface.canvas.write(when, line.x, line.y, on(.muted))
    let text = on(isDeclined ? .muted : isSelected ? .strong : .text)
    let sign = payment.type.sign
    // Without a column for the state, a decline replaces the amount, which nobody paid.
    let isInPlace = isDeclined && columns.state == nil
    let last =
      isInPlace
      ? "\(sign.text(ascii: surface.isASCII)) \(words.cards.transaction(.decline))"
      : PaymentText.amount(payment, words)
    var end =
      columns.merchantTouchesAmount
      ? columns.amountEnd - Text.width(of: last) - 2 : columns.merchant.upperBound
    if columns.state == nil, !isInPlace {
      end = TransactionsView(surface: surface, zone: zone).unusualState(
        payment, columns.merchant.lowerBound..<end, line.y, on: ground)
    }
    surface.canvas.write(
      Text.truncate(payment.description, to: end - columns.merchant.lowerBound),
      columns.merchant.lowerBound, line.y, text)
    if let category = columns.category {
      surface.canvas.write(
        words.activity.category(payment.category), category.lowerBound, line.y, on(.muted))
    }
    if let place = columns.card, let card {
      surface.chip(card, Rect(place.lowerBound, line.y, 2, 1))
      surface.canvas.write(
        card.title(within: place.count - 3), place.lowerBound + 3, line.y,
        on(isDeclined ? .muted : .text))
    }
    // Terminals show what is struck through as dim: a muted amount could not be read.
    var style = on(payment.type == .refund ? .credit : .text)
    if isDeclined { style = isInPlace ? on(.danger) : style.with(.strike) }
    surface.write(last, endingAt: columns.amountEnd, line.y, style)
    if let state = columns.state {
      // A reason that is too long is not cut: the payment itself says it.
      let reason = PaymentText.state(payment, words)
      let fits = Text.width(of: reason) + 2 <= state.count
      surface.state(
        sign, fits ? reason : words.cards.transaction(payment), payment.type.role, state.lowerBound,
        line.y,
        room: state.count, on: ground)
    }
  }
}

extension Surface {
  /// Only the colours of the card. Virtual cards have those of Visa.
  fileprivate func chip(_ card: PaymentCard, _ rect: Rect) {
    if let row = card.row { return chip(row, rect) }
    chip([], .visa, .full, rect)
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Rect {
  /// With so many more columns at either side.
  fileprivate func outset(_ columns: Int) -> Rect {
    Rect(x - columns, y, width + 2 * columns, height)
  }
}

/// A payment in words.
enum PaymentText {
  /// With its sign: `−€31.45`, `+€49.95`.
  static func amount(_ payment: Transaction, _ words: Words) -> String {
    payment.type == .refund
      ? "+" + words.money(payment.billedAmount) : words.money(-payment.billedAmount)
  }

  /// As many sums as fit, one at least; `…` replaces the others.
  static func sums(
    _ sums: [Money], _ words: Words, to columns: Int = .max, isSigned: Bool = false
  ) -> String {
    let sums = sums.map { (isSigned && $0.minorUnits > 0 ? "+" : "") + words.money($0) }
    let texts = sums.indices.reversed().map { last in
      sums[...last].joined(separator: " · ") + (last + 1 < sums.count ? " · …" : "")
    }
    return texts.first { Text.width(of: $0) <= columns } ?? texts.last ?? ""
  }

  /// A decline says why.
  static func state(_ payment: Transaction, _ words: Words) -> String {
    payment.type == .decline && payment.declineReason != nil
      ? words.limits.declined(payment) : words.cards.transaction(payment)
  }

  /// `Thu 19 Nov 19:48, Happy Bar & Grill, −€31.45, complete, Everyday`.
  static func sentence(_ payment: Transaction, _ state: State) -> String {
    let words = state.words
    guard !payment.isDamaged else { return words.damagedRecord }
    let zone = state.clock.zone
    let time = payment.transactedAt
    return [
      "\(words.weekday(time, in: zone)) \(words.minute(time, in: zone))",
      payment.description, amount(payment, words),
      words.cards.wholeState(payment),
      PaymentCard(payment.cardID, state)?.title,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
