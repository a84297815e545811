import CSodium
import Issuer
import Secrets
import Synchronization
import WalletAPI
import WalletModel

/// Who is signed in. Tokens are 32 random bytes in hexadecimal digits; only their hashes are kept.
/// They end with the process: those who are signed in sign in again.
final class Sessions: Sendable {
  static let accessSeconds: Int64 = 900
  static let refreshSeconds: Int64 = 30 * 24 * 3600

  struct Session: Sendable {
    let id: String
    let user: String
    let customer: CustomerID
    let deviceID: String
    let scopes: Set<Scope>
    var refresh: [UInt8]
    var refreshMade: Moment
    /// Refresh tokens of before: whoever shows one has stolen it, or it was stolen from them.
    var spent: Set<[UInt8]> = []
  }

  private struct Access {
    let session: String
    let scopes: Set<Scope>
    let made: Moment
  }

  private struct State {
    var sessions: [String: Session] = [:]
    var access: [[UInt8]: Access] = [:]
    var refresh: [[UInt8]: String] = [:]
  }

  private let state = Mutex(State())
  let activity: Activity
  private let clock: IssuerClock
  private let random: IssuerRandom

  init(clock: IssuerClock, random: IssuerRandom) {
    self.clock = clock
    activity = Activity(clock: clock)
    self.random = random
  }

  func signIn(user: String, customer: CustomerID, deviceID: String, scopes: Set<Scope>)
    -> TokenResponse
  {
    let now = clock.moment
    let refresh = token()
    let access = token()
    let hash = Self.hash(refresh)
    let session = Session(
      id: random.id(), user: user, customer: customer, deviceID: deviceID, scopes: scopes,
      refresh: hash, refreshMade: now)
    activity.begin(session.id)
    state.withLock { state in
      Self.sweep(&state, now)
      state.sessions[session.id] = session
      state.refresh[hash] = session.id
      state.access[Self.hash(access)] = Access(session: session.id, scopes: scopes, made: now)
    }
    return TokenResponse(
      accessToken: access, refreshToken: refresh, expiresIn: Int(Self.accessSeconds),
      scopes: scopes)
  }

  /// nil: the token is unknown, over, another device's, or was used before; then its sign-in ends.
  ///
  /// - Parameter device: Where it comes from; nil: not said.
  func refresh(_ old: Secret, scopes: Set<Scope>, device: String?) -> TokenResponse? {
    let now = clock.moment
    let oldHash = Self.hash(old)
    let refresh = token()
    let access = token()
    let hash = Self.hash(refresh)
    return state.withLock { state in
      guard let id = state.refresh[oldHash], var session = state.sessions[id] else { return nil }
      guard session.refresh == oldHash, device == nil || device == session.deviceID,
        now.longest(since: session.refreshMade) < Self.refreshSeconds * 1000
      else {
        Self.end(id, &state)
        return nil
      }
      let granted = scopes.isEmpty ? session.scopes : session.scopes.intersection(scopes)
      session.spent.insert(oldHash)
      session.refresh = hash
      session.refreshMade = now
      state.sessions[id] = session
      state.refresh[hash] = id
      state.access[Self.hash(access)] = Access(session: id, scopes: granted, made: now)
      return TokenResponse(
        accessToken: access, refreshToken: refresh, expiresIn: Int(Self.accessSeconds),
        scopes: granted)
    }
  }

  /// The sign-in that an access token belongs to, and the token's scopes.
  func find(_ hash: [UInt8]) -> (session: Session, scopes: Set<Scope>)? {
    let now = clock.moment
    return state.withLock { state in
      guard let access = state.access[hash] else { return nil }
      guard now.longest(since: access.made) < Self.accessSeconds * 1000,
        let session = state.sessions[access.session]
      else {
        state.access[hash] = nil
        return nil
      }
      return (session, access.scopes)
    }
  }

  /// Ends the sign-in that either token belongs to.
  func revoke(_ token: Secret) {
    let hash = Self.hash(token)
    state.withLock { state in
      if let id = state.refresh[hash] ?? state.access[hash]?.session { Self.end(id, &state) }
    }
  }

  /// Ends every sign-in of these people; answers how many there were.
  func endAll(of names: Set<String>) -> Int {
    state.withLock { state in
      let ids = state.sessions.values.filter { names.contains($0.user) }.map(\.id)
      for id in ids { Self.end(id, &state) }
      return ids.count
    }
  }

  private static func end(_ id: String, _ state: inout State) {
    guard let session = state.sessions.removeValue(forKey: id) else { return }
    for hash in session.spent.union([session.refresh]) { state.refresh[hash] = nil }
    state.access = state.access.filter { $0.value.session != id }
  }

  private static func sweep(_ state: inout State, _ now: Moment) {
    state.access = state.access.filter { now.longest(since: $0.value.made) < accessSeconds * 1000 }
    for (id, session) in state.sessions
    where now.longest(since: session.refreshMade) >= refreshSeconds * 1000 { end(id, &state) }
  }

  private func token() -> Secret {
    let bytes = SecretBytes(count: 32) { random.fill($0) }
    let hex: StaticString = "0123456789abcdef"
    return Secret(count: 64) { text in
      bytes.withBytes { bytes in
        for (index, byte) in bytes.enumerated() {
          text[2 * index] = hex.utf8Start[Int(byte >> 4)]
          text[2 * index + 1] = hex.utf8Start[Int(byte & 15)]
        }
      }
    }
  }

  static func hash(_ token: Secret) -> [UInt8] { token.withBytes { hash($0) } }

  static func hash(_ token: UnsafeRawBufferPointer) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: 32)
    let bytes = token.baseAddress?.assumingMemoryBound(to: UInt8.self)
    _ = crypto_generichash(&hash, 32, bytes, UInt64(token.count), nil, 0)
    return hash
  }
}
