package import Canvas
import ScreenKit
package import Script
package import Secrets
package import Themes
package import WalletAPI
package import WalletUI

/// Plays a script on the real application, without a terminal and without waiting. The reducer gets
/// the keys, effects are carried out one after the other, and the script advances the clock. The
/// same script produces the same frames each time.
package struct VirtualPlayer {
  /// A wallet to play on: the first state, and the function that carries out effects.
  package struct Wallet {
    let state: State
    let answer: @Sendable (Effect) async -> Action?
    let news: @Sendable () -> [WalletEvent]
    let nextNews: @Sendable () -> UInt64?

    /// - Parameters:
    ///   - answer: Carries out an effect.
    ///   - news: Returns the events that effects or the time have caused.
    ///   - nextNews: When time causes the next news, in nanoseconds; nil: none are expected.
    package init(
      _ state: State, answer: @escaping @Sendable (Effect) async -> Action?,
      news: @escaping @Sendable () -> [WalletEvent],
      nextNews: @escaping @Sendable () -> UInt64?
    ) {
      self.state = state
      self.answer = answer
      self.news = news
      self.nextNews = nextNews
    }
  }

  /// The result of playing a script.
  package enum End: Sendable, Equatable {
    /// The script was played. The value is its length in nanoseconds.
    case done(UInt64)
    case failed(Playback.Failure)
  }

  private var playback: Playback
  private let theme: (State) -> Theme
  private let clock: VirtualClock
  private let startTime: UInt64
  private let open: () async throws -> Wallet
  private var wallet: Wallet
  private var state: State
  private var shown: Canvas
  private var isDirty = false

  /// - Parameters:
  ///   - theme: Returns the theme for a state.
  ///   - open: Creates a new wallet.
  package init(
    _ playback: Playback, _ clock: VirtualClock, theme: @escaping (State) -> Theme,
    open: @escaping () async throws -> Wallet
  ) async throws {
    self.playback = playback
    self.clock = clock
    self.theme = theme
    self.open = open
    startTime = clock.nanoseconds
    wallet = try await open()
    state = wallet.state
    shown = render(state, theme(state))
    try await begin()
  }

  /// The current frame, without captions.
  package var frame: Canvas { shown }
  package var caption: String { playback.caption }
  package var currentTheme: Theme { theme(state) }
  /// Nanoseconds since the start.
  package var elapsed: UInt64 { clock.nanoseconds - startTime }

  /// Plays until the end.
  ///
  /// - Parameters:
  ///   - marked: Called for each mark with its name.
  ///   - changed: Called after each visible change.
  package mutating func play(
    marked: (String) -> Void = { _ in },
    changed: (borrowing VirtualPlayer) throws -> Void = { _ in }
  ) async throws -> End {
    try changed(self)
    while true {
      let caption = playback.caption
      let lines = { [shown] in shown.lines }
      let view = Playback.View(has: { [state] in $0.isPresent(in: state) }, lines: lines)
      switch playback.next(at: clock.nanoseconds, view) {
      case .key(let key): try await send(.input(.key(key)))
      case .take(let source):
        if let secret = source.secret(in: state) { try await send(.input(.paste(secret))) }
      case .mark(let name): marked(name)
      case .reset:
        wallet = try await open()
        state = wallet.state
        try await begin()
      case .rest(let end):
        let next = min(state.nextDeadline ?? end, wallet.nextNews() ?? end)
        clock.go(to: min(end, max(next, clock.nanoseconds + 1)))
        try await send(.tick(clock.clock))
        for event in wallet.news() { try await send(.event(event)) }
      case .failed(let failure): return .failed(failure)
      case .done: return .done(elapsed)
      }
      // As after the key q.
      if state.program.exit != nil {
        return playback.failureAtEnd(view).map { .failed($0) } ?? .done(elapsed)
      }
      guard isDirty || playback.caption != caption else { continue }
      if isDirty { shown = render(state, theme(state)) }
      isDirty = false
      try changed(self)
    }
  }

  private mutating func begin() async throws {
    isDirty = true
    try await send(.tick(clock.clock))
    try await run(state.start())
    shown = render(state, theme(state))
  }

  private mutating func send(_ action: Action) async throws {
    isDirty = true
    try await run(reduce(&state, action))
  }

  private mutating func run(_ effects: [Effect]) async throws {
    var waiting = effects
    while true {
      while !waiting.isEmpty {
        let effect = waiting.removeFirst()
        if case .openDemo = effect {
          wallet = try await open()
          waiting += reduce(&state, .opened(state.wallet, nil))
        }
        if let action = await wallet.answer(effect) { waiting += reduce(&state, action) }
        for event in wallet.news() { waiting += reduce(&state, .event(event)) }
      }
      waiting = reduce(&state, .settle)
      if waiting.isEmpty { return }
    }
  }
}

extension Script.Source {
  /// A secret that a script types, as a copy in locked memory that is passed on as a paste. nil:
  /// there is none.
  package func secret(in state: State) -> Secret? {
    switch self {
    case .code: state.phones.simulated.newest(6)?.withBytes { Secret(copying: $0) }
    case .cvv: state.phones.simulated.newest(3)?.withBytes { Secret(copying: $0) }
    case .lastFour:
      state.cards.list.focused.map { row in
        Array(row.lastFour.utf8).withUnsafeBytes { Secret(copying: $0) }
      }
    }
  }

  package func isPresent(in state: State) -> Bool {
    switch self {
    case .code: state.phones.simulated.newest(6) != nil
    case .cvv: state.phones.simulated.newest(3) != nil
    case .lastFour: state.cards.list.focused != nil
    }
  }
}

extension Canvas {
  /// The rows as text.
  package var lines: [String] { (0..<size.height).map { text(row: $0) } }
}
