package import Canvas
import FrontEnd
import Glibc
import Player
import RemoteBackend
import Script
package import Secrets
import Synchronization
import TerminalRuntime
package import Themes
import WalletAPI
import WalletModel
package import WalletUI
import Words
import Yaml

/// The application in the terminal: input and results go into the reducer, frames come out.
///
/// Everything here runs on the main thread, but for `Inbox`, which other threads put results into.
package final class ScreenProgram: TerminalProgram {
  package private(set) var state: State
  /// Resolved once the terminal's depth is known, and what it was asked for by.
  private var theme: (name: String, theme: Theme)?
  private let themes: (ColorDepth, String) -> (Theme, [Problem])
  /// Themes whose mistakes were told.
  private var told: Set<String> = []
  private let effects: EffectRunner
  private let inbox: Inbox
  private let setsTitle: Bool
  private let clock: () -> Clock
  private var isDirty = true
  private var isFirst = true

  /// - Parameters:
  ///   - themes: Resolves a theme to the depth that the terminal turns out to have.
  ///   - clock: Reads the time.
  init(
    state: State, themes: @escaping (ColorDepth, String) -> (Theme, [Problem]),
    effects: EffectRunner, inbox: Inbox, setsTitle: Bool,
    clock: @escaping () -> Clock = ScreenProgram.clock
  ) {
    self.state = state
    self.themes = themes
    self.effects = effects
    self.inbox = inbox
    self.setsTitle = setsTitle
    self.clock = clock
  }

  /// What has to be known for the first frame is asked for before the terminal is set up.
  func start() { effects.run(state.start()) }

  package func handle(_ event: InputEvent) {
    readClock()
    send(.input(event))
  }

  package func wake() {
    let actions = inbox.drain()
    guard !actions.isEmpty else { return }
    readClock()
    effects.adoptOpened()
    for action in actions { send(action) }
  }

  package func timerFired(now: UInt64) {
    send(.tick(clock()))
  }

  package var nextDeadline: UInt64? { state.nextDeadline }
  package var needsFrame: Bool { isDirty }

  package func frame(_ size: Size, _ depth: ColorDepth) -> Canvas {
    if size != state.size { send(.input(.resize(size))) }
    let theme = theme(for: depth)
    if isFirst { awaitFirstContent() }
    isDirty = false
    return render(state, theme, semantics: state.settings.isLinear)
  }

  /// What a frame of that depth is painted with now.
  package func theme(for depth: ColorDepth) -> Theme {
    let name = state.theme.name
    if let (known, theme) = theme, known == name, theme.depth == depth { return theme }
    let (resolved, problems) = themes(depth, name)
    theme = (name, resolved)
    if !problems.isEmpty, told.insert(name).inserted {
      send(.themeProblems(problems.map(state.settings.words.line)))
    }
    return resolved
  }

  /// What a script may have typed; nil: there is none.
  func secret(_ source: Script.Source) -> Secret? { state.secret(source) }
  func has(_ source: Script.Source) -> Bool { state.has(source) }

  /// Tells whoever pressed a key in a demo that it is theirs now.
  func handOver() {
    let words = state.settings.words
    state.toasts.show(.info, words.isYours, clock: clock(), seconds: 8)
    isDirty = true
  }

  /// All pending keys are handled and shown: now what the final state needs.
  package func painted() { send(.settle) }

  /// One whole frame instead of three partial ones: what the first frame shows is on its way from
  /// another thread, and a local wallet has it within a millisecond or two. A slow one is not
  /// waited for.
  private func awaitFirstContent() {
    isFirst = false
    let end = Monotonic.now() + ScreenProgram.firstPatience
    while state.awaitsFirstContent {
      send(.settle)
      let now = Monotonic.now()
      guard now < end, inbox.wait(nanoseconds: end - now) else { return }
      wake()
    }
  }

  private static let firstPatience: UInt64 = 10_000_000

  /// Its wallet goes, with all that it holds: nothing that was read, typed or shown is left.
  package func end() {
    send(.conceal)
    effects.close()
    for message in state.phone.messages { message.code?.wipe() }
  }

  /// Also when it is stopped: who stops it may never let it go on.
  package func conceal() {
    send(.conceal)
    guard let end = effects.copier.takeBackNow() else { return }
    lastCopy = end
    inbox.put(.tookCopyBack(end))
  }

  /// What became of the last copy, when the program stopped or ended.
  private(set) var lastCopy: CopyEnd?

  package func takeClipboard() -> Secret? { effects.copier.takeOutgoing() }

  package func dies() { RemoteBackend.signOff() }

  package var suspendRequested: Bool {
    get { state.suspendRequested }
    set { state.suspendRequested = newValue }
  }

  package var lineInput: LineInput { state.lineInput }

  package var exitCode: Int32? { state.exit }
  package var title: String? { setsTitle ? state.title : nil }

  package var wantsMouse: Bool? { state.wantsMouse }

  private func send(_ action: Action) {
    if !state.isUnseen(action) { isDirty = true }
    effects.run(reduce(&state, action))
  }

  private func readClock() { send(.tick(clock())) }

  static func clock() -> Clock {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    var local = tm()
    localtime_r(&wall.tv_sec, &local)
    return Clock(
      now: Monotonic.now(),
      wall: Timestamp(
        milliseconds: Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000),
      utcOffset: Int(local.tm_gmtoff))
  }
}

/// Results and news on their way to the loop. Results are answers to effects, of which the state asks
/// for so many at a time; news is merged.
final class Inbox: Sendable {
  private struct Waiting {
    var news = NewsBacklog()
    var actions: [Action] = []
  }
  private let waiting = Mutex(Waiting())
  private let waker: Waker

  init(waker: Waker) { self.waker = waker }

  func put(_ action: Action) {
    waiting.withLock { waiting in
      if case .event(let event) = action {
        waiting.news.add(event)
      } else {
        waiting.actions.append(action)
      }
    }
    waker.wake()
  }

  /// Waits for a result; false when none came in time.
  func wait(nanoseconds: UInt64) -> Bool {
    var ready = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Int32(nanoseconds / 1_000_000) + 1) == 1 else { return false }
    waker.clear()
    return true
  }

  /// News first: what it asks for again is read after the answers that wait here.
  func drain() -> [Action] {
    waiting.withLock { waiting in
      defer { waiting = Waiting() }
      var actions: [Action] = []
      while let event = waiting.news.take() { actions.append(.event(event)) }
      return actions + waiting.actions
    }
  }
}
