import Secrets
import Testing
import Waiting
import WalletModel
import WalletService

/// The lifetimes of revealed secrets.
struct SecretViewTests {
  @Test(arguments: [
    (30, 10, 30, 10), (5, 3, 5, 3), (31, 11, 30, 10), (3600, 3600, 30, 10), (0, -1, 1, 1),
  ])
  func lifetimesCanBeShortenedOnly(_ details: Int, _ pin: Int, _ d: Int, _ p: Int) {
    let policy = RevealPolicy(details: .seconds(details), pin: .seconds(pin))
    #expect(policy.details == .seconds(d))
    #expect(policy.pin == .seconds(p))
  }

  @Test func defaultLifetimes() {
    #expect(RevealPolicy().details == .seconds(30))
    #expect(RevealPolicy().pin == .seconds(10))
  }

  @Test func aSecretIsWipedAfterItsLifetimeForAllHolders() {
    let time = ManualMonotonicClock()
    let bytes = secret("1234")
    let view = SecretView(bytes, lifetime: .seconds(10), clock: time.clock)
    #expect(view.secret?.isDigits(count: 4) == true)
    time.advance(.milliseconds(9_999))
    #expect(view.secret != nil)
    #expect(view.remaining == .milliseconds(1))
    time.advance(.milliseconds(1))
    #expect(view.secret == nil)
    #expect(bytes.isEmpty)
    #expect(view.remaining == .zero)
  }

  @Test func concealingWipesTheSecret() {
    let time = ManualMonotonicClock()
    let bytes = secret("1234")
    let view = SecretView(bytes, lifetime: .seconds(10), clock: time.clock)
    view.conceal()
    #expect(view.secret == nil)
    #expect(view.remaining == .zero)
    #expect(bytes.isEmpty)
  }

  @Test func detailsAndPinHaveDifferentLifetimes() async throws {
    let time = ManualMonotonicClock()
    let backend = try RecordingBackend()
    let service = backend.service(
      policy: RevealPolicy(details: .seconds(20), pin: .seconds(5)), clock: time.clock)
    let card = try await service.card("Groceries")
    let details = try await service.confirmed { service throws(WalletError) in
      try await service.cards.secureDetails(card.id)
    }
    let pin = try await service.confirmed { service throws(WalletError) in
      try await service.cards.pin(card.id)
    }
    time.advance(.seconds(5))
    #expect(pin.secret == nil)
    #expect(details.pan.secret != nil)
    time.advance(.seconds(15))
    #expect(details.pan.secret == nil)
    #expect(details.cvv.secret == nil)
  }
}
