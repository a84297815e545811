import Testing
import WalletAPI
import WalletModel

@testable import ServerTesting
@testable import WalletServer

/// People come and go while the server runs.
struct UsersTests {
  @Test func removedUsersAreSignedOffAndOthersAreNot() throws {
    let served = try InProcessServer()
    let ana = try served.signIn()
    let boris = try served.signIn(as: "boris")
    let stream = try served.listen(boris.accessToken)
    let stays = served.server.options.users.filter { $0.name == "ana" }
    #expect(served.server.replaceUsers(stays) == 1)

    #expect(try served.perform(ListCards(CardQuery()), ana.accessToken).cards.count == 6)
    #expect(throws: WalletError.self) {
      try served.perform(ListCards(CardQuery()), boris.accessToken)
    }
    let refresh = try #require(boris.refreshToken)
    #expect(throws: WalletError.self) { try served.renew(refresh) }
    #expect(throws: WalletError.self) { try served.signIn(as: "boris") }
    // The last chunk.
    #expect(stream.reads("\r\n0\r\n\r\n"))
  }

  @Test func aChangedPasswordEndsSignIns() throws {
    let served = try InProcessServer()
    let before = try served.signIn()
    let users = served.server.options.users.map { user in
      user.name != "ana"
        ? user
        : ServerUser(
          name: "ana", customer: user.customer,
          passwordHash: ServerUser.hash(secret("another"), isDemo: true) ?? "")
    }
    #expect(served.server.replaceUsers(served.server.options.users) == 0)
    #expect(served.server.replaceUsers(users) == 1)
    #expect(throws: WalletError.self) {
      try served.perform(ListCards(CardQuery()), before.accessToken)
    }
    #expect(throws: WalletError.self) { try served.signIn() }
  }

  /// The letters count, whichever keyboard or file they come from.
  @Test func aPasswordMayBeInAnyForm() throws {
    func user(_ hash: String) -> ServerUser {
      ServerUser(name: "ana", customer: CustomerID("c"), passwordHash: hash)
    }
    let (composed, decomposed) = ("pass word \u{e9}", "pass word e\u{301}")
    for form in [composed, decomposed, "\u{feff}" + composed] {
      let ana = user(try #require(ServerUser.hash(secret(form), isDemo: true)))
      for typed in [composed, decomposed, "\u{feff}" + decomposed] {
        #expect(ana.accepts(secret(typed)))
      }
      #expect(!ana.accepts(secret("pass word e")))
    }
    // Of the decomposed bytes, as they were hashed before.
    let old = user(
      "$argon2id$v=19$m=8,t=1,p=1$xdPFz8jevmRfNqpUyhpJHA"
        + "$iTwZ2wcNQ7ahm4toGjHfmkMNbvp5MHutQT3C9wJyjls")
    #expect(old.accepts(secret(decomposed)) && !old.accepts(secret(composed)))
  }
}
