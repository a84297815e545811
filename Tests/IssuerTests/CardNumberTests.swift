import Issuer
import Secrets
import Testing
import WalletModel

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

func text(_ secret: Secret) -> String {
  secret.withBytes { String(decoding: $0, as: UTF8.self) }
}

@Suite struct CardNumberTests {
  /// Computed by another BLAKE2b (Python's hashlib) from the rule in `CardNumbers.cvv`.
  @Test(
    arguments: [
      ("4000001234567899", 9, 2029, "013"), ("5555551111111117", 12, 2031, "310"),
      ("2223000048400011", 1, 2030, "092"),
    ])
  func aCvvIsAKeyedHash(_ pan: String, _ month: Int, _ year: Int, _ cvv: String) {
    let key = Secret(count: 32) { for index in 0..<32 { $0[index] = UInt8(index) } }
    let found = CardNumbers.cvv(
      pan: secret(pan), expiry: CardExpiry(month: month, year: year), key: key)
    #expect(text(found) == cvv)
  }

  @Test(arguments: ["400000", "555555", "222300"])
  func numbersAreValidAndUnique(_ bin: String) {
    var seen: Set<String> = []
    for index in 0..<2000 {
      let pan = CardNumbers.pan(bin: bin, middle: index * 387_420_489 % 1_000_000_000)
      #expect(pan.withBytes { $0.count == 16 && PAN.isLuhnValid($0) })
      #expect(text(pan).hasPrefix(bin))
      #expect(seen.insert(text(pan)).inserted)
    }
  }

  @Test(arguments: ["4821", "1177", "0093", "7711", "3306", "9254", "0000", "9999"])
  func aNumberCanHaveGivenLastDigits(_ lastFour: String) {
    for middle in [0, 1, 123_456, 999_999] {
      let pan = CardNumbers.pan(bin: "400000", middle: middle, lastFour: lastFour)
      #expect(pan.withBytes { $0.count == 16 && PAN.isLuhnValid($0) })
      #expect(text(pan).hasSuffix(lastFour))
    }
  }

  /// RFC 6238, appendix B, cut to six digits.
  @Test(
    arguments: [
      (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"),
      (1_234_567_890, "005924"), (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ] as [(Int64, String)])
  func appCodesAreThoseOfTheStandard(_ seconds: Int64, _ code: String) {
    let key = secret("12345678901234567890")
    let now = Timestamp(seconds: seconds)
    #expect(text(Totp.code(secret: key, now: now)) == code)
    let step = seconds / 30
    #expect(Totp.step(of: secret(code), secret: key, now: now, after: -1) == step)
    for drift in [-30, 30] as [Int64] {
      let found = Totp.step(
        of: secret(code), secret: key, now: now.adding(seconds: drift), after: -1)
      #expect(found == step)
    }
    for drift in [-60, 60] as [Int64] where seconds > 60 {
      let found = Totp.step(
        of: secret(code), secret: key, now: now.adding(seconds: drift), after: -1)
      #expect(found == nil)
    }
    #expect(Totp.step(of: secret(code), secret: key, now: now, after: step) == nil)
  }
}
