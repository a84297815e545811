import ScreenKit
import Testing

@testable import WalletUI

/// The behaviour that every screen with a list relies on.
@Suite struct ListPaneTests {
  private struct Item: ListRow, Equatable {
    let id: Int
    /// A row passes if `divisor` divides its id.
    func passes(_ divisor: Int) -> Bool { id % divisor == 0 }
  }

  private static func items(_ ids: Range<Int>) -> [Item] { ids.map { Item(id: $0) } }

  private static func list(_ count: Int) -> ListPane<Item> {
    var list = ListPane<Item>()
    list.put(items(0..<count), at: 0, of: count)
    return list
  }

  @Test func pagesByOffsetFollowOrReplaceEachOther() {
    var list = ListPane<Item>()
    #expect(list.isLoading && !list.isKnown && list.focused == nil)
    list.put(Self.items(0..<3), at: 0, of: 5)
    #expect(list.isLoading && list.isKnown && list.count == 3)
    list.put(Self.items(3..<5), at: 3, of: 5)
    #expect(!list.isLoading && list.rows == Self.items(0..<5))
    list.select(4)
    list.put(Self.items(10..<12), at: 0, of: 4)
    list.trim()
    #expect(list.rows.map(\.id) == [10, 11, 2, 3] && list.focused?.id == 3)
    #expect(list.row(0) == nil && list.row(4) == nil && list.row(11) != nil)
  }

  /// After the list was read again, the same row stays selected, unless the first row was selected.
  @Test(arguments: [(0, 0, true), (3, 5, true), (3, 0, false)])
  func thePlaceIsKept(_ before: Int, _ after: Int, _ keepsPlace: Bool) {
    var list = ListPane<Item>()
    list.replace(with: Self.items(2..<8), nextToken: "6", keepsPlace: true)
    list.select(before)
    list.replace(with: Self.items(0..<8), nextToken: nil, keepsPlace: keepsPlace)
    #expect(list.selected == after && list.nextToken == nil)
  }

  @Test func theNextPageIsAskedForNearTheEnd() {
    var list = ListPane<Item>()
    list.replace(with: Self.items(0..<100), nextToken: "100", keepsPlace: false)
    list.isLoading = false
    #expect(list.nextPage(going: 1, from: 0, afterFailure: false) == nil)
    list.select(79)
    #expect(list.nextPage(going: 1, from: 78, afterFailure: false) == "100")
    #expect(list.nextPage(going: 1, from: 78, afterFailure: true) == nil)
    list.select(99)
    #expect(list.nextPage(going: 1, from: 99, afterFailure: true) == "100")
    list.isLoading = true
    #expect(list.nextPage(going: 1, from: 99, afterFailure: false) == nil)
    list.append(Self.items(100..<150), nextToken: nil)
    #expect(list.count == 150 && list.focused?.id == 99)
  }

  @Test func aConditionNarrowsAndKeepsTheRow() {
    var list = Self.list(100)
    list.select(12)
    list.show(2)
    #expect(list.count == 50 && list.focused?.id == 12 && list.selected == 6)
    list.show(4, narrowing: true)
    #expect(list.count == 25 && list.focused?.id == 12)
    // The condition also applies to rows that are read later.
    list.put(Self.items(100..<109), at: 100, of: 109)
    #expect(list.count == 28 && list[27]?.id == 108)
    list.show(nil)
    #expect(list.count == 109 && list.focused?.id == 12)
  }

  /// If no row was chosen during filtering, the row from before is selected again.
  @Test(arguments: [false, true]) func afterAFilter(_ chooses: Bool) {
    var list = Self.list(100)
    list.select(7)
    list.startFilter()
    list.show(10)
    #expect(list.selected == 0)
    if chooses { list.move(by: 2) }
    list.acceptFilter()
    list.endFilter(nil)
    #expect(list.focused?.id == (chooses ? 20 : 0))
    list.select(7)
    list.startFilter()
    list.show(10)
    list.endFilter(nil)
    #expect(list.focused?.id == 7)
  }

  /// The selection stays visible, with a margin of lines if there is room.
  @Test(arguments: [1, 2, 5, 10, 200]) func theSelectionStaysInSight(_ height: Int) {
    var list = Self.list(100)
    list.height = height
    for step in [1, 3, 50, -7, -50, 100, -100] {
      list.move(by: step)
      #expect((list.top..<list.top + height).contains(list.selected), "after \(step)")
      #expect(list.top >= 0 && list.top <= max(0, 100 - height))
    }
  }
}
