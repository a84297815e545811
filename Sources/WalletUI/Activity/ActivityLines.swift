import Canvas
import ScreenKit
import Themes
import WalletModel
import Words

/// The screen of payments in sentences, for line mode.
struct ActivityLines: FramePart {
  let frame: Frame
  let activity: ActivityScreen

  func draw(_ areas: ActivityAreas) {
    let rect = areas.main.inset(1, 0)
    activity.pane == .details ? page(rect) : table(areas, rect)
  }

  private func table(_ areas: ActivityAreas, _ rect: Rect) {
    let list = activity.list
    let view = PaymentTableView(frame: frame, activity: activity, areas: areas)
    frame.canvas.mark(.list, words.shop.payments(list.count, more: false), rect)
    var y = rect.y
    func write(_ text: String, _ role: Role = .text) {
      guard y < rect.maxY else { return }
      frame.canvas.write(text, rect.x, y, theme[role])
      y += 1
    }
    write(view.heading, .title)
    if list.filter != nil { write(view.searchSentence) }
    if list.count == 0 {
      view.empty(Rect(rect.x, y, rect.width, rect.maxY - y))
      return
    }
    if list.filter == nil, let summary = activity.summary {
      for sentence in sentences(summary).prefix(2) { write(sentence) }
    }
    let first = activity.table.top
    for line in 0..<max(0, rect.maxY - y) {
      switch activity.table[first + line] {
      case .band(let group):
        guard let payment = list[group.first], !group.sums.isEmpty else { continue }
        let sums = PaymentText.sums(group.sums, words, isSigned: true)
        write(words.activity.daySentence(view.bandTitle(payment), sums), .strong)
      case .row(let index):
        guard let payment = list[index] else { return }
        let place = Rect(rect.x, y, rect.width, 1)
        let text = PaymentText.sentence(payment, state)
        frame.canvas.mark(.row, text, place, target: Target.item(index).text)
        if index == list.selected, frame.canvas.cursor == nil {
          frame.canvas.cursor = Point(rect.x, y)
        }
        write(text)
      case nil: return
      }
    }
  }

  private func page(_ rect: Rect) {
    frame.canvas.mark(.details, words.month(activity.month), rect)
    let lines = activity.summary.map(sentences) ?? []
    for (index, line) in lines.prefix(rect.height).enumerated() {
      frame.canvas.write(line, rect.x, rect.y + index, theme[.text])
    }
  }

  /// What was spent, as sentences.
  private func sentences(_ summary: SpendingSummary) -> [String] {
    var lines = [words.activity.spentIn(summary.month, words.sums(summary.inEach(\.spent)))]
    if let (text, _) = MonthSummaryView(frame: frame, summary: summary).comparison {
      lines.append(text + ".")
    }
    lines += (state.activity.budgets.map { summary.uses(of: $0) } ?? []).map {
      words.activity.budgetSentence($0)
    }
    lines += summary.byCurrency.flatMap(\.categories).map {
      words.activity.partSentence(
        words.activity.category($0.name), words.money($0.spent), percent: $0.percent)
    }
    lines += summary.byCurrency.flatMap(\.cards).map {
      words.activity.partSentence(
        PaymentCard($0.name, state)?.title ?? words.card, words.money($0.spent), percent: $0.percent
      )
    }
    lines += summary.byCurrency.flatMap { $0.merchants.prefix(10) }.map {
      words.activity.merchantSentence($0.name, words.money($0.spent), times: $0.count)
    }
    let view = MonthSummaryView(frame: frame, summary: summary)
    return lines + view.subscriptionSentences + view.monthSentences
  }
}
