import Conformance
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting

/// The tokens besides a sign-in and its renewal, and the requests that are refused (B18–B21).
struct GrantTests {
  private let tokens = TokenRequest.path(brand: "demo")
  private let served: InProcessServer

  init() throws { served = try InProcessServer() }

  private func word(_ request: TokenRequest) throws -> [String] {
    let answer = try served.post(form: request.body, to: tokens)
    #expect(answer.status == 400 && answer.header("WWW-Authenticate") == nil)
    return WalletError(wire: answer).details.map(\.english)
  }

  @Test func aClientTokenOpensNoWallet() throws {
    let person = try served.signIn().accessToken
    let own = try Belongings(served, person, key: "own-change")
    let before = try Routes.state(served, person, own)
    let client = try served.token(TokenRequest(.client))
    #expect(client.expiresIn == 900 && client.scopes == [.wallet] && client.refreshToken == nil)
    #expect(!client.isExchanged)
    for request in try Routes.all(own).map(\.request) + [Routes.news] {
      let answer = try served.send(request, client.accessToken)
      let error = WalletError(wire: answer)
      #expect(answer.status == 403 && error.code == .scopeMissing, "\(request.path)")
      #expect(error.message.english == "This token is the client's own: it has no wallet")
      let text = text(answer.body)
      #expect(!own.words.contains(where: text.contains))
    }
    #expect(try Routes.state(served, person, own) == before)
    #expect(try word(TokenRequest(.client, scopes: [.pciDss])) == ["invalid_scope"])
    // The token expires, and can be revoked.
    func status() throws -> Int { try served.send(Routes.news, client.accessToken).status }
    served.clock.advance(seconds: 899)
    #expect(try status() == 403)
    served.clock.advance(seconds: 1)
    #expect(try status() == 401)
    let second = try served.token(TokenRequest(.client)).accessToken
    #expect(try served.revoke(second).status == 204)
    #expect(try served.send(Routes.news, second).status == 401)
  }

  /// The client's id and secret as they are, and percent-encoded as in RFC 6749, 2.3.1.
  @Test(arguments: [
    ("client:client:secret", 200), ("client:client%3Asecret", 200), ("client:client%3asecret", 401),
    ("client:client%253Asecret", 401), ("client:client%3Asecret ", 401), ("client:client", 401),
  ])
  func theClientsWords(_ words: String, _ status: Int) throws {
    let basic = WireField("Authorization", "Basic " + Base64.encode(Array(words.utf8)))
    let answer = try served.post(form: TokenRequest(.client).body, to: tokens, basic)
    #expect(answer.status == status)
  }

  @Test func theOldestClientTokenIsReplaced() throws {
    let all = try (0..<65).map { _ in try served.token(TokenRequest(.client)).accessToken }
    #expect(
      try all.map { try served.send(Routes.news, $0).status } == [401]
        + Array(repeating: 403, count: 64))
  }

  @Test func aTokenCanBeExchangedForOtherScopes() throws {
    let first = try served.signIn([.wallet, .pciDss]).accessToken
    let card = try #require(try served.perform(ListCards(CardQuery()), first).cards.first)
    func details(_ token: Secret) throws -> ErrorCode {
      WalletError(wire: try served.send(GetSecureDetails(card.id).wireRequest(.unknown), token))
        .code
    }
    let narrow = try served.token(TokenRequest(.exchange(first), scopes: [.wallet]))
    #expect(narrow.isExchanged && narrow.refreshToken == nil && narrow.scopes == [.wallet])
    #expect(try served.perform(GetProfile(), narrow.accessToken).name == "ANA PETROVA")
    #expect(try details(narrow.accessToken) == .scopeMissing)
    // Without a scope the exchange gives the same scopes. Any scope of the sign-in can be
    // requested.
    #expect(try served.token(TokenRequest(.exchange(narrow.accessToken))).scopes == [.wallet])
    let wide = try served.token(
      TokenRequest(.exchange(narrow.accessToken), scopes: [.wallet, .pciDss], deviceID: "d"))
    #expect(try details(wide.accessToken) == .scaRequired)
    // The subject token stays valid.
    #expect(try details(first) == .scaRequired)
    // All belong to one sign-in and end with it.
    try served.revoke(wide.accessToken)
    for token in [first, narrow.accessToken, wide.accessToken] {
      #expect(try details(token) == .unauthorized)
    }
  }

  @Test func anExchangedTokenExpiresWithItsSubject() throws {
    let first = try served.signIn().accessToken
    served.clock.advance(seconds: 600)
    let second = try served.token(TokenRequest(.exchange(first)))
    #expect(second.expiresIn == 300)
    served.clock.advance(seconds: 299)
    let third = try served.token(TokenRequest(.exchange(second.accessToken)))
    #expect(third.expiresIn == 1)
    _ = try served.perform(GetProfile(), third.accessToken)
    served.clock.advance(seconds: 1)
    for token in [first, second.accessToken, third.accessToken] {
      #expect(try served.send(Routes.news, token).status == 401)
      #expect(try word(TokenRequest(.exchange(token))) == ["invalid_request"])
    }
  }

  /// A token that was exchanged for a lost one becomes invalid when the renewal is repeated.
  @Test func anExchangedTokenEndsWithALostToken() throws {
    let first = try served.signIn()
    let refresh = TokenRequest(.refresh(try #require(first.refreshToken)))
    let lost = try served.token(refresh).accessToken
    let exchanged = try served.token(TokenRequest(.exchange(lost))).accessToken
    _ = try served.perform(GetProfile(), exchanged)
    let renewed = try served.token(refresh).accessToken
    for token in [lost, exchanged] { #expect(try served.send(Routes.news, token).status == 401) }
    for token in [first.accessToken, renewed] { _ = try served.perform(GetProfile(), token) }
  }

  @Test func invalidExchangesAreRefused() throws {
    let session = try served.signIn([.wallet])
    let client = try served.token(TokenRequest(.client)).accessToken
    let refresh = try #require(session.refreshToken)
    for token in [secret("x"), client, refresh] {
      #expect(try word(TokenRequest(.exchange(token))) == ["invalid_request"])
    }
    let elsewhere = TokenRequest(.exchange(session.accessToken), deviceID: "another")
    #expect(try word(elsewhere) == ["invalid_request"])
    let wider = TokenRequest(.exchange(session.accessToken), scopes: [.wallet, .pciDss])
    #expect(try word(wider) == ["invalid_scope"])
    // None of these ended the sign-in.
    _ = try served.perform(GetProfile(), session.accessToken)
    _ = try served.renew(refresh)
  }

  /// RFC 6749, 6. A refused renewal does not use the token up.
  @Test func aRenewalCannotAddScopes() throws {
    let refresh = try #require(try served.signIn([.wallet]).refreshToken)
    for scopes in [[.pciDss], [.wallet, .pciDss]] as [Set<Scope>] {
      let wider = TokenRequest(.refresh(refresh), scopes: scopes)
      #expect(try word(wider) == ["invalid_scope"])
    }
    let renewed = try served.token(TokenRequest(.refresh(refresh), scopes: [.wallet]))
    #expect(renewed.scopes == [.wallet])
    _ = try served.perform(GetProfile(), renewed.accessToken)
  }

  private static let exchange = "grant_type=" + TokenRequest.exchangeGrant

  /// RFC 6749, 5.2 and RFC 8693, 2.2.2, in the published error object.
  @Test(arguments: [
    ("grant_type=authorization_code&code=M4RK", "unsupported_grant_type", "grant_type"),
    ("grant_type=implicit", "unsupported_grant_type", "grant_type"),
    ("grant_type=", "unsupported_grant_type", "grant_type"),
    ("grant_type=token-exchange", "unsupported_grant_type", "grant_type"),
    ("scope=whitelabelWallet", "invalid_request", "grant_type"),
    ("grant_type=password&username=ana", "invalid_request", "password"),
    ("grant_type=password&username=ana&password=x&scope=M4RK", "invalid_scope", "scope"),
    (
      exchange + "&subject_token=x&scope=whitelabelwallet&subject_token_type="
        + TokenRequest.accessTokenType, "invalid_scope", "scope"
    ),
    (exchange, "invalid_request", "subject_token"),
    (exchange + "&subject_token=x", "invalid_request", "subject_token_type"),
    (
      exchange + "&subject_token=x&subject_token_type=urn:ietf:params:oauth:token-type:jwt",
      "invalid_request", "subject_token_type"
    ),
    (
      exchange + "&subject_token=x&requested_token_type=x&subject_token_type="
        + TokenRequest.accessTokenType, "invalid_request", "requested_token_type"
    ),
  ])
  func formsAreRefusedInOAuthsWords(_ form: String, _ word: String, _ field: String) throws {
    let answer = try served.post(form: secret(form), to: tokens)
    let error = WalletError(wire: answer)
    #expect(answer.status == 400 && error.code == .fieldErrors)
    #expect(error.details.map(\.english) == [word] && error.fieldErrors.map(\.field) == [field])
  }
}
