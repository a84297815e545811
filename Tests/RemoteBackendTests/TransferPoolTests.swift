import Glibc
import Issuer
import Secrets
import Synchronization
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import HTTPClient
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

  private static func thread(to silence: Silence, _ total: Duration) throws -> (
    NetworkThread, TransferRequest
  ) {
    let profile = try RemoteProfile(server: silence.url, insecureLoopback: true)
    var request = TransferRequest(url: profile.connection.origin + "/healthz", method: "GET")
    request.time = total.inMilliseconds
    return (NetworkThread(profile.connection), request)
  }

  @Test func onlyALimitedNumberOfRequestsIsInProgress() async throws {
    let silence = try Silence()
    let (network, request) = try Self.thread(to: silence, .seconds(600))
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
    while come < TransferPool.maxRunning
      || codes.counts.withLock({ $0[.unavailable, default: 0] }) < more
    {
      come += silence.count()
      await network.sleep(.milliseconds(5))
    }
    await network.sleep(.milliseconds(50))
    #expect(come + silence.count() == TransferPool.maxRunning)
    // All others wait, and end with the thread.
    network.stop()
    for task in tasks { await task.value }
    #expect(codes.counts.withLock { $0 } == [.unavailable: more, .cancelled: all - more])
  }

  /// A waiting request ends at its own deadline and was never sent.
  @Test func waitingCountsTowardsTheDeadline() async throws {
    let silence = try Silence()
    let (network, request) = try Self.thread(to: silence, .seconds(600))
    defer { network.stop() }
    let tasks = (0..<TransferPool.maxRunning).map { _ in
      Task { try? await network.send(request) }
    }
    var come = 0
    while come < TransferPool.maxRunning {
      come += silence.count()
      await network.sleep(.milliseconds(5))
    }
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
    let (network, request) = try Self.thread(to: silence, .seconds(60))
    defer { network.stop() }
    let tasks = (0..<TransferPool.maxRunning).map { _ in
      Task { try? await network.send(request) }
    }
    var count = 0
    while count < TransferPool.maxRunning {
      count += silence.count()
      await network.sleep(.milliseconds(5))
    }
    let waiting = Task { try? await network.send(request) }
    await network.sleep(.milliseconds(50))
    #expect(silence.count() == 0)
    tasks[0].cancel()
    while silence.count() == 0 { await network.sleep(.milliseconds(5)) }
    for task in tasks + [waiting] { task.cancel() }
    for task in tasks + [waiting] { _ = await task.value }
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
      request.time = 10_000
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
