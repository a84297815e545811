import Conformance
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import RemoteBackend

/// A server, and a proxy with faults in front of it.
struct Rig {
  let place: TestServer
  let proxy: HelperProcess

  init() throws {
    place = try TestServer()
    proxy = try HelperProcess("faults.py", [place.url])
  }

  enum Result: Sendable {
    case answer(String)
    case error(WalletError)
    var code: ErrorCode? { if case .error(let error) = self { error.code } else { nil } }
    var answer: String? { if case .answer(let answer) = self { answer } else { nil } }
  }

  static func run(_ probe: OperationProbe, key: String) async -> Result {
    do throws(WalletError) {
      return .answer(try await probe.run(key))
    } catch {
      return .error(error)
    }
  }

  /// Carries out operations at once under the fault, each on its own wallet. Passes the results to
  /// `check`.
  private func run(
    _ fault: NetworkFault, with kinds: [OperationProbeKind],
    _ check: (OperationProbeKind, Result, _ effects: Int?) throws -> Void
  ) async throws {
    var probes: [(kind: OperationProbeKind, probe: OperationProbe)] = []
    for kind in kinds {
      let person = try await place.person(at: proxy.url) {
        if fault.hangs { $0.totalTime = patient(4) }
      }
      probes.append((kind, try await kind.make(person)))
    }
    try proxy.fault(fault.words)
    let results = await withTaskGroup(of: (Int, Result).self) { group in
      for (index, item) in probes.enumerated() {
        group.addTask { (index, await Rig.run(item.probe, key: "key")) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    try proxy.fault("none")
    for (index, item) in probes.enumerated() {
      try check(item.kind, try #require(results[index]), try await item.probe.effects())
    }
  }

  /// R6: a permanent fault has its own error, and nothing happens twice.
  func expectErrors(of fault: NetworkFault, with kinds: [OperationProbeKind]) async throws {
    try await run(fault, with: kinds) { kind, result, effects in
      #expect(
        result.code == fault.code || result.code == fault.orCode, "\(kind.name): \(result)")
      guard let effects else { return }
      #expect(effects == (fault.arrives ? 1 : 0), "\(kind.name): effects")
      // A client must not learn that nothing happened if it did.
      if case .error(let error) = result, effects > 0 {
        #expect(error.mayHaveHappened, "\(kind.name): \(error)")
      }
    }
  }

  /// R6: after a temporary fault, requests that may be sent again get their answer, with one
  /// effect.
  func expectRetries(after fault: NetworkFault, with kinds: [OperationProbeKind]) async throws {
    let once = NetworkFault(
      words: fault.words + " first=1", code: fault.code, arrives: fault.arrives)
    try await run(once, with: kinds) { kind, result, effects in
      // The limits of codes and of replacements belong to the user. They are shown and not waited for.
      var isOwnLimit = false
      if case .withKeyUnlessLimited = kind.retry { isOwnLimit = fault.code == .rateLimited }
      let isAgain = kind.nature != .once && !isOwnLimit
      #expect(result.code == (isAgain ? nil : fault.code), "\(kind.name): \(result)")
      guard let effects else { return }
      #expect(effects == (fault.arrives || isAgain ? 1 : 0), "\(kind.name): effects")
    }
  }

  /// R7: the answer is lost after the server has carried out the request. The client repeats the
  /// request with the same key, and so does a later request. The answer is the same each time, and
  /// there is one effect.
  func expectSameAnswers(of kind: OperationProbeKind, rounds: Int) async throws {
    let person = try await place.person(at: proxy.url)
    var lost = 0
    for round in 0..<rounds {
      place.clock.advance(milliseconds: 31_000)
      let probe = try await kind.make(person)
      try proxy.fault("reset first=1 only=\(kind.method)")
      let first = await Rig.run(probe, key: "key-\(round)")
      lost += try await proxy.count() > 1 ? 1 : 0
      try proxy.fault("none")
      let second = await Rig.run(probe, key: "key-\(round)")
      #expect(first.answer != nil, "round \(round): \(first)")
      #expect(first.answer == second.answer, "round \(round)")
      #expect(try await probe.effects() == 1, "round \(round)")
    }
    // Control: answers were lost.
    #expect(lost == rounds)
  }

  /// After any fault of the event stream, a later change is reported.
  ///
  /// - Parameter silence: An event stream without data for this time is connected again; nil: that
  ///   is not needed.
  func expectNews(after fault: String, silence: Duration? = nil) async throws {
    let listener = try await place.person(at: proxy.url) {
      if let silence { $0.eventSilence = silence }
      $0.pollSeconds = 1...1
    }
    let changer = try await place.person(listener.name, at: place.url)
    let card = try await changer.card()
    try proxy.fault(fault + " only=/events")
    var news = listener.wallet.events().makeAsyncIterator()
    if fault != "none" { try await waitForRequest() }
    for (number, status) in [CardStatus.locked, .active, .locked].enumerated() {
      _ = try await changer.perform(SetCardStatus(card.id, status, reason: "\(number)"))
      var isTold = false
      while !isTold, let event = await news.next() {
        guard case .changed(.cards, let ids) = event, ids?.contains(card.id.rawValue) ?? true else {
          continue
        }
        isTold = try await listener.perform(GetCard(card.id)).status == status
      }
      #expect(isTold, "change \(number)")
    }
  }

  /// Waits until that many requests have met the fault.
  func waitForRequest(_ count: Int = 1) async throws {
    try await eventually("request \(count) that meets the fault", seconds: 600) {
      try await proxy.count() >= count
    }
  }
}
