import Glibc
import Issuer
import Secrets
import Synchronization
import Testing
import VaultLedger
import Waiting
import WalletAPI
import WalletModel

@testable import ClientTesting
@testable import RemoteBackend

/// Many requests at the same time: some are in progress, some wait, the others are refused.
@Suite struct TransferPoolTests {
  /// A port that accepts connections and never answers.
  private final class Silence {
    let socket: Int32
    let url: String

    init() throws {
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let socket = socket
      let port = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
          guard bind(socket, address, size) == 0, listen(socket, 512) == 0,
            getsockname(socket, address, &size) == 0
          else { return nil }
          return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            UInt16(bigEndian: $0.pointee.sin_port)
          }
        }
      }
      url = "http://127.0.0.1:\(try #require(port))"
    }

    deinit { close(socket) }

    /// The number of connections so far.
    func count() -> Int {
      var count = 0
      while accept(socket, nil, nil) >= 0 { count += 1 }
      return count
    }
  }

  /// Counts the errors by their codes.
  private final class Codes: Sendable {
    let counts = Mutex<[ErrorCode: Int]>([:])
  }

  private static func thread(to silence: Silence) throws -> (NetworkThread, TransferRequest) {
    var profile = try RemoteProfile(server: silence.url, insecureLoopback: true)
    profile.setGenerousLimits()
    var request = TransferRequest(url: profile.origin + "/healthz", method: "GET")
    request.time = generousTime.inMilliseconds
    return (NetworkThread(profile), request)
  }

  /// Returns when the network thread has handled everything that was asked of it before.
  private static func settle(_ network: NetworkThread) async {
    // Connections are started in the round after the one that runs the first task.
    for _ in 0..<3 {
      let task: Task<Void, Never> = Task(executorPreference: network) {}
      await task.value
    }
  }

  /// Starts requests until no more may be in progress.
  private static func fill(_ network: NetworkThread, _ request: TransferRequest, _ silence: Silence)
    async throws -> [Task<WireResponse?, Never>]
  {
    let tasks = (0..<TransferPool.maxRunning).map { _ in
      Task { try? await network.send(request) }
    }
    var count = 0
    try await eventually("connections", seconds: 600) {
      count += silence.count()
      return count >= TransferPool.maxRunning
    }
    #expect(count == TransferPool.maxRunning)
    return tasks
  }

  @Test func onlyALimitedNumberOfRequestsIsInProgress() async throws {
    let silence = try Silence()
    let (network, request) = try Self.thread(to: silence)
    let more = 40
    let all = TransferPool.maxRunning + TransferPool.maxWaiting + more
    let codes = Codes()
    let tasks = (0..<all).map { _ in
      Task {
        do throws(TransferFailure) {
          _ = try await network.send(request)
        } catch {
          if error.error.code == .unavailable { #expect(!error.mayHaveArrived) }
          codes.counts.withLock { $0[error.error.code, default: 0] += 1 }
        }
      }
    }
    var come = 0
    try await eventually("connections and refusals", seconds: 600) {
      come += silence.count()
      return come >= TransferPool.maxRunning
        && codes.counts.withLock { $0[.unavailable, default: 0] } >= more
    }
    await Self.settle(network)
    #expect(come + silence.count() == TransferPool.maxRunning)
    // All others wait, and end with the thread.
    network.stop()
    for task in tasks { await task.value }
    #expect(codes.counts.withLock { $0 } == [.unavailable: more, .cancelled: all - more])
  }

  /// A waiting request ends at its own deadline and was never sent.
  @Test func waitingCountsTowardsTheDeadline() async throws {
    let silence = try Silence()
    let (network, request) = try Self.thread(to: silence)
    defer { network.stop() }
    let tasks = try await Self.fill(network, request, silence)
    // It is reached whatever the machine does, because the others never end.
    var short = request
    short.time = 50
    let failure = await #expect(throws: TransferFailure.self) { try await network.send(short) }
    #expect(failure?.error.code == .netTimeout && failure?.mayHaveArrived == false)
    #expect(silence.count() == 0)
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.value }
  }

  /// A cancelled request makes room for the next one.
  @Test func aCancelledRequestMakesRoomForTheNext() async throws {
    let silence = try Silence()
    let (network, request) = try Self.thread(to: silence)
    defer { network.stop() }
    let tasks = try await Self.fill(network, request, silence)
    // It is in the queue when this returns. It ends with the thread.
    network.send(request) { _ in }
    await Self.settle(network)
    #expect(silence.count() == 0)
    tasks[0].cancel()
    try await eventually("the next connection", seconds: 600) { silence.count() > 0 }
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.value }
  }

  /// A sign-in needs one header in locked memory, however many requests use it.
  @Test func waitingRequestsUseNoLockedMemory() async throws {
    let stub = try HelperProcess.stub()
    let backend = try await stub.signIn()
    let tokens = try await backend.signIn.tokens()
    #expect(try await backend.signIn.tokens().header === tokens.header)
    #expect(tokens.header.matches(secret("Authorization: Bearer t1")))
  }
}

/// If the memory for secrets is full, new requests get an error. These tests run in their own
/// process.
@Suite struct FullMemoryTests {
  @Test func requestsBeyondTheLimitAreRefused() async {
    await #expect(processExitsWith: .success) {
      let stub = try HelperProcess.stub()
      let remote = try await stub.signIn()
      let local = LocalBackend(ledger: try Vault.demo())
      let letter = TransferRequest(url: stub.url + "/log", method: "GET")
      var held: [Secret] = []
      while SecretMemory.hasRoom(for: SecretMemory.operation) {
        held.append(Secret(capacity: 4096))
      }
      for _ in 0..<4 { held.append(Secret(capacity: 4096)) }
      #expect(
        await remote.failure(GetProfile())?.message.english == "The memory for secrets is full")
      let error = await #expect(throws: WalletError.self) {
        try await local.perform(GetProfile(), local.context)
      }
      #expect(error?.code == .unavailable)
      // An answer that arrives now is refused; nothing else happens.
      var request = letter
      request.answersSecret = true
      request.time = generousTime.inMilliseconds
      let failure = await #expect(throws: TransferFailure.self) {
        try await remote.network.send(request)
      }
      #expect(failure?.error.message.english == "The memory for secrets is full")
      held = []
      _ = try await local.perform(GetProfile(), local.context)
      _ = try await remote.network.send(request)
    }
  }
}
