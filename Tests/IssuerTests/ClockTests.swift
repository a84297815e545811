import Conformance
import Issuer
import Secrets
import Testing
import VaultLedger
import WalletAPI
import WalletModel

/// R15: setting the clock or restarting the machine neither extends a permission nor shortens a
/// block.
@Suite struct ClockTests {
  private let clock = TestClock(IssuerClock.system.now())
  private let wallet: BackendUnderTest
  private let card: CardID

  init() async throws {
    wallet = underTest(try Vault.demo(), clock)
    card = try await wallet.backend.perform(ListCards(CardQuery()), wallet.context).cards[0].id
  }

  private func event() async throws -> ScaEvent {
    do throws(WalletError) {
      _ = try await wallet.backend.perform(GetPin(card), wallet.context)
    } catch {
      if let event = error.scaEvent { return event }
      throw error
    }
    throw WalletError(.internalError)
  }

  private func challenged() async throws -> (ScaEvent, Secret) {
    let event = try await event()
    let sms = ScaVerification(method: .otp, channel: .sms)
    _ = try await wallet.backend.perform(
      CreateChallenge(event.reference, sms), wallet.context)
    let messages = try await wallet.backend.perform(ListPhoneMessages(), wallet.context)
    return (event, try #require(messages[0].code))
  }

  private func submit(_ event: ScaEvent, _ code: Secret) async throws -> ScaAttemptStatus {
    try await wallet.backend.perform(SubmitAttempt(event.reference, code: code), wallet.context)
      .status
  }

  /// F26: lists are ordered and searched by `sortDate`.
  @Test func paymentsStayInOrderWhenTheClockIsSetBack() async throws {
    let pay = Authorize(.card(card), at: "shell", ShopAmount(1))
    let first = try await wallet.backend.perform(pay, wallet.context)
    clock.setWall(by: -3_600_000)
    let second = try await wallet.backend.perform(pay, wallet.context)
    let list = try await wallet.backend.perform(ListTransactions(card), wallet.context)
    let payments = list.transactions.prefix(2)
    #expect(payments.map(\.id.rawValue) == [second.id, first.id])
    #expect(payments[0].sortDate >= payments[1].sortDate)
    #expect(payments[0].transactedAt < payments[1].transactedAt)
  }

  @Test func settingTheClockBackExtendsNoCode() async throws {
    let (event, code) = try await challenged()
    clock.advance(milliseconds: 170_000)
    clock.setWall(by: -3_600_000)
    clock.advance(milliseconds: 10_000)
    #expect(try await submit(event, code) == .rejected)
  }

  @Test func settingTheClockBackExtendsNoGrant() async throws {
    let (event, code) = try await challenged()
    #expect(try await submit(event, code) == .verified)
    clock.setWall(by: -3_600_000)
    clock.advance(milliseconds: 61_000)
    var context = wallet.context
    context.sca = event.reference
    await #expect { try await wallet.backend.perform(GetPin(card), context) } throws: {
      ($0 as? WalletError)?.code == .scaExpired
    }
  }

  @Test func codesEndWithARestartOfTheMachine() async throws {
    let (event, code) = try await challenged()
    clock.reboot()
    await #expect { try await submit(event, code) } throws: {
      ($0 as? WalletError)?.code == .scaExpired
    }
  }

  @Test func settingTheClockForwardEndsNoBlock() async throws {
    let (event, code) = try await challenged()
    for _ in 0..<5 { _ = try await submit(event, secret("x")) }
    #expect(try await submit(event, code) == .failed)
    clock.setWall(by: 86_400_000)
    await #expect { try await self.event() } throws: {
      ($0 as? WalletError)?.code == .scaBlocked
    }
    clock.advance(milliseconds: 900_000)
    _ = try await self.event()
  }
}
