import Issuer
import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

/// Changes of cards whose events are sent to an operator, and what was received.
enum WebhookEvents {
  static let key = "a key for webhooks"

  /// - Parameter seconds: The time limit for one attempt.
  static func options(_ receivers: WebhookReceiver..., seconds: Double = 3600) throws
    -> WebhookOptions
  {
    var options = WebhookOptions(
      addresses: try receivers.map { try WebhookAddress($0.address) }, secret: secret(key))
    options.firstPause = 0.01
    options.longestPause = 0.02
    options.seconds = seconds
    return options
  }

  /// The events without repetitions. A repeated event has the same body.
  static func events(_ received: [WebhookReceiver.Received]) -> [WebhookReceiver.Received] {
    var bodies: [String: [UInt8]] = [:]
    return received.filter { event in
      defer { bodies[event.id] = event.body }
      if let known = bodies[event.id] { #expect(known == event.body) }
      return bodies[event.id] == nil
    }
  }

  static func ids(_ received: [WebhookReceiver.Received]) -> Int { Set(received.map(\.id)).count }

  /// Locks and unlocks a card. Each change is one event.
  static func change(_ card: Card, _ times: Int, _ server: some ServerEndpoint, _ token: Secret)
    throws
  {
    var status = try server.perform(GetCard(card.id), token).status
    for _ in 0..<times {
      status = status == .locked ? .active : .locked
      _ = try server.perform(SetCardStatus(card.id, status, reason: "x"), token)
    }
  }

  static func activeCards(_ server: some ServerEndpoint, _ token: Secret) throws -> [Card] {
    try server.perform(
      ListCards(CardQuery(statuses: [.active], include: [.tokenizations])), token
    ).cards
  }

  /// Each event of a card begins with the status with which the one before it ended.
  static func checkOrder(_ events: [WebhookReceiver.Received]) {
    let changes = events.filter { $0.path == "/hooks/prepaid/card/status/events" }
    for (_, ofCard) in Dictionary(grouping: changes, by: { $0.field("cardId") }) {
      for (before, after) in zip(ofCard, ofCard.dropFirst()) {
        #expect(before.field("newStatus") == after.field("oldStatus"))
      }
    }
  }

  /// A receiver that fails at first and one that does not get the same events, each in order.
  ///
  /// - Parameters:
  ///   - seconds: The time limit for one attempt.
  ///   - isSigned: Whether the signature of an event is that of a key.
  ///   - behaviour: Of the first receiver. The first four requests fail.
  static func checkDelivery(
    seconds: Double, isSigned: @escaping (WebhookReceiver.Received, _ key: String) -> Bool,
    behaviour: @escaping @Sendable (Int, WebhookReceiver.Received) -> WebhookReceiver.Behaviour
  ) throws {
    let receiver = try WebhookReceiver(behaviour)
    defer { receiver.close() }
    let second = try WebhookReceiver()
    defer { second.close() }
    let webhooks = try options(receiver, second, seconds: seconds)
    let (served, token) = try InProcessServer.signedIn { $0.webhooks = webhooks }
    let cards = try activeCards(served, token)
    try #require(cards.count >= 2)
    for _ in 0..<3 { for card in cards { try change(card, 2, served, token) } }
    func isStatus(_ event: WebhookReceiver.Received) -> Bool { event.field("newStatus") != nil }
    let count = 6 * cards.count
    for receiver in [receiver, second] {
      #expect(receiver.wait { ids($0.filter(isStatus)) == count })
      let all = receiver.all
      #expect(all.allSatisfy { isSigned($0, key) })
      #expect(!all.contains { isSigned($0, "another key for webhooks") })
      #expect(!all.contains { $0.path.hasSuffix("elsewhere") })
      checkOrder(events(all))
    }
    let (first, other) = (events(receiver.all), events(second.all))
    #expect(first.filter(isStatus).map(\.id) == other.filter(isStatus).map(\.id))
    // The failed attempts were of the same event.
    #expect(Set(receiver.all.prefix(5).map(\.id)).count == 1)
    let event = try #require(first.first { isStatus($0) })
    #expect(event.field("customerId") == "\(served.server.ledger.owner)")
    #expect((event.field("oldStatus"), event.field("newStatus")) == ("ACTIVE", "LOCKED"))
  }
}
