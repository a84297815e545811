package import Canvas
internal import Secrets
package import Themes
internal import WalletAPI
package import WalletUI

/// Plays a script on the real application, without a terminal and without waiting: the reducer
/// gets keys, effects are answered one after the other, and time passes as the script says. The
/// same script makes the same frames each time.
package struct Player: Sendable {
  package private(set) var state: State
  private let clock: VirtualClock
  private let answer: @Sendable (Effect) async -> [Action]

  /// - Parameters:
  ///   - answer: Carries an effect out.
  package init(
    _ state: State, _ clock: VirtualClock,
    answer: @escaping @Sendable (Effect) async -> [Action]
  ) {
    self.state = state
    self.clock = clock
    self.answer = answer
  }

  /// Reads the wallet that the state shows.
  package mutating func start() async { await run(state.start()) }

  package mutating func play(_ step: Step) async {
    switch step {
    case .key(let key): await send(.input(.key(key)))
    case .type(let text):
      for scalar in text.unicodeScalars { await send(.input(.key(.character(scalar)))) }
    case .code:
      // Handed over as a paste, from locked memory into locked memory.
      guard let code = state.phone.newestCode else { return }
      let copy = code.withBytes { Secret(copying: $0) }
      await send(.input(.paste(copy)))
    case .wait(let seconds): await wait(seconds)
    }
  }

  package func frame(_ theme: Theme) -> Canvas { render(state, theme) }

  /// From one deadline to the next, as the terminal's loop does.
  private mutating func wait(_ seconds: Int) async {
    let end = clock.clock.after(seconds: seconds)
    while clock.nanoseconds < end {
      clock.go(to: min(end, max(state.nextDeadline ?? end, clock.nanoseconds + 1)))
      await send(.tick(clock.clock))
    }
  }

  private mutating func send(_ action: Action) async { await run(reduce(&state, action)) }

  private mutating func run(_ effects: [Effect]) async {
    var waiting = effects
    while true {
      while !waiting.isEmpty {
        let effect = waiting.removeFirst()
        for action in await answer(effect) { waiting += reduce(&state, action) }
        // News come on a thread of their own, at no certain moment: what they would say is said.
        if effect.mayReachPhone { waiting += reduce(&state, .event(.phoneMessage)) }
      }
      waiting = reduce(&state, .settle)
      if waiting.isEmpty { return }
    }
  }
}

extension Effect {
  fileprivate var mayReachPhone: Bool {
    switch self {
    case .challenge, .perform: true
    default: false
    }
  }
}
