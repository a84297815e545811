package import ScreenKit
package import WalletModel

/// News, with a history.
package struct ToastState: Sendable, Equatable {
  package static let seconds = 5
  package static let historyLimit = 200

  package struct Toast: Sendable, Equatable {
    package enum Kind: Sendable { case success, info, warning, danger }

    /// A key that the message offers: `z undo`.
    package struct Offer: Sendable, Equatable {
      package let key: String
      package let word: String
      package let command: Command.ID
    }

    /// What it is about, which can be opened.
    package enum Subject: Sendable, Equatable {
      case card(CardID)
      case payment(TransactionID)
    }

    package var kind: Kind
    package var text: String
    /// What to do, or the code: in the history, and in the toast where there is room.
    package var detail: String?
    package var offer: Offer?
    package var time: Clock
    /// When it leaves the screen.
    package var deadline: UInt64
    /// Whether it is also in the pane of news.
    package var isNews = false
    package var subject: Subject?

    /// Text and detail as one line.
    var news: String {
      guard let detail else { return text }
      return text + (text.hasSuffix(".") ? " " : " · ") + detail
    }

    /// The same with what it offers.
    package var line: String { offer.map { "\(news) · \($0.key) \($0.word)" } ?? news }
  }

  package private(set) var history: [Toast] = []
  package var current: Toast?
  /// The latest news, until the messages or the activity are looked at. That tab has a dot meanwhile.
  var unseen: Toast?

  /// The latest message that offers something.
  var lastOffering: Toast? { history.last { $0.offer != nil } }

  /// - Parameters:
  ///   - isKept: Whether it is in the history later.
  ///   - isNews: Whether it is also in the pane of news.
  ///   - subject: What it is about; nil: nothing that can be opened.
  package mutating func show(
    _ kind: Toast.Kind, _ text: String, detail: String? = nil, offer: Toast.Offer? = nil,
    clock: Clock, seconds: Int = ToastState.seconds, isKept: Bool = true, isNews: Bool = false,
    about subject: Toast.Subject? = nil
  ) {
    let toast = Toast(
      kind: kind, text: text, detail: detail, offer: offer, time: clock,
      deadline: clock.after(seconds: seconds), isNews: isNews, subject: subject)
    current = toast
    if isNews { unseen = toast }
    guard isKept else { return }
    history.append(toast)
    if history.count > ToastState.historyLimit { history.removeFirst() }
  }

  /// Shows the unseen news again.
  mutating func showUnseen(_ clock: Clock) {
    guard var toast = unseen else { return }
    toast.deadline = clock.after(seconds: 10)
    (current, unseen) = (toast, nil)
  }

  package mutating func expire(at now: UInt64) {
    if let current, current.deadline <= now { self.current = nil }
  }
}
