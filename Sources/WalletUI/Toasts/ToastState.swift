/// The current message and the history.
package struct ToastState: Sendable, Equatable {
  package static let seconds = 5
  package static let historyLimit = 200

  package struct Toast: Sendable, Equatable {
    package enum Kind: Sendable { case success, info, warning, danger }
    package var kind: Kind
    package var text: String
    /// What to do, or the error code. Shown in the history, and in the toast if there is room.
    package var detail: String?
    package var time: Clock
    /// When it disappears, in nanoseconds since boot.
    package var deadline: UInt64

    /// The error code at its end, if there is one: `[WUI-…]`.
    var code: Substring? {
      guard line.hasSuffix("]") else { return nil }
      return line.lastIndex(of: "[").map { line[$0...] }
    }

    /// Text and detail as one line.
    var line: String {
      guard let detail else { return text }
      return text + (text.hasSuffix(".") ? " " : " · ") + detail
    }
  }

  package private(set) var history: [Toast] = []
  package var current: Toast?

  package init() {}

  package mutating func show(
    _ kind: Toast.Kind, _ text: String, detail: String? = nil, clock: Clock,
    seconds: Int = ToastState.seconds
  ) {
    let toast = Toast(
      kind: kind, text: text, detail: detail, time: clock, deadline: clock.after(seconds: seconds))
    current = toast
    history.append(toast)
    if history.count > ToastState.historyLimit { history.removeFirst() }
  }

  package mutating func expire(at now: UInt64) {
    if let current, current.deadline <= now { self.current = nil }
  }
}
