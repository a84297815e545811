import Conformance
import Testing
import VaultLedger
import WalletAPI
import WalletModel

@testable import Issuer

/// A code for the number of a virtual card that counts for others for a while.
@Suite struct VirtualDetailsTests {
  private let clock = TestClock(Timestamp(milliseconds: 1_772_530_867_000))
  private let ledger: VaultLedger
  private let issuer: Issuer
  private let context: RequestContext
  private let cards: [VirtualCard]

  init() throws {
    let clock = clock
    let time = IssuerClock(now: { clock.now }, boot: { clock.boot })
    ledger = try Vault.demo(clock: time)
    try SampleVirtualCards(ledger, clock: time, random: .system).add()
    issuer = Issuer(
      ledger: ledger, environment: IssuerEnvironment(clock: time, isSimulation: true))
    context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    cards = try issuer.perform(ListVirtualCards(VirtualCardQuery(limit: 100)), context).cards
  }

  private func details(_ index: Int) -> GetVirtualCardDetails {
    GetVirtualCardDetails(cards[index].id, memory: .signIn)
  }

  /// Shows the first card with a code that is to be remembered.
  private func confirm() throws {
    let error = #expect(throws: WalletError.self) {
      try issuer.perform(details(0), context)
    }
    let event = try #require(error?.scaEvent)
    let sms = ScaVerification(method: .otp, channel: .sms)
    _ = try issuer.perform(CreateChallenge(event.reference, sms), context)
    let code = try #require(try issuer.perform(ListPhoneMessages(), context).first?.code)
    _ = try issuer.perform(SubmitAttempt(event.reference, code: code), context)
    var confirmed = context
    confirmed.sca = event.reference
    _ = try issuer.perform(details(0), confirmed)
  }

  private func needsCode(_ context: RequestContext) -> Bool {
    do throws(WalletError) {
      _ = try issuer.perform(details(1), context)
      return false
    } catch {
      return error.code == .scaRequired
    }
  }

  @Test func itCountsForTheSameSignInAndDeviceOnly() throws {
    #expect(needsCode(context))
    try confirm()
    #expect(!needsCode(context), "control: it counts")
    var other = context
    other.sessionID = "other"
    #expect(needsCode(other))
    other = context
    other.deviceID = "other"
    #expect(needsCode(other))
    #expect(!needsCode(context))
  }

  /// Neither clock makes it count longer, and a restart of the machine ends it.
  @Test func itCountsForFiveMinutesByEitherClock() throws {
    try confirm()
    clock.setWall(by: -86_400_000)
    clock.advance(milliseconds: 299_999)
    #expect(!needsCode(context))
    clock.advance(milliseconds: 1)
    #expect(needsCode(context))
    try confirm()
    #expect(!needsCode(context))
    clock.setWall(by: 300_000)
    #expect(needsCode(context))
    try confirm()
    clock.reboot()
    #expect(needsCode(context))
  }

  @Test func itDoesNotCountWhileCodesAreBlocked() throws {
    try confirm()
    #expect(!needsCode(context), "control: it counts")
    try ledger.write { writer throws(WalletError) in
      var account = try writer.get(ScaAccount.self, of: ledger.owner)
      account.blockedAt = Moment(wall: clock.now, boot: clock.boot)
      try writer.put(account, of: ledger.owner)
    }
    let error = #expect(throws: WalletError.self) {
      try issuer.perform(details(1), context)
    }
    #expect(error?.code == .scaBlocked)
  }

  @Test func whatIsShownIsAuditedWithItsLastFourDigits() throws {
    try confirm()
    #expect(!needsCode(context))
    let shown = try ledger.auditLog().filter {
      $0.action == "SHOW_VIRTUAL_DETAILS" && $0.note == "SHOWN"
    }
    #expect(shown.map(\.lastFour) == cards.prefix(2).map(\.lastFour))
    #expect(shown.allSatisfy { $0.phase == .done })
  }
}
