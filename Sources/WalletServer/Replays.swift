import CSodium
import Issuer
import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// What requests with an idempotency key came to: the same request with the same key gets the same
/// answer, and its effect is there once. Kept for a day, in memory: not over a restart.
final class Replays: Sendable {
  private static let kept: Int64 = 24 * 3600 * 1000
  private static let most = 20_000

  private struct Entry {
    let request: [UInt8]
    let made: Moment
    /// nil: on its way.
    var answer: WireResponse?
  }
  private let entries = Mutex<[String: Entry]>([:])
  private let clock: IssuerClock
  private let key: Secret

  init(clock: IssuerClock, random: IssuerRandom) {
    self.clock = clock
    key = Secret(count: 32) { random.fill($0) }
  }

  enum Found: Sendable {
    /// Carry it out, then say `finish`.
    case new
    case answer(WireResponse)
    case inFlight
    case otherRequest
    case full
  }

  func begin(_ key: String, _ request: [UInt8]) -> Found {
    let now = clock.moment
    return entries.withLock { entries in
      if let entry = entries[key], now.longest(since: entry.made) < Self.kept {
        guard entry.request == request else { return .otherRequest }
        return entry.answer.map { .answer($0) } ?? .inFlight
      }
      if entries.count >= Self.most {
        entries = entries.filter { now.longest(since: $0.value.made) < Self.kept }
        if entries.count >= Self.most { return .full }
      }
      entries[key] = Entry(request: request, made: now)
      return .new
    }
  }

  /// Keeps what was done. What was refused may be tried again, and nothing with a secret is kept.
  func finish(_ key: String, _ answer: WireResponse) {
    entries.withLock { entries in
      if answer.isSuccess, case .plain = answer.body {
        entries[key]?.answer = answer
      } else {
        entries[key] = nil
      }
    }
  }

  /// What tells one request from another: a hash over method, path and body, under a key that ends
  /// with the process, since a body may hold a PIN.
  func hash(_ request: WireRequest) -> [UInt8] {
    let line = Array((request.method.rawValue + " " + request.path + "\n").utf8)
    let count = request.body.withBytes { $0.count }
    let message = SecretBytes(count: line.count + count) { message in
      message.copyBytes(from: line)
      request.body.withBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: message[line.count...]).copyMemory(from: bytes)
      }
    }
    var hash = [UInt8](repeating: 0, count: 32)
    message.withBytes { message in
      key.withBytes { key in
        _ = crypto_generichash(
          &hash, 32, message.baseAddress?.assumingMemoryBound(to: UInt8.self),
          UInt64(message.count), key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count)
      }
    }
    return hash
  }
}

extension WalletServer {
  /// Carries a request out once for its key.
  func once(
    _ request: WireRequest, _ context: RequestContext, _ route: WireRoute,
    _ body: () throws(WalletError) -> WireResponse
  ) throws(WalletError) -> WireResponse {
    guard let key = context.idempotencyKey, !route.descriptor.isRead,
      !route.descriptor.showsSecrets
    else { return try body() }
    guard (1...64).contains(key.utf8.count) else {
      return refusal(400, Wire.idempotencyKey, "must have 1 to 64 characters")
    }
    let name = context.customerID.rawValue + "\n" + key
    switch replays.begin(name, replays.hash(request)) {
    case .answer(let answer): return answer
    case .otherRequest:
      return refusal(422, Wire.idempotencyKey, "was used for another request")
    case .inFlight:
      var response = refusal(409, Wire.idempotencyKey, "is of a request that is not answered yet")
      response.headers.append(WireField("Retry-After", "1"))
      return response
    case .full: throw WalletError(.unavailable, retryAfter: 60)
    case .new: break
    }
    let answer: WireResponse
    do throws(WalletError) { answer = try body() } catch { answer = error.wireResponse }
    replays.finish(name, answer)
    return answer
  }
}
