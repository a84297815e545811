import Glibc
import Issuer
import Testing
import WalletAPI

@testable import ServerTesting
@testable import WalletServer

/// A killed server loses none of the events that are sent to an operator (A39).
struct WebhookKillTests {
  private func isSigned(_ event: WebhookReceiver.Received) -> Bool {
    event.signature == WebhookSignature.of(event.body, key: secret(WebhookEvents.key))
  }

  /// Before a delivery, because the address does not accept events; and in the middle of one.
  @Test(arguments: [WebhookReceiver.Behaviour.answer(503), .close, .hold])
  func aKilledServerSendsEveryEventAfterItsRestart(_ fault: WebhookReceiver.Behaviour) throws {
    let file = try VaultFileOfAna()
    let receiver = try WebhookReceiver { _, _ in fault }
    defer { receiver.close() }
    try file.write("webhooks", "# the shop\n\(receiver.address)")
    try file.write("webhook-secret", WebhookEvents.key)
    let more = [
      "--webhooks", file.folder + "/webhooks", "--webhook-secret-file",
      file.folder + "/webhook-secret",
    ]
    var server = try WalletdProcess(file, more: more)
    let token = try server.signIn().accessToken
    let cards = try WebhookEvents.activeCards(server, token)
    for round in 1...3 {
      for card in cards { try WebhookEvents.change(card, 2, server, token) }
      #expect(receiver.wait { !$0.isEmpty })
      let before = receiver.all.count
      server.end(SIGKILL)
      server = try WalletdProcess(file, more: more)
      #expect(receiver.wait { $0.count > before }, "round \(round)")
    }
    server.end(SIGKILL)
    // While nothing was accepted, only the oldest event was tried.
    #expect(WebhookEvents.ids(receiver.all) == 1)
    receiver.behave { _, _ in .answer(200) }
    server = try WalletdProcess(file, more: more)
    func changes(_ received: [WebhookReceiver.Received]) -> [WebhookReceiver.Received] {
      received.filter { $0.field("newStatus") != nil }
    }
    #expect(receiver.wait { WebhookEvents.ids(changes($0)) == 6 * cards.count })
    server.end(SIGTERM)
    let all = receiver.all
    #expect(all.allSatisfy { isSigned($0) })
    WebhookEvents.checkOrder(WebhookEvents.events(all))
    #expect(try WebhookOutbox(try file.open()).all().filter { $0.isDead } == [])
    #expect(try file.findings() == [])
  }
}
