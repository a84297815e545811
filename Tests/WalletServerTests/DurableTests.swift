import Conformance
import Glibc
import Issuer
import Synchronization
import Testing
import Waiting
import WalletAPI
import WalletModel
import WalletServer

@testable import ServerTesting
@testable import VaultLedger

/// Data that survive a restart of the server.
struct DurableTests {
  private let file: VaultFileOfAna
  private let clock = TestClock()

  init() throws { file = try VaultFileOfAna() }

  private func restart(
    _ served: inout InProcessServer, _ change: (inout WalletServer.Options) -> Void = { _ in }
  ) throws {
    served.server.stop()
    served = try InProcessServer(file, clock, change)
  }

  @Test func signInsSurviveARestart() throws {
    var served = try InProcessServer(file, clock)
    let first = try served.signIn()
    let revoked = try served.signIn()
    let refresh = try #require(first.refreshToken)
    #expect(try served.revoke(#require(revoked.refreshToken)).status == 204)

    try restart(&served)
    #expect(try served.perform(ListCards(CardQuery()), first.accessToken).cards.count == 6)
    #expect(throws: WalletError.self) {
      try served.perform(ListCards(CardQuery()), revoked.accessToken)
    }
    let second = try served.renew(refresh)
    _ = try served.perform(ListCards(CardQuery()), second.accessToken)

    try restart(&served)
    _ = try served.perform(ListCards(CardQuery()), second.accessToken)
    clock.advance(seconds: 60)
    // An older refresh token ends the sign-in, now and after a restart.
    #expect(throws: WalletError.self) { try served.renew(refresh) }
    for _ in 0..<2 {
      #expect(throws: WalletError.self) {
        try served.perform(ListCards(CardQuery()), second.accessToken)
      }
      #expect(throws: WalletError.self) { try served.renew(second.refreshToken) }
      try restart(&served)
    }
    served.server.stop()
    #expect(try file.findings() == [])
  }

  /// The minute in which a renewal may be repeated continues after a restart of the server.
  @Test func aLostRenewalMayBeRepeatedAfterARestart() throws {
    var served = try InProcessServer(file, clock)
    let first = try served.signIn()
    let refresh = try #require(first.refreshToken)
    let lost = try served.renew(refresh)
    clock.advance(seconds: 30)
    try restart(&served)
    let second = try served.renew(refresh)
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), lost.accessToken) }
    for token in [first.accessToken, second.accessToken] {
      _ = try served.perform(GetProfile(), token)
    }
    // The minute began with the first use, and has passed.
    clock.advance(seconds: 29)
    try restart(&served)
    let third = try served.renew(refresh)
    clock.advance(seconds: 1)
    try restart(&served)
    #expect(throws: WalletError.self) { try served.renew(refresh) }
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), third.accessToken) }
    served.server.stop()
    #expect(try file.findings() == [])
  }

  /// It is unknown how long a machine was off, so a renewal from before cannot be repeated.
  @Test func aLostRenewalCannotBeRepeatedAfterTheMachineRestarts() throws {
    var served = try InProcessServer(file, clock)
    let refresh = try #require(try served.signIn().refreshToken)
    let second = try served.renew(refresh)
    try restart(&served) { $0.clock = IssuerClock(now: clock.issuer.now, boot: { 0 }) }
    #expect(throws: WalletError.self) { try served.renew(refresh) }
    #expect(throws: WalletError.self) { try served.renew(second.refreshToken) }
  }

  /// Another process locks an active card of the file's owner.
  private func lockElsewhere() throws -> Card {
    let other = try file.open()
    let issuer = Issuer(ledger: other)
    let context = RequestContext(customerID: other.owner, sessionID: "s", deviceID: "d")
    let card = try #require(
      try issuer.perform(ListCards(CardQuery(statuses: [.active])), context).cards.first)
    return try issuer.perform(SetCardStatus(card.id, .locked, reason: "x"), context)
  }

  @Test func aLostRenewalMayBeRepeatedDespiteOtherProcesses() throws {
    let served = try InProcessServer(file)
    let refresh = try #require(try served.signIn().refreshToken)
    let lost = try served.renew(refresh).accessToken
    let stream = try served.listen(lost)
    _ = try lockElsewhere()
    // The sign-ins were taken over before.
    #expect(stream.reads("event: cards\ndata: {}\n\n"))
    let second = try served.renew(refresh).accessToken
    _ = try served.perform(GetProfile(), second)
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), lost) }
  }

  @Test func signInsExpire() throws {
    var served = try InProcessServer(file, clock)
    let tokens = try served.signIn()
    clock.advance(seconds: 899)
    try restart(&served)
    _ = try served.perform(ListCards(CardQuery()), tokens.accessToken)
    clock.advance(seconds: 1)
    #expect(throws: WalletError.self) {
      try served.perform(ListCards(CardQuery()), tokens.accessToken)
    }
    clock.advance(seconds: 30 * 24 * 3600 - 900)
    try restart(&served)
    #expect(throws: WalletError.self) { try served.renew(tokens.refreshToken) }
  }

  /// A user with another password counts as another user.
  @Test func aChangedUserEntryEndsItsSignIns() throws {
    var served = try InProcessServer(file, clock)
    let tokens = try served.signIn()
    try restart(&served) {
      $0.users = [
        ServerUser(
          name: "ana", customer: file.ana.customer,
          passwordHash: ServerUser.hash(secret("new"), isDemo: true) ?? "")
      ]
    }
    #expect(throws: WalletError.self) {
      try served.perform(ListCards(CardQuery()), tokens.accessToken)
    }
  }

  @Test func theOldestSignInsAreReplaced() throws {
    let served = try InProcessServer(file) { $0.signIns = 1000 }
    let first = try served.signIn().accessToken
    var last = first
    for _ in 0..<64 {
      served.clock.advance(seconds: 1)
      last = try served.signIn().accessToken
    }
    #expect(throws: WalletError.self) { try served.perform(GetProfile(), first) }
    _ = try served.perform(GetProfile(), last)
  }

  @Test func changesByAnotherProcessAreSentAsEvents() throws {
    let served = try InProcessServer(file)
    let token = try served.signIn().accessToken
    let stream = try served.listen(token)
    let card = try lockElsewhere()
    #expect(stream.reads("event: cards\ndata: {}\n\n"))
    #expect(try served.perform(GetCard(card.id), token).status == .locked)
    // A sign-in at another server on the same file is valid here, too.
    let second = try InProcessServer(file, served.clock)
    let tokens = try second.signIn()
    _ = try second.perform(ListCards(CardQuery()), tokens.accessToken)
    let back = try Stream(served, token, after: stream.lastID)
    #expect(back.reads("event: cards\ndata: {}\n\n"))
    // The event can be of an earlier change.
    try wait(for: "the sign-in") {
      (try? served.perform(GetProfile(), tokens.accessToken)) != nil
    }
  }

  @Test func aServerWhoseFileIsReplacedIsNotReadyAndSaysSoOnce() throws {
    let notices = InProcessServer.Log()
    let served = try InProcessServer(file) { $0.notice = { notices.add($0) } }
    #expect(try text(served.send("GET", "/readyz").body) == "ready\n")
    #expect(rename(file.path, file.path + ".moved") == 0)
    try wait(for: "the news of the file") { !notices.lines.isEmpty }
    let ready = try served.send("GET", "/readyz")
    #expect(ready.status == 503 && text(ready.body) == "replaced\n")
    // A touch is news of the file, too.
    utimensat(AT_FDCWD, file.path + ".moved", nil, 0)
    served.server.stop()
    #expect(notices.lines.count == 1 && notices.lines[0].contains("restart walletd"))
  }

  @Test func damageIsSentAsAnEvent() throws {
    let whole = try InProcessServer(file)
    #expect(try text(whole.send("GET", "/readyz").body) == "ready\n")
    whole.server.stop()
    do {
      let ledger = try file.open()
      try ledger.store.database.execute(
        "DELETE FROM payments WHERE id=(SELECT max(id) FROM payments)")
    }
    let served = try InProcessServer(file)
    let stream = try Stream(served, try served.signIn().accessToken)
    #expect(stream.reads("event: damage\ndata: {\"message\":"))
    let ready = try served.send("GET", "/readyz")
    #expect(ready.status == 503 && text(ready.body) == "damaged\n")
    #expect(try text(served.send("GET", "/metrics").body).contains("walletd_damaged 1\n"))
    // A later listener gets the event, too.
    let late = try Stream(served, try served.signIn().accessToken)
    #expect(late.reads("event: damage\n"))
  }
}
