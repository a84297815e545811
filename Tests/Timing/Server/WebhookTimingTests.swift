import Testing
import Waiting

@testable import ServerTesting
@testable import WalletServer

struct WebhookTimingTests {
  /// One attempt has a time limit.
  @Test func aReceiverThatDoesNotAnswerGetsEachEventInOrder() throws {
    try WebhookEvents.checkDelivery(
      seconds: patience,
      isSigned: { $0.signature == WebhookSignature.of($0.body, key: secret($1)) },
      behaviour: { number, _ in
        switch number {
        case 0, 3: .answer(500)
        case 1: .close
        case 2: .hold
        case 5: .answer(302)
        default: .answer(200)
        }
      })
  }
}
