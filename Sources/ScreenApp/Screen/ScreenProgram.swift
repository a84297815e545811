package import Canvas
import FrontEnd
import Glibc
import Log
import Player
import RemoteBackend
package import ScreenKit
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

/// The application in the terminal: it passes input and results to the reducer and draws frames.
///
/// Everything here runs on the main thread, except `Inbox`, which other threads put results into.
package final class ScreenProgram: TerminalProgram {
  package private(set) var state: State
  /// The current theme and the name that it was loaded by. It is loaded when the colour depth is
  /// known.
  private var theme: (name: String, theme: Theme)?
  private let themes: (ColorDepth, String) -> (Theme, [Problem])
  /// Themes whose mistakes were reported.
  private var reportedThemes: Set<String> = []
  private let effects: EffectRunner
  private let inbox: Inbox
  private let setsTitle: Bool
  private let clock: () -> Clock
  /// What is drawn of the screen.
  package let viewCache = ViewCache()
  private var isDirty = true
  private var isFirst = true
  private var hasPainted = false

  /// - Parameters:
  ///   - themes: Loads a theme for the colour depth of the terminal.
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

  /// Starts to load the data of the first frame, before the terminal is set up.
  func start() { effects.run(state.start()) }

  package func handle(_ event: InputEvent) {
    readClock()
    send(.input(event))
  }

  package func wake() {
    let actions = inbox.drain()
    guard !actions.isEmpty else { return }
    readClock()
    take(actions)
  }

  private func take(_ actions: [Action]) {
    effects.adoptOpened()
    for action in actions { send(action) }
  }

  package func timerFired(now: UInt64) {
    send(.tick(time))
  }

  package var nextDeadline: UInt64? { state.nextDeadline }
  package var needsFrame: Bool { isDirty }

  package func frame(_ size: Size, _ depth: ColorDepth) -> Canvas {
    if size != state.view.size { send(.input(.resize(size))) }
    let theme = theme(for: depth)
    if isFirst { awaitFirstContent() }
    isDirty = false
    return render(state, theme, semantics: state.settings.isLinear, cache: viewCache)
  }

  /// The theme of the next frame at this colour depth.
  package func theme(for depth: ColorDepth) -> Theme {
    let name = state.program.theme.name
    if let (known, theme) = theme, known == name, theme.depth == depth { return theme }
    let (resolved, problems) = themes(depth, name)
    theme = (name, resolved)
    if !problems.isEmpty, reportedThemes.insert(name).inserted {
      send(.themeProblems(problems.map(state.settings.words.shortLine)))
    }
    return resolved
  }

  /// A secret that a script types; nil: there is none.
  func secret(_ source: Script.Source) -> Secret? { source.secret(in: state) }
  func has(_ source: Script.Source) -> Bool { source.isPresent(in: state) }

  /// Tells the user that the demo has stopped and the wallet is theirs.
  func handOver() {
    let words = state.settings.words
    state.toasts.show(.info, words.screen.isYours, clock: clock(), seconds: 8)
    isDirty = true
  }

  /// All pending keys were handled and shown. Now loads what the current state needs.
  package func painted() {
    send(.settle)
    if hasPainted { return }
    hasPainted = true
    TemporaryFolder.removeAbandoned()
  }

  /// Waits a short time for the data of the first frame, so that it is drawn once and not in three
  /// parts. A local wallet answers within one or two milliseconds. A slow wallet is not waited for.
  private func awaitFirstContent() {
    isFirst = false
    let end = Monotonic.now() + ScreenProgram.firstFrameTimeout
    while state.awaitsFirstContent {
      effects.run(state.askForFirstContent())
      let now = Monotonic.now()
      guard now < end, inbox.wait(nanoseconds: end - now) else { return }
      // A tick of the clock would also ask for what the frame does not show.
      take(inbox.drain())
    }
  }

  private static let firstFrameTimeout: UInt64 = 10_000_000

  /// Closes the wallet and wipes everything that was read, typed or shown.
  package func end() {
    send(.conceal)
    effects.close()
    for message in state.phones.simulated.messages { message.code?.wipe() }
  }

  /// Also called before a suspension, because the process may never be continued.
  package func conceal() {
    send(.conceal)
    guard let end = effects.copier.clearNow() else { return }
    lastCopy = end
    inbox.put(.copyCleared(end))
  }

  /// The result of clearing the last copy when the program was suspended or ended.
  private(set) var lastCopy: ClearingResult?

  package func takeRequest() -> Secret? {
    effects.copier.takeOutgoing() ?? effects.takeNotification()
  }

  package func willTerminate() { RemoteBackend.signOff() }

  package var suspendRequested: Bool {
    get { state.program.suspendRequested }
    set { state.program.suspendRequested = newValue }
  }

  /// The person's editor with what they asked to edit.
  package var errand: (() -> Void)? {
    guard let edit = effects.edits.first else { return nil }
    return { [self] in
      effects.edits = []
      let result = Result { () throws(WalletError) in try MetadataDraft.edit(edit.text) }
      if case .failure(let error) = result { Log.error(error) }
      send(.edited(edit, result, time))
    }
  }

  package var lineInput: LineInput { LineMode.input(state) }

  package var exitCode: Int32? { state.program.exit }
  package var title: String? { setsTitle ? state.title : nil }

  package var wantsMouse: Bool? { state.input.wantsMouse }

  package var isWorking: Bool { effects.isWorking }

  private func send(_ action: Action) {
    if !state.isInvisible(action) { isDirty = true }
    effects.run(reduce(&state, action))
    if state.gate != .open { viewCache.forget() }
  }

  private func readClock() { send(.tick(time)) }

  private var time: Clock {
    var time = clock()
    time.wall = effects.time(local: time.wall)
    return time
  }

  /// That of the environment, as a table: a state that has it does not depend on the process. Few
  /// years, because each one takes about fifty calls before the first frame.
  private static let zone: TimeZone = {
    let year = Timestamp(seconds: Int64(Glibc.time(nil))).civil().year
    return TimeZone(years: year - 10...year + 1) { seconds in
      var moment = time_t(seconds)
      var local = tm()
      localtime_r(&moment, &local)
      return local.tm_gmtoff
    }
  }()

  static func clock() -> Clock {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    return Clock(
      now: Monotonic.now(),
      wall: Timestamp(
        milliseconds: Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000),
      zone: zone)
  }
}

/// Results and events for the loop. The number of results is limited by the number of effects that
/// the state starts. Events are merged.
final class Inbox: Sendable {
  private struct Content {
    var news = NewsBacklog()
    var actions: [Action] = []
  }
  private let waiting = Mutex(Content())
  private let waker: Waker

  init(waker: Waker) { self.waker = waker }

  /// Lets the loop look again whether a result is awaited.
  func wake() { waker.wake() }

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

  /// Waits for a result; false if none arrived in time.
  func wait(nanoseconds: UInt64) -> Bool {
    var ready = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Int32(nanoseconds / 1_000_000) + 1) == 1 else { return false }
    waker.clear()
    return true
  }

  /// Events come first, so that what they cause to be read again is read after the results that are
  /// waiting here.
  func drain() -> [Action] {
    waiting.withLock { waiting in
      defer { waiting = Content() }
      var actions: [Action] = []
      while let event = waiting.news.take() { actions.append(.event(event)) }
      return actions + waiting.actions
    }
  }
}
