import Canvas
import ScreenKit

/// Where the parts of the screen of payments are at a size.
struct ActivityAreas {
  /// The pane with the table, or the other one where there is room for one only.
  let main: Rect
  /// The month beside the table, and the payment below it or below the days.
  private(set) var month: Rect?
  private(set) var payment: Rect?
  /// The days of the month, its weeks and its cards.
  private(set) var days: Rect?
  /// The lines over the table that say what was spent, where the month has no place beside it.
  private(set) var summary: Rect?
  private(set) var search: Rect?
  private(set) var header: Rect?
  /// The lines of the table.
  let rows: Rect

  /// The least width for the month beside the table.
  private static let sideWidth = 110
  /// The least width for the days beside the month.
  private static let threeColumns = 180
  private static let tableOfThree = 84
  private static let sideOfThree = 44
  private static let widestDays = 70
  private static let paymentHeight = 10

  var hasSide: Bool { month != nil }

  init(_ state: State, _ activity: ActivityScreen) {
    let body = state.areas.body
    let isLinear = state.settings.isLinear
    if !isLinear, state.view.size.width >= Self.sideWidth, body.height >= 20 {
      let isWide = state.view.size.width >= Self.threeColumns
      let side = isWide ? Self.sideOfThree : min(52, body.width * 38 / 100)
      let days = isWide ? body.width - Self.tableOfThree - side - 1 : 0
      let (table, right) = body.splitLeft(body.width - side - days - 1)
      main = table
      let (middle, last) = Rect(right.x + 1, right.y, right.width - 1, right.height).splitLeft(side)
      if isWide {
        let third = Rect(last.x + 1, last.y, min(Self.widestDays, last.width - 1), last.height)
        let (top, bottom) = third.splitBottom(Self.paymentHeight)
        (month, self.days, payment) = (middle, top, bottom)
      } else {
        (month, payment) = middle.splitTop(middle.height - Self.paymentHeight)
      }
    } else {
      main = body
    }
    var inside = Frame.paneInside(main, air: main.height >= 26 ? 1 : 0)
    // What a search finds is of any month.
    if month == nil, activity.list.filter == nil, !isLinear, inside.height >= 9,
      inside.width >= 40
    {
      let (top, rest) = inside.splitTop(3)
      (summary, inside) = (top, rest)
    }
    if activity.list.filter != nil {
      let (top, rest) = inside.splitTop(inside.height >= 9 ? 2 : 1)
      (search, inside) = (Rect(top.x, top.y, top.width, 1), rest)
    }
    if inside.height >= 5 {
      let (top, rest) = inside.splitTop(1)
      (header, inside) = (top, rest)
    }
    rows = inside
  }
}

/// The columns of the table at a width. A line gives up its parts in this order: category, state, card.
struct PaymentColumns: Equatable {
  let merchant: Range<Int>
  /// The chip and the name.
  private(set) var card: Range<Int>?
  /// Where amounts end.
  let amountEnd: Int
  private(set) var state: Range<Int>?
  private(set) var category: Range<Int>?
  /// Whether the amount follows the merchant: a short one then leaves room for a longer name.
  var merchantTouchesAmount: Bool { card == nil && category == nil }

  private static let amountWidth = 10
  private static let leastMerchant = 14

  /// - Parameters:
  ///   - when: Columns of the time or the date.
  ///   - categoryWidth: Columns of the longest category.
  init(_ rect: Rect, _ table: PaymentTable, when: Int, categoryWidth: Int) {
    var end = rect.maxX
    let start = rect.x + when + 2
    let cardWidth = min(table.cardWidth, rect.width >= 84 ? 24 : rect.width >= 70 ? 14 : 10) + 3
    var room = rect.width - when - 2 - Self.amountWidth - Self.leastMerchant
    func take(_ width: Int) -> Range<Int>? {
      guard room >= width + 3 else { return nil }
      room -= width + 3
      return 0..<width
    }
    let card = take(cardWidth)
    // Before long states and a category there is room for whole names of merchants.
    let names = max(0, min(24, table.merchantWidth) - Self.leastMerchant)
    let state = take(max(14, min(table.stateWidth, rect.width / 4, room - 3 - names)))
    room -= names
    let category = state == nil ? nil : take(categoryWidth)
    if let state {
      self.state = end - state.count..<end
      end -= state.count + 3
    }
    amountEnd = end
    end -= Self.amountWidth + 2
    if let card {
      self.card = end - card.count..<end
      end -= card.count + 1
    }
    if let category {
      self.category = end - category.count..<end
      end -= category.count + 2
    }
    merchant = start..<max(start, end)
  }
}
