import Canvas
import Secrets
import Synchronization
import Testing
import WalletAPI
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// A backend that requires Strong Customer Authentication for every change (B03).
private final class ScaRequiringBackend: WalletBackend {
  let card: Card
  /// Changes without a grant, and changes that were made.
  let counts = Mutex((refused: 0, made: 0))

  init(_ card: Card) { self.card = card }

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    if let merchants = [Fixture.merchant] as? O.Response { return merchants }
    guard context.sca == Fixture.event().reference else {
      counts.withLock { $0.refused += 1 }
      throw .scaRequired(Fixture.event())
    }
    counts.withLock { $0.made += 1 }
    guard let answer = card as? O.Response ?? Fixture.receipt() as? O.Response else {
      throw WalletError(.notFound)
    }
    return answer
  }

  func events() -> AsyncStream<WalletEvent> { AsyncStream { $0.finish() } }
}

/// On a server that requires a code, every change is made after one code.
@Suite struct RequiredCodeTests {
  static func service(_ backend: any WalletBackend) -> WalletService {
    WalletService(
      backend: backend,
      context: RequestContext(
        customerID: CustomerID("ana"), sessionID: "session", deviceID: "here"))
  }

  /// Carries out changes until none is in progress, and enters the requested codes.
  static func run(
    _ effects: [Effect], _ state: inout State, _ backend: any WalletBackend
  ) async -> Int {
    let service = Self.service(backend)
    var waiting = effects
    var codes = 0
    // Far more than needed, so that an endless loop is found.
    for _ in 0..<100 where !waiting.isEmpty {
      let effect = waiting.removeFirst()
      if case .perform(let intent, let sca) = effect {
        waiting += reduce(&state, await intent.perform(by: service, sca))
        if case .choose = state.top(ScaFlow.self)?.step {
          codes += 1
          waiting += state.press(Key(.enter))
        }
      } else if let query = effect.query(ChallengeQuery.self) {
        let challenge = Fixture.challenge(Fixture.event())
        state.answer(query, challenge)
        waiting += state.type("123456") + state.press(Key(.enter))
      } else if let query = effect.query(AttemptQuery.self) {
        query.code.wipe()
        let attempt = Fixture.attempt(Fixture.event(), .verified)
        waiting += state.answer(query, attempt)
      }
    }
    return codes
  }

  /// A card by its position, and the keys that change it.
  static let changes: [(focus: Int, keys: [Key], done: String)] = [
    (0, [.character("l")], "Everyday locked"),
    (2, [.character("u")], "Travel unlocked"),
    (0, typed("X4821") + [Key(.enter)], "Everyday cancelled"),
    (0, typed("c") + [.control("s")], "Everyday created"),
    (4, typed("a3306") + [Key(.tab)] + typed("123") + [Key(.enter)], "New plastic is active"),
    (0, typed("P4711") + [Key(.tab)] + typed("4711") + [Key(.enter)], "Everyday: PIN changed"),
    (0, typed("B") + [.control("s")], "€4.20 reserved"),
  ]

  private static func typed(_ text: String) -> [Key] {
    text.unicodeScalars.map { .character($0) }
  }

  @Test(arguments: 0..<changes.count) func oneCodeIsRequested(_ index: Int) async {
    let change = Self.changes[index]
    var state = Fixture.state(focus: change.focus)
    state.paying.shop.merchants = [Fixture.merchant]
    let backend = ScaRequiringBackend(Fixture.cards[change.focus])
    var effects: [Effect] = []
    for key in change.keys { effects = state.press(key) }
    let codes = await Self.run(effects, &state, backend)
    let (refused, made) = backend.counts.withLock { ($0.refused, $0.made) }
    #expect(codes == 1 && refused == 1 && made == 1, "\(change.done)")
    #expect(state.view.overlays.isEmpty && state.cards.pending.isEmpty)
    // A new card is read.
    #expect(state.view.work.allSatisfy { $0.label == state.words.screen.readingCards })
    #expect(state.toasts.current?.kind == .success, "\(state.toasts.current?.text ?? "")")
    #expect(
      state.toasts.current?.text.hasPrefix(change.done) == true,
      "\(state.toasts.current?.text ?? "")")
  }

  /// While a code is requested, and after the request was cancelled, no change is pending.
  @Test func aCardIsNotPendingDuringTheCode() throws {
    var state = Fixture.state(focus: 0)
    let intent = try #require(state.type("l").first?.intent)
    #expect(state.cards.pending.count == 1 && state.focusedRow?.status == .locked)
    _ = reduce(&state, .performed(intent, .failure(.scaRequired(Fixture.event()))))
    #expect(state.cards.pending.isEmpty && state.focusedRow?.status == .active)
    state.press(Key(.escape))
    #expect(state.view.overlays.isEmpty && state.cards.pending.isEmpty && state.view.undo == nil)
    #expect(state.focusedRow?.status == .active)
  }
}
