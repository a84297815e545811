import Canvas
import Testing
import Themes
import WalletModel

@testable import WalletUI

extension State {
  /// The screen as lines of text.
  var text: [String] {
    let canvas = render(self, .plain)
    return (0..<canvas.size.height).map { canvas.text(row: $0) }
  }

  /// Answers the queries for payments with an error.
  mutating func fail(_ effects: [Effect], _ code: ErrorCode) {
    for query in effects.compactMap(\.payments) {
      fail(query, code)
    }
  }
}

/// The payments screen as its tests open it.
enum Activity {
  static let sizes = [Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 15)]

  /// The screen of a wallet on a server, with the third card selected.
  static func opened(_ size: Size = Size(120, 40)) -> State {
    var state = remoteState(size, focus: 2)
    state.showActivity()
    return state
  }

  static let many = (0..<60).map { index in
    Transaction(
      id: TransactionID("p\(index)"), cardID: Fixture.cards[0].id, type: .complete,
      transactedAt: Fixture.now.adding(seconds: -Int64(index) * 3600),
      billedAmount: Money(100, Currency("EUR")), description: "Shop \(index)")
  }

  static let last = CalendarMonth(Fixture.now, in: .utc)
}
