import CSodium
import Issuer
import Secrets
import Threads
import WalletAPI
import WalletModel

/// Who is signed in. The ledger keeps it, so a sign-in outlives the process; all of it is in memory,
/// too, so that a request asks nobody.
///
/// Tokens are 64 hexadecimal digits, and only hashes of them are kept. A refresh token is the
/// sign-in's own half, which never changes, and a half that is good once: whoever shows the first
/// with another second half shows a token that was used before, or guesses.
final class Sessions: Sendable {
  static let accessSeconds = Int64(Wire.accessSeconds)
  static let refreshSeconds: Int64 = 30 * 24 * 3600
  /// A person's sign-ins at once, and a sign-in's access tokens: the oldest gives way.
  private static let most = 64
  private static let mostTokens = 4
  private static let half = 32
  /// So long the refresh token before the last one is good for who never had the answer with that.
  static let graceSeconds: Int64 = 60

  private struct State {
    var signIns: [String: SignInRecord] = [:]
    /// By the hash of an access token: who brings it, and since when it is good.
    var access: [[UInt8]: (context: RequestContext, user: String, made: Moment)] = [:]
    var families: [[UInt8]: String] = [:]

    mutating func put(_ signIn: SignInRecord) {
      remove(signIn.id)
      signIns[signIn.id] = signIn
      families[signIn.family] = signIn.id
      for token in signIn.access {
        let context = RequestContext(
          customerID: signIn.customer, sessionID: signIn.id,
          // The audit log names devices: of several people, it says whose.
          deviceID: signIn.user + "/" + signIn.deviceID, scopes: token.scopes)
        access[token.hash] = (context, signIn.user, token.made)
      }
    }

    mutating func remove(_ id: String) {
      guard let old = signIns.removeValue(forKey: id) else { return }
      families[old.family] = nil
      for token in old.access { access[token.hash] = nil }
    }
  }

  private let state = Locked(State())
  /// Held while the ledger's and the memory's sign-ins are made the same.
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

  /// Takes over what the ledger has, of these people as they are now.
  func load(_ users: [ServerUser]) throws(WalletError) {
    let marks = Set(users.map(\.mark))
    try changing.withLock { _ throws(WalletError) in
      let signIns = try ledger.read { reader throws(WalletError) in try reader.signIns() }
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
        for other in over { try writer.removeSignIn(other.id, of: other.customer) }
        try writer.put(signIn)
      }
      activity.begin(signIn.id)
      state.withLock { state in
        for other in over { state.remove(other.id) }
        state.put(signIn)
      }
    }
    return response
  }

  /// nil: the token is unknown, over, another device's, or was used before; then its sign-in ends.
  /// One that is asked for too much is not used up.
  ///
  /// - Parameter device: Where it comes from; nil: not said.
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
      // The answer with the token after this one was lost, or somebody has stolen this one: that
      // shows when the other of the two comes back.
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
      try ledger.write { writer throws(WalletError) in try writer.put(signIn) }
      state.withLock { $0.put(signIn) }
      return response
    }
  }

  /// A token of the same sign-in with other scopes, all of which the sign-in was given. It ends with
  /// the one that it came of: whoever has a token for a quarter of an hour has none for longer.
  ///
  /// - Returns: nil: the token is unknown, over, or another device's.
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
      try ledger.write { writer throws(WalletError) in try writer.put(signIn) }
      state.withLock { $0.put(signIn) }
      let left = Self.accessSeconds - now.longest(since: made) / 1000
      var response = TokenResponse(
        accessToken: access, refreshToken: nil, expiresIn: Int(max(0, left)), scopes: wanted)
      response.isExchanged = true
      return response
    }
  }

  /// RFC 6749, 6: no token has more than the sign-in.
  private func check(_ wanted: Set<Scope>, _ signIn: SignInRecord) throws(WalletError) {
    guard wanted.isSubset(of: signIn.scopes) else {
      throw WalletError(
        .fieldErrors, details: ["invalid_scope"],
        fieldErrors: [FieldError("scope", "has more than the sign-in was given")])
    }
  }

  /// One more access token; the oldest gives way.
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

  /// Whether an access token of that time is still good.
  private func isGood(since made: Moment, _ now: Moment) -> Bool {
    now.longest(since: made) < Self.accessSeconds * 1000
  }

  /// All of them, in no order.
  var all: [SignInRecord] { state.withLock { Array($0.signIns.values) } }

  /// Whether there was an access token with this hash of late: it may be over.
  func knows(_ hash: [UInt8]) -> Bool { state.withLock { $0.access[hash] != nil } }

  /// Who brings the access token with this hash, as a request says it and by name.
  func find(_ hash: [UInt8]) -> (context: RequestContext, user: String)? {
    let now = clock.moment
    guard let found = state.withLock({ $0.access[hash] }), isGood(since: found.made, now) else {
      return nil
    }
    return (found.context, found.user)
  }

  /// Ends the sign-in that either token belongs to; false: there is none.
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

  /// Ends every sign-in of these people; answers how many there were.
  func endAll(of names: Set<String>) -> Int {
    changing.withLock { _ in
      let theirs = state.withLock { $0.signIns.values.filter { names.contains($0.user) } }
      for signIn in theirs {
        // Whoever is taken off is off, whatever the disk says; `load` asks for the people again.
        try? end(signIn)
        state.withLock { $0.remove(signIn.id) }
      }
      return theirs.count
    }
  }

  private func end(_ signIn: SignInRecord) throws(WalletError) {
    try ledger.write { writer throws(WalletError) in
      try writer.removeSignIn(signIn.id, of: signIn.customer)
    }
    state.withLock { $0.remove(signIn.id) }
  }

  static func hash(_ token: Secret) -> [UInt8] { token.withBytes { hash($0) } }

  static func hash(_ token: UnsafeRawBufferPointer) -> [UInt8] {
    Hash.bytes(32, of: token)
  }
}
