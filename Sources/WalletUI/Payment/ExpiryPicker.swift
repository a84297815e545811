import CardEntry
import ScreenKit
import WalletModel
import Words

/// All months in which a card can expire, in groups by year (D12).
struct ExpiryPicker: PickerOverlay {
  let today: CalendarMonth
  var picker = Picker()

  private var months: [CalendarMonth] {
    CardEntryRules.years(today).flatMap { year in
      (1...12).map { CalendarMonth(year: year, month: $0) }
    }.filter { $0 >= today }
  }

  func list(_ state: State) -> PickerList {
    let words = state.words
    let years = CardEntryRules.years(today).map { year in
      PickerList.Group(
        title: "\(year)",
        rows: months.filter { $0.year == year }.map { month in
          let short = CardExpiry(month).short
          return PickerList.Row(
            id: short, title: "\(words.monthName(month)) \(month.year)", note: short)
        })
    }
    return picker.list(years, words) { [$0.id, $0.id.filter { $0 != "/" }] }
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard let dialog = state.top(Dialog.self),
      let month = months.first(where: { CardExpiry($0).short == row.id })
    else { return [] }
    return dialog.changed(&state) { $0.pick(CardExpiry(month)) }
  }

  func title(_ state: State) -> String { state.words.cardEntry.expiryLabel }
  func verb(_ state: State) -> String { state.words.cardEntry.takeMonth }
}

extension CardExpiry {
  fileprivate init(_ month: CalendarMonth) { self.init(month: month.month, year: month.year) }
}
