import Testing
import WalletAPI
import WalletModel

@testable import RemoteBackend

/// R6: each fault of the network with each operation of the contract, against our server.
@Suite struct FaultMatrixTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let words: String
    /// The error of operations; nil: the fault has no effect.
    var code: ErrorCode?
    /// Another possible error, because it depends on chance how far the request gets.
    var orCode: ErrorCode?
    /// Whether the server gets the whole request.
    var arrives = true
    /// Only the deadline ends the operation.
    var hangs = false
    var testDescription: String { words }
  }

  @Test func everyOperationIsProbed() {
    let known = Set(
      OperationProbeKind.all.map { $0.name.split(separator: " ").first.map(String.init) })
    #expect(known == Set(WireRoute.all.map(\.contract.name)))
  }

  static let staying = [
    Fault(words: "none"),
    Fault(words: "delay 0.05"),
    Fault(words: "drip 0.0002"),
    Fault(words: "duplicate"),
    Fault(words: "duplicate 0.02"),
    Fault(words: "refuse", code: .netLost, orCode: .netOffline, arrives: false),
    Fault(words: "blackhole", code: .netTimeout, arrives: false, hangs: true),
    Fault(words: "silence", code: .netTimeout, hangs: true),
    Fault(words: "slowhead 0.05 through", code: .netTimeout, hangs: true),
    Fault(words: "drip 0.2", code: .netTimeout, hangs: true),
    Fault(words: "cutrequest 0", code: .netLost, arrives: false),
    Fault(words: "cutrequest 1", code: .netLost, arrives: false),
    Fault(words: "cutrequest 40", code: .netLost, arrives: false),
    Fault(words: "cutrequest 180", code: .netLost, arrives: false),
    Fault(words: "reset", code: .netLost),
    Fault(words: "close", code: .netLost),
    Fault(words: "cut 1", code: .netLost),
    Fault(words: "cut 9", code: .netLost),
    Fault(words: "cut 14", code: .netLost),
    Fault(words: "cut 60", code: .netLost),
    Fault(words: "cut 200", code: .netLost),
    Fault(words: "resetat 100", code: .netLost),
    Fault(words: "longer", code: .netLost),
    Fault(words: "shorter", code: .netAnswer),
    Fault(words: "chunkjunk", code: .netAnswer),
    Fault(words: "flip", code: .netAnswer),
    Fault(words: "garbage", code: .netAnswer, arrives: false),
    Fault(words: "garbage through", code: .netAnswer),
    Fault(words: "badstatus through", code: .netAnswer),
    Fault(words: "notjson through", code: .netAnswer),
    Fault(words: "huge through", code: .netTooLarge),
    Fault(words: "hugehead through", code: .netTooLarge),
    Fault(words: "longhead through", code: .netTooLarge),
    Fault(words: "redirect 307 /elsewhere", code: .netRedirect, arrives: false),
    Fault(words: "status 503", code: .unavailable, arrives: false),
    Fault(words: "status 503 through", code: .unavailable),
    Fault(words: "status 429", code: .rateLimited, arrives: false),
    Fault(words: "status 429 3600", code: .rateLimited, arrives: false),
    Fault(words: "status 500 through", code: .internalError),
  ]

  /// A permanent fault has its own error, and nothing happens twice.
  @Test(.timeLimit(.minutes(2)), .atOnce(3), arguments: staying)
  func everyFaultHasItsError(_ fault: Fault) async throws {
    try await Rig().run(fault) { kind, result, effects in
      #expect(
        result.code == fault.code || result.code == fault.orCode, "\(kind.name): \(result)")
      guard let effects else { return }
      #expect(effects == (fault.arrives ? 1 : 0), "\(kind.name): effects")
      // A client must not be told that nothing happened if it did.
      if case .error(let error) = result, effects > 0 {
        #expect(error.mayHaveHappened, "\(kind.name): \(error)")
      }
    }
  }

  static let passing = [
    Fault(words: "cutrequest 0", code: .netLost, arrives: false),
    Fault(words: "cutrequest 180", code: .netLost, arrives: false),
    Fault(words: "reset", code: .netLost),
    Fault(words: "close", code: .netLost),
    Fault(words: "cut 9", code: .netLost),
    Fault(words: "cut 120", code: .netLost),
    Fault(words: "resetat 100", code: .netLost),
    Fault(words: "longer", code: .netLost),
    Fault(words: "status 503", code: .unavailable, arrives: false),
    Fault(words: "status 503 0 through", code: .unavailable),
    Fault(words: "status 429 0", code: .rateLimited, arrives: false),
  ]

  /// After a temporary fault, requests that may be sent again get their answer, with one effect.
  @Test(.timeLimit(.minutes(2)), .atOnce(2), arguments: passing)
  func temporaryFaultsAreRetried(_ fault: Fault) async throws {
    var once = fault
    once = Fault(words: fault.words + " first=1", code: fault.code, arrives: fault.arrives)
    try await Rig().run(once) { kind, result, effects in
      // The limit for codes belongs to the user. It is shown and not waited for.
      let isOwnLimit = fault.code == .rateLimited && kind.name == "CREATE_CHALLENGE"
      let isAgain = kind.nature != .once && !isOwnLimit
      #expect(result.code == (isAgain ? nil : fault.code), "\(kind.name): \(result)")
      guard let effects else { return }
      #expect(effects == (fault.arrives || isAgain ? 1 : 0), "\(kind.name): effects")
    }
  }
}

/// A server, a proxy in front of it, and the probes.
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

  /// Carries out all operations at once under the fault, each on its own wallet. Returns the
  /// results.
  func run(
    _ fault: FaultMatrixTests.Fault,
    _ check: (OperationProbeKind, Result, _ effects: Int?) throws -> Void
  ) async throws {
    var probes: [(kind: OperationProbeKind, probe: OperationProbe)] = []
    for kind in OperationProbeKind.all {
      let person = try await place.person(at: proxy.url) {
        if fault.hangs { $0.totalTime = .seconds(4) }
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
}
