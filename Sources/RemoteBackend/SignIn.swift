import Secrets
import Synchronization
import Threads
import WalletAPI
import WalletModel

/// The tokens of a sign-in (B19).
struct Tokens: Sendable {
  /// Incremented with each renewal, to distinguish a refused token from its successor.
  var number: Int
  let access: Secret
  /// `Authorization: Bearer …`, shared by all requests with this token.
  let header: Secret
  let refresh: Secret?
  let scopes: Set<Scope>
  let expires: Instant

  /// Whether it is valid for at least another 30 seconds.
  func isFresh(_ now: Instant) -> Bool { now + .seconds(30) < expires }

  /// To be called when they are no longer needed.
  func wipe() {
    access.wipe()
    header.wipe()
    refresh?.wipe()
  }
}

/// A sign-in: gets tokens, and renews the access token once for all requests that need it.
final class SignIn: Sendable {
  typealias Waiting = CheckedContinuation<Result<Tokens, WalletError>, Never>

  struct State {
    var tokens: Tokens?
    var isRenewing = false
    var waiting: [Int: Waiting] = [:]
    var nextNumber = 0
    var person: Person?
    var signOff = SignOffState.no
  }

  /// The progress of signing off.
  enum SignOffState {
    case no
    case waiting([@Sendable () -> Void])
    case over
  }

  /// The user, and what was asked for.
  struct Person: Sendable {
    let user: String
    let scopes: Set<Scope>
    let deviceID: String
  }

  let profile: RemoteProfile
  let network: any Transport
  let state = Mutex(State())
  /// B18: the client's id and secret as a header, shared by all requests.
  private let basic: Secret

  init(_ profile: RemoteProfile, _ network: any Transport) {
    self.profile = profile
    self.network = network
    basic = SignIn.basic(profile)
  }

  /// Signs in (B18, B21). The caller has to wipe the password.
  func start(user: String, password: Secret, scopes: Set<Scope>, deviceID: String)
    async throws(WalletError) -> Tokens
  {
    let person = Person(user: user, scopes: scopes, deviceID: deviceID)
    let tokens = try await tokens(for: person, password, number: 1)
    state.withLock { state in
      state.person = person
      state.tokens = tokens
    }
    return tokens
  }

  /// Signs the same user in again. Requests that wait for a renewal of the old tokens get its
  /// result.
  func signInAgain(_ password: Secret) async throws(WalletError) {
    let (person, number) = state.withLock { ($0.person, ($0.tokens?.number ?? 0) + 1) }
    guard let person else { throw WalletError(.unauthorized) }
    let tokens = try await tokens(for: person, password, number: number)
    let old = state.withLock { state in
      defer { state.tokens = tokens }
      return state.tokens
    }
    if let old { revoke(old) {} }
  }

  private func tokens(for person: Person, _ password: Secret, number: Int)
    async throws(WalletError) -> Tokens
  {
    let request = request(
      TokenRequest(
        .password(user: person.user, password: password), scopes: person.scopes,
        deviceID: person.deviceID))
    let outcome: Transfer.Outcome
    do throws(TransferFailure) {
      outcome = .success(try await network.send(request))
    } catch {
      outcome = .failure(error)
    }
    var tokens = try read(outcome, before: nil).get()
    tokens.number = number
    return tokens
  }

  /// A valid token, which is renewed first if necessary.
  ///
  /// - Parameters:
  ///   - refused: The number of a token that the server refused.
  ///   - deadline: The caller does not wait longer for a renewal. The renewal itself continues.
  func tokens(besides refused: Int? = nil, until deadline: Instant? = nil)
    async throws(WalletError) -> Tokens
  {
    let timer = deadline.map(Timer.init(until:))
    defer { timer?.fire() }
    let ticket = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    let result: Result<Tokens, WalletError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(ticket, continuation, besides: refused)
        if Task.isCancelled { stopWaiting(ticket, .cancelled) }
        if let timer, state.withLock({ $0.waiting[ticket] != nil }) {
          network.start(timer) { [weak self] in self?.stopWaiting(ticket, .netTimeout) }
        }
      }
    } onCancel: {
      stopWaiting(ticket, .cancelled)
    }
    return try result.get()
  }

  private enum Step {
    case answer(Result<Tokens, WalletError>)
    case renew(Tokens)
    case wait
  }

  private func wait(_ ticket: Int, _ continuation: Waiting, besides refused: Int?) {
    let step = state.withLock { state -> Step in
      guard let tokens = state.tokens else { return .answer(.failure(WalletError(.unauthorized))) }
      if tokens.isFresh(profile.clock.now), tokens.number != refused {
        return .answer(.success(tokens))
      }
      guard tokens.refresh != nil else { return .answer(.failure(WalletError(.unauthorized))) }
      state.waiting[ticket] = continuation
      if state.isRenewing { return .wait }
      state.isRenewing = true
      return .renew(tokens)
    }
    switch step {
    case .answer(let result): continuation.resume(returning: result)
    case .renew(let tokens): renew(tokens)
    case .wait: break
    }
  }

  private func stopWaiting(_ ticket: Int, _ code: ErrorCode) {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: ticket) }
    continuation?.resume(returning: .failure(WalletError(code)))
  }

  /// Cannot be cancelled: the server revokes the old token as soon as it answers.
  private func renew(_ tokens: Tokens) {
    guard let refresh = tokens.refresh else { return }
    let deviceID = state.withLock { $0.person?.deviceID }
    let request = request(TokenRequest(.refresh(refresh), deviceID: deviceID))
    network.send(request) { [self] outcome in
      let renewed = read(outcome, before: tokens)
      let (waiting, result) = state.withLock {
        state -> ([Waiting], Result<Tokens, WalletError>) in
        state.isRenewing = false
        defer { state.waiting = [:] }
        let waiting = Array(state.waiting.values)
        // The user has signed in again meanwhile. The new tokens are used.
        if let newer = state.tokens, newer.number != tokens.number {
          return (waiting, .success(newer))
        }
        switch renewed {
        // The user has signed off meanwhile. The server has revoked the new tokens as well.
        case .success where state.tokens == nil:
          return (waiting, .failure(WalletError(.unauthorized)))
        case .success(let tokens): state.tokens = tokens
        // The user has signed off, or the sign-in has expired.
        case .failure(let error) where error.code == .unauthorized: state.tokens = nil
        case .failure: break
        }
        return (waiting, renewed)
      }
      for continuation in waiting { continuation.resume(returning: result) }
    }
  }

  private func request(_ wanted: TokenRequest) -> TransferRequest {
    form(TokenRequest.path(brand: profile.brand), wanted.body)
  }

  /// A form for the server's token endpoints.
  func form(_ path: String, _ body: Secret) -> TransferRequest {
    var request = TransferRequest(url: profile.origin + Wire.base + path, method: "POST")
    request.headers = [
      "Accept: application/json", "Content-Type: application/x-www-form-urlencoded",
    ]
    request.secretHeaders = [basic]
    request.body = .secret(body)
    request.answersSecret = true
    request.time = profile.totalTime.inMilliseconds
    return request
  }

  private static func basic(_ profile: RemoteProfile) -> Secret {
    let plain = Secret(
      capacity: profile.clientID.utf8.count + 1 + (profile.clientSecret?.count ?? 0))
    for byte in profile.clientID.utf8 { plain.append(byte) }
    plain.append(0x3a)
    profile.clientSecret?.withBytes { for byte in $0 { plain.append(byte) } }
    defer { plain.wipe() }
    let way = "Authorization: Basic "
    let base64 = plain.base64()
    defer { base64.wipe() }
    let line = Secret(capacity: way.utf8.count + base64.count)
    for byte in way.utf8 { line.append(byte) }
    base64.withBytes { for byte in $0 { line.append(byte) } }
    return line
  }

  private func read(_ outcome: Transfer.Outcome, before: Tokens?) -> Result<Tokens, WalletError> {
    switch outcome {
    case .failure(let failure): return .failure(failure.error)
    case .success(let answer):
      guard answer.isSuccess else { return .failure(Self.refusal(answer, before != nil)) }
      do throws(WireMalformed) {
        return .success(try Tokens(answer.body, before: before, profile.clock.now))
      } catch {
        return .failure(
          WalletError(.netAnswer, detail: .verbatim("sign-in: \(error.field) \(error.reason)")))
      }
    }
  }

  /// OAuth uses 400 `invalid_grant` for a wrong password and for an expired token.
  private static func refusal(_ answer: WireResponse, _ isRenewal: Bool) -> WalletError {
    if (300...399).contains(answer.status) { return WalletError(.netRedirect) }
    let error = WalletError(wire: answer)
    let isOAuth = answer.status == 400 && error.fieldErrors.isEmpty
    guard isOAuth || error.code == .unauthorized else { return error }
    if isRenewal {
      return WalletError(.unauthorized, .text("You've been signed out", "Sie wurden abgemeldet"))
    }
    // RFC 6749, 5.2: the client is unknown, not the user.
    if answer.status == 401, answer.header("WWW-Authenticate")?.hasPrefix("Basic ") == true {
      return WalletError(
        .unauthorized, .authentication(.unknownClient),
        advice: .text(
          "Give the client with --client and its secret with --client-secret-file.",
          "Geben Sie --client und --client-secret-file an."))
    }
    let says =
      error.message == error.code.usualMessage
      ? .text("The sign-in was refused", "Die Anmeldung wurde abgelehnt") : error.message
    // More specific advice from the server is kept.
    let advice =
      error.advice == error.code.usualAdvice
      ? .text("Check the name and the password.", "Prüfen Sie Name und Passwort.") : error.advice
    return WalletError(.unauthorized, says, details: isOAuth ? [] : error.details, advice: advice)
  }
}

extension Tokens {
  fileprivate init(_ body: WireBody, before: Tokens?, _ now: Instant) throws(WireMalformed) {
    let response = try TokenResponse(body)
    access = response.accessToken
    header = Tokens.header(access)
    // A server that does not rotate refresh tokens sends none.
    refresh = response.refreshToken ?? before?.refresh
    expires = now + .seconds(max(0, min(response.expiresIn, 86_400)))
    scopes = response.scopes.isEmpty ? before?.scopes ?? [] : response.scopes
    number = (before?.number ?? 0) + 1
    guard !access.isEmpty, access.withBytes({ $0.allSatisfy { $0 > 0x20 && $0 < 0x7f } }) else {
      throw WireMalformed("access_token", "must be a word")
    }
  }

  private static func header(_ access: Secret) -> Secret {
    let name = "Authorization: Bearer "
    return access.withBytes { token in
      let line = Secret(capacity: name.utf8.count + token.count)
      for byte in name.utf8 { line.append(byte) }
      for byte in token { line.append(byte) }
      return line
    }
  }
}
