import Issuer
import Secrets
import Threads
import WalletAPI
import WalletModel

/// The sign-ins. The ledger stores them, so that they outlive the process; all are in memory as
/// well, so that requests do not read the ledger.
///
/// Tokens are 64 hexadecimal digits, of which only hashes are kept. A refresh token has two halves:
/// the first identifies the sign-in and never changes, and the second is valid once. A known first
/// half with another second half is a token that was used before, or a guess.
final class Sessions: Sendable {
  static let accessSeconds = Int64(Wire.accessSeconds)
  static let refreshSeconds: Int64 = 30 * 24 * 3600
  /// The sign-ins of a user, and the access tokens of a sign-in. The oldest is dropped.
  private static let most = 64
  private static let mostTokens = 4
  private static let half = 32
  /// Grace period in which the previous refresh token is still accepted, in case the client lost
  /// the response.
  static let graceSeconds: Int64 = 60

  /// What is known of an access token. It is an object, because each request has one: a copy would
  /// retain all its parts.
  final class Access: Sendable {
    let context: RequestContext
    let user: String
    fileprivate let made: Moment

    fileprivate init(_ token: SignInRecord.Access, _ signIn: SignInRecord) {
      context = RequestContext(
        customerID: signIn.customer, sessionID: signIn.id,
        // Devices in the audit log are named with their user.
        deviceID: signIn.user + "/" + signIn.deviceID, scopes: token.scopes)
      user = signIn.user
      made = token.made
    }
  }

  private struct State {
    var signIns: [String: SignInRecord] = [:]
    /// By the hash of an access token.
    var access: [[UInt8]: Access] = [:]
    var families: [[UInt8]: String] = [:]

    mutating func put(_ signIn: SignInRecord) {
      remove(signIn.id)
      signIns[signIn.id] = signIn
      families[signIn.family] = signIn.id
      for token in signIn.access { access[token.hash] = Access(token, signIn) }
    }

    mutating func remove(_ id: String) {
      guard let old = signIns.removeValue(forKey: id) else { return }
      families[old.family] = nil
      for token in old.access { access[token.hash] = nil }
    }
  }

  private let state = Locked(State())
  /// Held while the ledger and the memory are updated together.
  private let changing = Locked<Void>(())
  private let ledger: any Ledger
  let activity: SessionActivity
  private let clock: IssuerClock
  private let random: IssuerRandom

  init(_ ledger: any Ledger, clock: IssuerClock, random: IssuerRandom) {
    self.ledger = ledger
    self.clock = clock
    activity = SessionActivity(clock: clock)
    self.random = random
  }

  /// Loads the sign-ins of these users from the ledger.
  func load(_ users: [ServerUser]) throws(WalletError) {
    let marks = Set(users.map(\.mark))
    try changing.withLock { _ throws(WalletError) in
      let signIns = try ledger.read { reader throws(WalletError) in
        try reader.page(SignInRecord.self, of: nil, LedgerQuery()).items
      }
      let now = clock.moment
      var new = State()
      for signIn in signIns where marks.contains(signIn.userMark) && isGood(signIn, now) {
        new.put(signIn)
      }
      state.withLock { $0 = new }
    }
  }

  func signIn(_ user: ServerUser, deviceID: String, scopes: Set<Scope>)
    throws(WalletError) -> TokenResponse
  {
    let family = random.digits(Self.half)
    var signIn = SignInRecord(
      id: random.id(), customer: user.customer, user: user.name, userMark: user.mark,
      deviceID: deviceID, scopes: scopes, family: Self.hash(family))
    let response = renew(&signIn, family, scopes)
    try changing.withLock { _ throws(WalletError) in
      let now = clock.moment
      let others = state.withLock { $0.signIns.values.filter { $0.customer == user.customer } }
        .sorted { $0.refreshMade.wall < $1.refreshMade.wall }
      let over = others.enumerated().filter { index, other in
        index <= others.count - Self.most || !isGood(other, now)
      }.map(\.element)
      try ledger.write { writer throws(WalletError) in
        for other in over { try writer.remove(other, of: other.customer) }
        try writer.put(signIn, of: signIn.customer)
      }
      activity.begin(signIn.id)
      state.withLock { state in
        for other in over { state.remove(other.id) }
        state.put(signIn)
      }
    }
    return response
  }

  /// Renews a sign-in. A token that asks for too many scopes stays valid.
  ///
  /// - Parameter device: The client's device id; nil: not given.
  /// - Returns: nil: the token is unknown, expired, another device's, or was used before; then its
  ///   sign-in ends.
  func refresh(_ old: Secret, scopes: Set<Scope>, device: String?)
    throws(WalletError) -> TokenResponse?
  {
    guard old.count == 2 * Self.half else { return nil }
    let family = Secret(count: Self.half) { out in
      old.withBytes { out.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<Self.half])) }
    }
    let familyHash = Self.hash(family)
    return try changing.withLock { _ throws(WalletError) -> TokenResponse? in
      let found = state.withLock { state in
        state.families[familyHash].flatMap { state.signIns[$0] }
      }
      guard var signIn = found else { return nil }
      let now = clock.moment
      let hash = Self.hash(old)
      // Either the client lost the answer with the next token, or this token was stolen. In the
      // second case the other one is refused when it is used.
      let lost = signIn.used.flatMap { used in
        used.hash == hash && now.longest(since: used.at) < Self.graceSeconds * 1000 ? used : nil
      }
      guard signIn.refresh == hash || lost != nil,
        device == nil || device == signIn.deviceID, isGood(signIn, now)
      else {
        try end(signIn)
        return nil
      }
      let wanted = scopes.isEmpty ? signIn.scopes : scopes
      try check(wanted, signIn)
      if let lost { signIn.access.removeAll { !lost.before.contains($0.hash) } }
      signIn.used = lost ?? .init(hash: hash, at: now, before: signIn.access.map(\.hash))
      let response = renew(&signIn, family, wanted)
      _ = try ledger.write { writer throws(WalletError) in
        try writer.put(signIn, of: signIn.customer)
      }
      state.withLock { $0.put(signIn) }
      return response
    }
  }

  /// A token of the same sign-in with other scopes that the sign-in has. It expires with the token
  /// that it was exchanged for.
  ///
  /// - Returns: nil: the token is unknown, expired, or another device's.
  func exchange(_ token: Secret, scopes: Set<Scope>, device: String?)
    throws(WalletError) -> TokenResponse?
  {
    let hash = Self.hash(token)
    return try changing.withLock { _ throws(WalletError) -> TokenResponse? in
      let now = clock.moment
      let (found, owner) = state.withLock { state in
        let found = state.access[hash]
        return (found, found.flatMap { state.signIns[$0.context.sessionID] })
      }
      guard let found, var signIn = owner, isGood(since: found.made, now),
        device == nil || device == signIn.deviceID
      else { return nil }
      let made = found.made
      let wanted = scopes.isEmpty ? found.context.scopes : scopes
      try check(wanted, signIn)
      let access = random.digits(2 * Self.half)
      keep(.init(hash: Self.hash(access), scopes: wanted, made: made), &signIn, now)
      _ = try ledger.write { writer throws(WalletError) in
        try writer.put(signIn, of: signIn.customer)
      }
      state.withLock { $0.put(signIn) }
      let left = Self.accessSeconds - now.longest(since: made) / 1000
      var response = TokenResponse(
        accessToken: access, refreshToken: nil, expiresIn: Int(max(0, left)), scopes: wanted)
      response.isExchanged = true
      return response
    }
  }

  /// RFC 6749, 6: no token has more scopes than the sign-in.
  private func check(_ wanted: Set<Scope>, _ signIn: SignInRecord) throws(WalletError) {
    guard wanted.isSubset(of: signIn.scopes) else {
      throw WalletError(
        .fieldErrors, details: [.verbatim("invalid_scope")],
        fieldErrors: [FieldError("scope", .verbatim("Has more than the sign-in was given"))])
    }
  }

  /// Adds an access token and drops the oldest.
  private func keep(_ token: SignInRecord.Access, _ signIn: inout SignInRecord, _ now: Moment) {
    let good = signIn.access.filter { isGood(since: $0.made, now) }
    signIn.access = good.suffix(Self.mostTokens - 1) + [token]
  }

  /// New tokens for a sign-in.
  private func renew(_ signIn: inout SignInRecord, _ family: Secret, _ scopes: Set<Scope>)
    -> TokenResponse
  {
    let now = clock.moment
    let access = random.digits(2 * Self.half)
    let fresh = random.digits(Self.half)
    let refresh = Secret(count: 2 * Self.half) { out in
      family.withBytes { out.copyMemory(from: $0) }
      fresh.withBytes {
        UnsafeMutableRawBufferPointer(rebasing: out[Self.half...]).copyMemory(from: $0)
      }
    }
    signIn.refresh = Self.hash(refresh)
    signIn.refreshMade = now
    keep(.init(hash: Self.hash(access), scopes: scopes, made: now), &signIn, now)
    return TokenResponse(
      accessToken: access, refreshToken: refresh, expiresIn: Int(Self.accessSeconds),
      scopes: scopes)
  }

  private func isGood(_ signIn: SignInRecord, _ now: Moment) -> Bool {
    now.elapsed(since: signIn.refreshMade) < Self.refreshSeconds * 1000
  }

  /// Whether an access token made at that time is still valid.
  private func isGood(since made: Moment, _ now: Moment) -> Bool {
    now.longest(since: made) < Self.accessSeconds * 1000
  }

  /// All sign-ins, in no particular order.
  var all: [SignInRecord] { state.withLock { Array($0.signIns.values) } }

  /// Whether there was a recent access token with this hash. It may have expired.
  func knows(_ hash: [UInt8]) -> Bool { state.withLock { $0.access[hash] != nil } }

  /// The access token with this hash; nil: it is unknown or has expired.
  func find(_ hash: [UInt8]) -> Access? {
    let now = clock.moment
    return state.withLock { $0.access[hash] }.flatMap { isGood(since: $0.made, now) ? $0 : nil }
  }

  /// Ends the sign-in that a refresh or access token belongs to; false: there is none.
  func revoke(_ token: Secret) throws(WalletError) -> Bool {
    let hash = Self.hash(token)
    let family = token.withBytes {
      Self.hash(UnsafeRawBufferPointer(rebasing: $0.prefix(Self.half)))
    }
    return try changing.withLock { _ throws(WalletError) in
      let found = state.withLock { state in
        let id = state.access[hash]?.context.sessionID ?? state.families[family]
        return id.flatMap { state.signIns[$0] }
      }
      if let found { try end(found) }
      return found != nil
    }
  }

  /// Ends every sign-in of these users, and returns their number.
  func endAll(of names: Set<String>) -> Int {
    changing.withLock { _ in
      let theirs = state.withLock { $0.signIns.values.filter { names.contains($0.user) } }
      for signIn in theirs {
        // The sign-in ends even if the disk has an error; `load` checks the users again.
        try? end(signIn)
        state.withLock { $0.remove(signIn.id) }
      }
      return theirs.count
    }
  }

  private func end(_ signIn: SignInRecord) throws(WalletError) {
    try ledger.write { writer throws(WalletError) in
      try writer.remove(signIn, of: signIn.customer)
    }
    state.withLock { $0.remove(signIn.id) }
  }

  static func hash(_ token: Secret) -> [UInt8] { token.withBytes { hash($0) } }

  static func hash(_ token: UnsafeRawBufferPointer) -> [UInt8] {
    Hash.bytes(32, of: token)
  }
}
