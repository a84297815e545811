import Conformance
import Issuer
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting

/// The authorisation matrix: every route with every client that has no access.
struct AccessTests {
  /// RFC 6750, 3.1.
  private static let insufficient = "Bearer realm=\"Prepaid Cards\", error=\"insufficient_scope\""

  @Test func invalidTokensAreRefused() throws {
    // Several times as many wrong tokens as there are routes.
    let served = try InProcessServer { $0.signIns = 1000 }
    let other = try InProcessServer { $0.brand = "other" }
    let good = try served.signIn()
    let own = try Belongings(served, good.accessToken, key: "own-change")
    let before = try Routes.state(served, good.accessToken, own)
    let expired = try served.signIn().accessToken
    served.clock.advance(seconds: 901)
    let fresh = try served.signIn()
    let revoked = try served.signIn()
    #expect(try served.revoke(revoked.accessToken).status == 204)
    let spent = try served.signIn()
    let renewed = try served.renew(spent.refreshToken)
    // Using a refresh token again ends the sign-in, except within the minute after a lost answer.
    served.clock.advance(seconds: 60)
    #expect(throws: WalletError.self) { try served.renew(spent.refreshToken) }
    let foreign = try other.token(
      TokenRequest(.password(user: "ana", password: secret("pass word&é"))), brand: "other")
    let wrong: [(String, Secret?)] = [
      ("none", nil), ("garbage", secret("x")), ("empty", secret(" ")),
      ("a refresh token", fresh.refreshToken), ("expired", expired),
      ("revoked", revoked.accessToken), ("refreshed away", spent.accessToken),
      ("its refresh", renewed.accessToken), ("another brand's", foreign.accessToken),
      ("the client's", secret("client:client:secret")),
    ]
    for (name, token) in wrong {
      for request in try Routes.all(own).map(\.request) + [Routes.news] {
        let answer = try served.send(request, token)
        #expect(answer.status == 401, "\(name): \(request.method) \(request.path)")
        #expect(WalletError(wire: answer).code == .unauthorized)
        // RFC 6750, 3.1: only a token that was sent gets an error, not a missing one. White space
        // after a value is not part of it.
        let challenge = answer.header("WWW-Authenticate")
        #expect(
          challenge == "Bearer realm=\"Prepaid Cards\""
            + (["none", "empty"].contains(name) ? "" : ", error=\"invalid_token\""), "\(name)")
        let text = text(answer.body)
        #expect(!own.words.contains(where: text.contains))
      }
    }
    let version = try served.perform(GetCard(own.card.id), fresh.accessToken).version
    #expect(version <= own.card.version + 1, "nothing was changed")
    // Control: each request passes this check with a good token.
    for (_, request) in try Routes.all(own) {
      let answer = try served.send(request, fresh.accessToken)
      #expect(WalletError(wire: answer).code != .unauthorized || answer.isSuccess)
      #expect(answer.status < 500)
    }
    #expect(before.contains(own.card.id.rawValue))
  }

  @Test func scopesAreChecked() throws {
    let (served, all) = try InProcessServer.signedIn()
    let wallet = try served.signIn([.wallet]).accessToken
    let secrets = try served.signIn([.pciDss]).accessToken
    let own = try Belongings(served, all, key: "k-own")
    let before = try Routes.state(served, all, own)
    for (route, request) in try Routes.all(own) {
      let name = route.contract.name
      let answer = try served.send(request, secrets)
      #expect(answer.status == 403 && WalletError(wire: answer) == .walletScopeMissing, "\(name)")
      #expect(answer.header("WWW-Authenticate") == Self.insufficient, "\(name)")
      // Without `pci-dss-1`: only routes that show secrets are refused.
      if route.contract.showsSecrets {
        let answer = try served.send(request, wallet)
        #expect(answer.status == 403 && WalletError(wire: answer) == WalletError(.scopeMissing))
        #expect(answer.header("WWW-Authenticate") == Self.insufficient, "\(name)")
      } else if route.contract.isRead {
        #expect(try served.send(request, wallet).status == 200, "\(name)")
      }
    }
    let news = try served.send(Routes.news, secrets)
    #expect(news.status == 403 && WalletError(wire: news) == .walletScopeMissing)
    #expect(try Routes.state(served, all, own) == before)
  }

  /// The token endpoint accepts its client only.
  @Test(arguments: [
    nil, "Basic eDp5", "Basic", "Basic %%%", "Basic Y2xpZW50OmNsaWVudDpzZWNyZXQ9",
    "Bearer Y2xpZW50OmNsaWVudDpzZWNyZXQ=", "Basic Y2xpZW50Og==",
  ])
  func clientsThatAreNone(_ authorization: String?) throws {
    let served = try InProcessServer()
    let session = try served.signIn()
    let forms = [
      (
        TokenRequest.path(brand: "demo"),
        TokenRequest(.refresh(try #require(session.refreshToken))).body
      ),
      (TokenRequest.revocationPath(brand: "demo"), RevocationRequest(session.accessToken).body),
    ]
    for (path, form) in forms {
      var headers = [WireField("Content-Type", "application/x-www-form-urlencoded")]
      if let authorization { headers.append(WireField("Authorization", authorization)) }
      let answer = try served.send("POST", Wire.base + path, headers, body: .secret(form))
      #expect(answer.status == 401, "\(path)")
      #expect(answer.header("WWW-Authenticate") == "Basic realm=\"Prepaid Cards\"")
      // Any client of HTTP reads this: no words of our command line.
      #expect(WalletError(wire: answer).advice?.english.contains("--") != true)
    }
    // The token is neither renewed nor revoked.
    _ = try served.perform(GetProfile(), session.accessToken)
    _ = try served.renew(session.refreshToken)
  }

  /// The token of one user with the data of the other.
  @Test(arguments: [("ana", "boris"), ("boris", "ana")])
  func otherCustomersDataAreNotAccessible(_ thief: String, _ owner: String) throws {
    let served = try InProcessServer { $0.burst = 10_000 }
    let token = try served.signIn(as: thief).accessToken
    let owners = try served.signIn(as: owner).accessToken
    let own = try Belongings(served, owners, key: "change-of-\(owner)")
    _ = try Belongings(served, token, key: "change-of-\(thief)")
    let before = try Routes.state(served, owners, own)
    var seen = 0
    for (route, request) in try Routes.all(own) {
      let name = route.contract.name
      let stolen = try served.send(request, token)
      let text = text(stolen.body)
      #expect(!own.words.contains(where: text.contains), "\(name): \(text)")
      if route.contract.path.contains(":id") {
        #expect(stolen.status == Self.ofAnother[name] ?? 404, "\(name)")
      }
      // Control: the words are in the answers to their owner.
      if route.contract.isRead {
        let own = try served.send(request, owners)
        let words = try Belongings.words(of: served, owners)
        let text = ServerTesting.text(own.body)
        if own.isSuccess && words.contains(where: text.contains) { seen += 1 }
      }
    }
    #expect(seen >= 4, "the control saw \(seen)")
    // The confirmation of another user does not help either.
    let mine = try #require(try served.perform(ListCards(CardQuery()), token).cards.first)
    let error = #expect(throws: WalletError.self) {
      try served.perform(GetSecureDetails(mine.id), token) { $0.sca = own.event }
    }
    #expect(error?.code == .scaExpired)
    #expect(try Routes.state(served, owners, own) == before)
    // The event of its owner is unchanged, and the key gives the same answer.
    _ = try served.perform(
      CreateChallenge(own.event, ScaVerification(method: .otp, channel: .sms)), owners)
    guard case .done = try served.perform(SettleChange(own.key), owners) else {
      Issue.record("another could close the owner's key")
      return
    }
  }

  /// The status of a route with an id of another user; that of all others is 404. An event that is
  /// not one's own counts as expired, and a key belongs to its user.
  private static let ofAnother = [
    "CREATE_CHALLENGE": 401, "SUBMIT_ATTEMPT": 401, "SETTLE_CHANGE": 200,
  ]
}

extension Belongings {
  /// Words of a user's data, for the control.
  static func words(of served: InProcessServer, _ token: Secret) throws -> [String] {
    let cards = try served.perform(ListCards(CardQuery()), token).cards
    return cards.flatMap { [$0.id.rawValue, $0.customerID.rawValue, $0.accountID.rawValue] }
  }
}
