import CardEntry
import Languages
import Secrets
import SeededGenerator
import Testing
import WalletModel
import Words

@testable import CardScan

@Suite("Card numbers and expiries in texts (E04)") struct CardTextReaderTests {
  @Test(
    "A number is read in groups, without groups and with misread digits",
    arguments: [
      ("4111111111111111", visa), ("4111 1111 1111 1111", visa), ("4111-1111-1111-1111", visa),
      ("4111\t1111  1111.1111", visa), ("4111\u{a0}1111\u{a0}1111\u{a0}1111", visa),
      ("\u{feff}4111111111111111\r\n", visa), ("Number: 4111111111111111, CVV 123", visa),
      ("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", visa), ("41 111 1111111 1111", visa),
      ("4111\n1111\n1111\n1111", visa), ("4111 1111\r\n\r\n1111 1111", visa),
      ("3782 822463 10005", amex), ("378282246310005", amex),
      ("5555 5555 5555 4444", mastercard), ("2223 0031 2200 3222", "2223003122003222"),
      // Visa has 13, 16 and 19 digits.
      ("4222222222222", "4222222222222"), ("4000 0000 0000 0000 006", "4000000000000000006"),
      ("4lI1 1111 1111 11L1", visa), ("SSSS 5555 5555 4444", mastercard),
      ("37B2 8Z2463 1OO05", amex), ("A111 1111 1111 1111", visa),
      ("4111 1111 1111 1111\n4111111111111111", visa),
      ("4111 1111 1111 1111 09/29 123", visa), ("SAMPLE BANK 4111 1111 1111 1111 VISA", visa),
    ])
  func numbers(text: String, number: String) {
    #expect(scan(text).hasPrefix(number + " "))
  }

  @Test(
    "Other digits are no number",
    arguments: [
      "", " ", "4111 1111 1111 1112", "41111111111111112", "4111 1111 1111",
      // Brands that are not scanned: Diners Club, JCB, Maestro, Discover.
      "30569309025904", "3530111333300000", "6759649826438453", "6011111111111117",
      // A part of something longer.
      "x4111111111111111", "4111111111111111x", "4111 1111 1111 1111/29", "4111,1111,1111,1111",
      "4111 1111 and 1111 1111", "4111 1111\u{e9}1111 1111", "+49 30 1234567",
      "DE89 3704 0044 0532 0130 00",
      // More letters than can be misread digits.
      "SSSS SSSS 5555 4444", "4III IIII IIII IIII",
    ])
  func noNumber(text: String) {
    #expect(scan(text) == "- --/--")
  }

  @Test("No number is chosen out of two different ones")
  func severalNumbers() {
    #expect(scan("4111111111111111\n5555555555554444 12/29") == "several 12/29")
    #expect(scan("4111 1111 1111 1111 4000 0000 0000 0002") == "several --/--")
  }

  @Test("A number without misread digits, and on one line, is preferred")
  func preference() {
    #expect(scan("4111 1111 1111 1111\nSSSS 5555 5555 4444") == "\(visa) --/--")
    #expect(scan("4000\n0000\n0000\n0002\n4111 1111 1111 1111") == "\(visa) --/--")
  }

  @Test(
    "An expiry is read with two or four digits of the year",
    arguments: [
      ("09/29", "09/29"), ("VALID THRU 09/29", "09/29"),
      ("09 / 29", "09/29"), ("09/2029", "09/29"), ("09-29", "09/29"), ("(12-2046)", "12/46"),
      ("O9/Z9", "09/29"), ("l2/3O", "12/30"), ("11/26", "11/26"),
      // A card also shows since when it is valid.
      ("VALID FROM 01/25 VALID THRU 09/29", "09/29"), ("01/25 09/29", "09/29"),
      ("VALID FROM  EXPIRES END\n01/27  09/29", "09/29"), ("09/29\n12/26", "09/29"),
      ("valid from: 12/26, until 09/29", "09/29"), ("Herr von Berg 09/29\n", "09/29"),
      ("4111 1111 1111 1111 09/29", "09/29"), ("4111-1111-1111-1111 09-29", "09/29"),
    ])
  func expiries(text: String, expiry: String) {
    #expect(scan(text).hasSuffix(" " + expiry))
  }

  @Test(
    "Other dates are no expiry",
    arguments: [
      "10/26", "01/20", "00/29", "13/29", "9/29", "O9 / 29", "Q1/ 35", "09/47", "09/99", "09/1929",
      "09/029", "9-29", "009/29",
      "01/09/2029", "2029-09-30", "09/29/01", "12-09-29", "09.29", "09 - 29", "09/", "/29", "/",
      "AS/SO", "O9/SO", "11-1111-1111", "valid from 12/26", "Member since: 12/26",
      "G\u{fc}ltig ab 12/26", "\nvon 12/26",
    ])
  func noExpiry(text: String) {
    #expect(scan(text) == "- --/--")
  }

  @Test("Bytes of all kinds and huge texts are read to the end")
  func hostile() {
    let all = [UInt8](0...255)
    for piece in [
      all, Array("1".utf8), Array("1 ".utf8), Array("1\n".utf8), Array("4111 ".utf8),
      Array("/".utf8),
      Array("12/".utf8), Array("O1-".utf8), Array("A".utf8), Array("from ".utf8), [0xc2], [0x00],
    ] {
      let length = CardScanner.longestText / piece.count * piece.count
      let text = (0..<length).map { piece[$0 % piece.count] }
      let card = Array("\n!\n4111 1111 1111 1111 ! 09/29 ".utf8)
      #expect(scan(text.dropLast(card.count) + card) == "\(visa) 09/29", "\(piece.prefix(8))")
    }
  }

  @Test("Random edits of a card never give a wrong check digit or a past expiry")
  func randomEdits() {
    var random = SeededGenerator(seed: 4)
    let signs = Array("0149OISBlA /-\n.\u{a0}x".utf8)
    var read = 0
    for _ in 0..<2_000 {
      var text = Array("VALID FROM 01/25\n4111 1111 1111 1111\nVALID THRU 09/29".utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        text[place] = signs.randomElement(using: &random)!
      }
      let secret = Secret(count: text.count) { $0.copyBytes(from: text) }
      let card = secret.withBytes { CardTextReader($0, today: november).read() }
      let rules = CardEntryRules(.saving())
      if let number = card.number {
        read += 1
        #expect(number.withBytes { rules.numberError($0) } == nil)
      }
      if let expiry = card.expiry {
        #expect(CardEntryRules.expiryError(expiry, today: november) == nil)
      }
    }
    #expect(read > 200)
  }

  @Test("Unreadable parts are reported, in English and in German")
  func gaps() {
    #expect(ScannedCard().gaps == [.number, .expiry])
    #expect(ScannedCard(hasSeveralNumbers: true).gaps == [.severalNumbers, .expiry])
    let number = Secret(capacity: 19)
    let expiry = CardExpiry(month: 9, year: 2029)
    #expect(ScannedCard(number: number, expiry: expiry).gaps == [])
    for gap in ScanGap.allCases {
      #expect(Words(.english).cardEntry.scanGap(gap) != Words(.german).cardEntry.scanGap(gap))
    }
  }

  @Test("A second reading fills gaps only")
  func completion() {
    let (one, other) = (Secret(capacity: 19), Secret(capacity: 19))
    let expiry = CardExpiry(month: 9, year: 2029)
    let first = ScannedCard(number: one)
    #expect(
      first.completed(by: ScannedCard(number: other, expiry: expiry))
        == ScannedCard(number: one, expiry: expiry))
    #expect(
      ScannedCard(expiry: expiry).completed(by: ScannedCard(hasSeveralNumbers: true)).gaps
        == [.severalNumbers])
    #expect(
      ScannedCard(hasSeveralNumbers: true).completed(by: first).gaps == [.severalNumbers, .expiry])
  }

  @Test("The card that was read fills in the form")
  func form() {
    let secret = Secret(count: 25) { $0.copyBytes(from: "4111111111111111\n 09/2029".utf8) }
    let card = secret.withBytes { CardTextReader($0, today: november).read() }
    var form = CardEntryForm(
      CardEntryRules(.saving()), fields: [.number, .expiry], today: november)
    _ = form.fill(number: card.number, expiry: card.expiry)
    #expect(form.areAllFieldsValid)
    _ = form.fill(number: nil, expiry: card.expiry)
    #expect(form.invalidFields == [.number])
  }
}
