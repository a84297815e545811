import FakeIssuer
import Foundation
import Issuer
import IssuerConnectors
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import ConnectorBackend

/// New PINs, in the form that each issuer asks for.
@Suite struct PinTests {
  /// RFC 7518, B.1: AES_128_CBC_HMAC_SHA_256.
  @Test func thePublishedExampleIsMet() throws {
    func bytes(_ text: String) throws -> [UInt8] {
      try #require(Hex.decode(text.replacingOccurrences(of: " ", with: "")))
    }
    let key = try bytes("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
    let message = Array(
      ("A cipher system must not be required to be secret, and it must be able to fall into the "
        + "hands of the enemy without inconvenience").utf8)
    let (box, tag) = try PinSealing.cbcHMAC(
      message.withUnsafeBytes { Secret(copying: $0) }, key.withUnsafeBytes { Secret(copying: $0) },
      try bytes("1af38c2dc2b96ffdd86694092341bc04"),
      Array("The second principle of Auguste Kerckhoffs".utf8))
    #expect(
      Hex.encode(box)
        == "c80edfa32ddf39d5ef00c0b468834279a2e46a1b8049f792f76bfe54b903a9c9"
        + "a94ac9b47ad2655c5f10f9aef71427e2fc6f9b3f399a221489f16362c7032336"
        + "09d45ac69864e3321cf82935ac4096c86e133314c54019e8ca7980dfa4b9cf1b"
        + "384c486f3a54c51078158ee5d79de59fbd34d848b3d69550a67646344427ade5"
        + "4b8851ffb598f7f80074b9473c82e2db")
    #expect(Hex.encode(tag) == "652c3fa36b0a7c5b3219fab3a30bc1c4")
  }

  /// The issuer decrypts it with OpenSSL's program.
  @Test(arguments: [IssuerKind.lithic, .stripe, .increase])
  func theIssuerHasTheNewPin(_ kind: IssuerKind) async throws {
    let wallet = try IssuerWallet(kind, cards: 1, hasPinKey: true)
    try await wallet.enrol()
    let card = try #require(try await wallet.cards().first)
    for pin in ["1234", "0071"] {
      _ = try await wallet.authorised(SetCardPin(card.id, pin: secret(pin)))
      let cards = try wallet.issuer.cards()
      #expect(cards.first?["pin"] as? String == pin)
    }
    // The digits are in no request as they are, but with Increase, which asks for them.
    let sent = try wallet.issuer.bodies().joined()
    #expect(sent.contains("0071") == (kind == .increase))
  }

  @Test func withoutItsKeyLithicTakesNoPin() async throws {
    let wallet = try IssuerWallet(.lithic, cards: 1)
    let card = try #require(try await wallet.cards().first)
    await #expect {
      try await wallet.perform(SetCardPin(card.id, pin: secret("1234")))
    } throws: {
      ($0 as? WalletError)?.message.english.contains("--pin-key-file") == true
    }
  }

  @Test(arguments: [
    "", "no key", "-----BEGIN PUBLIC KEY-----\n!!\n-----END PUBLIC KEY-----",
    "-----END PUBLIC KEY----------BEGIN PUBLIC KEY-----",
    "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----",
    String(repeating: "a", count: 5000),
  ])
  func whatIsNoKeyIsRefused(_ pem: String) {
    #expect(throws: WalletError.self) { try PinKey(pem: pem) }
  }

  /// Keys that are too short, of another kind or no keys are not used.
  @Test(arguments: [
    PinKey(id: "k", .modulus([UInt8](repeating: 0xff, count: 128), exponent: [1, 0, 1])),
    PinKey(id: "k", .modulus([], exponent: [])),
    PinKey(id: "k", .modulus([UInt8](repeating: 0xff, count: 2000), exponent: [1, 0, 1])),
    PinKey(id: "k", .der([0x30, 0x03, 1, 2, 3])),
  ])
  func weakKeysAreNotUsed(_ key: PinKey) {
    #expect(throws: WalletError.self) { try PinSealing.jwe(secret("1234"), key) }
    #expect(throws: WalletError.self) { try PinSealing.rsa(secret("1234"), key) }
  }
}
