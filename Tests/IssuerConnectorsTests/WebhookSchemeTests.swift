import IssuerConnectors
import Secrets
import Testing
import WalletAPI
import WalletModel

/// Signatures of webhooks. The vectors of Standard Webhooks are published by its authors; Stripe
/// publishes the rule without a vector, so that one was made with Python's `hmac`.
struct WebhookSchemeTests {
  private struct Vector: CustomTestStringConvertible {
    let scheme: WebhookScheme
    let secret: String
    let headers: [WireField]
    let body: String
    let time: Int64
    var testDescription: String { "\(scheme) \(time)" }
  }

  private static let published = [
    Vector(
      scheme: .standardWebhooks, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      headers: [
        WireField("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
        WireField("webhook-timestamp", "1614265330"),
        WireField("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
      ], body: #"{"test": 2432232314}"#, time: 1_614_265_330),
    Vector(
      scheme: .standardWebhooks, secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
      headers: [
        WireField("Webhook-Id", "msg_loFOjxBNrRLzqYUf"),
        WireField("Webhook-Timestamp", "1731705121"),
        WireField("Webhook-Signature", "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="),
      ], body: #"{"event_type":"ping","data":{"success":true}}"#, time: 1_731_705_121),
    Vector(
      scheme: .stripe, secret: "whsec_test_secret",
      headers: [
        WireField(
          "Stripe-Signature",
          "t=1731705121,v0=00,"
            + "v1=93176d4ff8edbfcc8f70b06177841e79ba76c8442592914c398600b0913bac8e")
      ], body: #"{"id":"evt_1","object":"event"}"#, time: 1_731_705_121),
  ]

  private static func bytes(_ text: String) -> Secret {
    Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
  }

  private func isSigned(
    _ vector: Vector, after seconds: Int64 = 0, secrets: [String]? = nil,
    _ change: (inout [WireField], inout String) -> Void = { _, _ in }
  ) -> Bool {
    var (headers, body) = (vector.headers, vector.body)
    change(&headers, &body)
    let keys = (secrets ?? [vector.secret]).compactMap { vector.scheme.key(in: Self.bytes($0)) }
    return Array(body.utf8).withUnsafeBytes {
      vector.scheme.isSigned(
        headers, $0, by: keys, at: Timestamp(seconds: vector.time + seconds))
    }
  }

  @Test(arguments: published)
  private func aPublishedSignatureIsRight(_ vector: Vector) {
    #expect(isSigned(vector))
  }

  @Test(arguments: published)
  private func aSignatureIsValidForFiveMinutesBothWays(_ vector: Vector) {
    for seconds: Int64 in [-300, -299, 299, 300] {
      #expect(isSigned(vector, after: seconds), "\(seconds)")
    }
    for seconds: Int64 in [-301, 301, 100_000, -100_000] {
      #expect(!isSigned(vector, after: seconds), "\(seconds)")
    }
  }

  @Test(arguments: published)
  private func anAlteredBodyIsRefused(_ vector: Vector) {
    #expect(!isSigned(vector) { $1 += " " })
    #expect(!isSigned(vector) { $1.removeLast() })
    #expect(!isSigned(vector) { $1 = "" })
  }

  @Test(arguments: published)
  private func aMissingOrAlteredHeaderIsRefused(_ vector: Vector) {
    for index in vector.headers.indices {
      #expect(!isSigned(vector) { headers, _ in headers.remove(at: index) })
      for value in ["", "x", ",", "=", "v1,", "t=,v1=", "v1", "-1614265330"] {
        #expect(
          !isSigned(vector) { headers, _ in headers[index].value = value },
          "\(vector.headers[index].name): \(value)")
      }
      // The id and the time are signed as well.
      #expect(!isSigned(vector) { headers, _ in headers[index].value = "1" + headers[index].value })
    }
  }

  @Test(arguments: published)
  private func oneRightSignatureOfSeveralIsEnough(_ vector: Vector) throws {
    let last = vector.headers.count - 1
    let others =
      vector.scheme == .stripe
      ? (",v1=" + String(repeating: "0", count: 64), ",v2=00,v1=zz")
      : (" v1," + Base64.encode(Array(repeating: 0, count: 32)), " v1a,x v2,y v1,?")
    #expect(isSigned(vector) { headers, _ in headers[last].value += others.0 + others.1 })
    // The right one alone counts, whatever its version is called.
    #expect(
      !isSigned(vector) { headers, _ in
        headers[last].value = headers[last].value.replacing("v1", with: "v2") + others.0
      })
  }

  @Test(arguments: published)
  private func severalSecretsAreValidWhileOneIsReplaced(_ vector: Vector) {
    let other = "whsec_" + Base64.encode(Array("another secret of 24 by".utf8))
    #expect(isSigned(vector, secrets: [other, vector.secret]))
    #expect(isSigned(vector, secrets: [vector.secret, other]))
    #expect(!isSigned(vector, secrets: [other]))
    #expect(!isSigned(vector, secrets: []))
  }

  @Test func aSecretWithoutItsFormIsRefused() {
    for text in ["", "whsec_", "whsec_?", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_a"] {
      #expect(WebhookScheme.standardWebhooks.key(in: Self.bytes(text)) == nil, "\(text)")
    }
    #expect(WebhookScheme.stripe.key(in: Self.bytes("")) == nil)
    // Stripe's secret is not decoded.
    let key = WebhookScheme.stripe.key(in: Self.bytes("whsec_?"))
    #expect(key?.matches(Self.bytes("whsec_?")) ?? false)
  }

  @Test func whatAWebhookIsAboutIsRead() throws {
    func read(_ kind: IssuerKind, _ body: String) throws -> IssuerWebhook? {
      try kind.connector(isSandbox: true).webhook(try JSON.read(.plain(Array(body.utf8))))
    }
    #expect(
      try read(.lithic, #"{"event_type":"card.updated","card_token":"c1"}"#)
        == IssuerWebhook(card: CardID("c1")))
    #expect(
      try read(.lithic, #"{"event_type":"card_transaction.updated","card_token":"c1"}"#)
        == IssuerWebhook(card: CardID("c1")))
    #expect(try read(.lithic, #"{"event_type":"dispute.updated","card_token":"c1"}"#) == nil)
    #expect(
      try read(
        .stripe,
        #"{"id":"evt_1","created":1,"type":"issuing_card.updated","data":{"object":{"id":"ic_1"}}}"#
      ) == IssuerWebhook(id: "evt_1", card: CardID("ic_1")))
    #expect(try read(.stripe, #"{"id":"evt_1","created":1,"type":"charge.updated"}"#) == nil)
    let increase =
      #"{"id":"event_1","created_at":"2026-11-01T00:00:00Z","category":"card.updated","#
      + #""associated_object_type":"card","associated_object_id":"card_1"}"#
    #expect(try read(.increase, increase) == IssuerWebhook(id: "event_1", card: CardID("card_1")))
    #expect(IssuerKind.privacy.connector(isSandbox: true).webhookScheme == nil)
  }
}
