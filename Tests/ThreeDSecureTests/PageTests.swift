import Languages
import Secrets
import SeededGenerator
import Testing
import ThreeDSecure
import WalletModel

/// D27, E03: the bank's page and what it posts.
struct PageTests {
  private static let hostile = #"</dd><script>alert("1")</script>&amp;'"# + "\u{202e}\u{0}"

  private func page(
    _ type: ChallengeType = .html, _ language: FormLanguage = .english,
    merchant: String = "Books & More", amount: Money = Money(1099, Currency("EUR"))
  ) -> ChallengePage {
    ChallengePage(
      language: language, merchant: merchant, amount: amount, maskedCard: "•••• 1111",
      challenge: Challenge(type, render: .html), target: "+359 ••• 412", attempt: 2,
      path: "/3ds/a1/x", token: "f00d")
  }

  private func read(_ body: String) -> ChallengeForm? {
    Array(body.utf8).withUnsafeBytes { ChallengeForm($0) }
  }

  private func text(_ secret: Secret?) -> String? {
    secret?.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func words(_ reply: ChallengeReply) -> String {
    switch reply {
    case .code(let code): "code " + (text(code) ?? "")
    case .options(let ids): ids.joined(separator: " ")
    case .confirmation(let word): "\(word)"
    case .cancel: "cancel"
    }
  }

  @Test(arguments: FormLanguage.allCases, ChallengeType.allCases)
  func parts(_ language: FormLanguage, _ type: ChallengeType) {
    let html = page(type, language).html()
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"\(language.rawValue)\">\n"))
    #expect(html.contains(ChallengeText.title.text[language]))
    #expect(html.contains("<bdi>Books &amp; More</bdi>"))
    #expect(html.contains("<bdi>•••• 1111</bdi>"))
    #expect(html.contains("<form method=\"post\" action=\"/3ds/a1/x\""))
    #expect(html.contains("<input type=\"hidden\" name=\"token\" value=\"f00d\">"))
    #expect(html.contains("<input type=\"hidden\" name=\"attempt\" value=\"2\">"))
    #expect(html.contains("name=\"action\" value=\"submit\">"))
    #expect(html.contains("name=\"action\" value=\"cancel\" formnovalidate>"))
    #expect(html.contains("name=\"code\"") == (type == .oneTimeCode || type == .html))
    let inputs = html.components("<input type=\"\(type == .multiSelect ? "checkbox" : "radio")\"")
    #expect(inputs == (type == .singleSelect || type == .multiSelect ? 4 : 0))
    for option in ChallengeOption.allCases where inputs > 0 {
      #expect(html.contains("value=\"\(option.rawValue)\"> \(option.text[language])</label>"))
    }
    // Nothing that a strict policy would refuse.
    for word in ["<script", "<style", "style=", "<link", "<img", "<iframe", "http", " onclick"] {
      #expect(!html.contains(word))
    }
  }

  @Test func policy() {
    let policy = BankDocument.contentSecurityPolicy
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("form-action 'self'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
  }

  @Test(arguments: [
    (1099, "EUR", "10.99 EUR", "10,99 EUR"), (5, "EUR", "0.05 EUR", "0,05 EUR"),
    (1000, "JPY", "1000 JPY", "1000 JPY"), (10_139, "TND", "10.139 TND", "10,139 TND"),
    (0, "EUR", "0.00 EUR", "0,00 EUR"), (-7, "JPY", "-7 JPY", "-7 JPY"),
    (.min, "EUR", "-92233720368547758.08 EUR", "-92233720368547758,08 EUR"),
  ])
  func amounts(_ units: Int64, _ code: String, _ english: String, _ german: String) {
    let money = Money(units, Currency(code))
    #expect(page(amount: money).html().contains("<bdi>\(english)</bdi>"))
    #expect(page(.html, .german, amount: money).html().contains("<bdi>\(german)</bdi>"))
  }

  /// Markup in every field is shown as text: it has the same tags as a page without it.
  @Test(arguments: ChallengeType.allCases)
  func markupIsText(_ type: ChallengeType) {
    let plain = page(type).html()
    let changes: [(inout ChallengePage) -> Void] = [
      { $0.merchant = Self.hostile }, { $0.maskedCard = Self.hostile },
      { $0.target = Self.hostile }, { $0.path = Self.hostile }, { $0.token = Self.hostile },
      { $0.amount = Money(1, Currency(Self.hostile)) },
    ]
    for change in changes {
      var changed = page(type)
      change(&changed)
      let html = changed.html()
      for sign in ["<", ">", "\""] { #expect(html.components(sign) == plain.components(sign)) }
      #expect(!html.contains("<script"))
      #expect(!html.unicodeScalars.contains("\u{202e}") && !html.unicodeScalars.contains("\u{0}"))
      if changed.target != Self.hostile || type == .html || type == .oneTimeCode {
        #expect(html.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;"))
      }
    }
    var noticed = page(type)
    noticed.notice = .code(target: Self.hostile)
    #expect(!noticed.html().contains("<script"))
    noticed.notice = .wrong(attemptsLeft: 1)
    #expect(noticed.html().contains("<p role=\"alert\"><strong>That was not right. One try left."))
  }

  @Test func code() throws {
    let form = try #require(read("token=f00d&attempt=2&code=12+34%2B%35&action=submit"))
    #expect(form.attempt == 2 && form.action == .submit && form.options.isEmpty)
    #expect(text(form.code) == "12 34+5")
    #expect(form.isFrom(token: "f00d".utf8.secret))
    #expect(!form.isFrom(token: "f00e".utf8.secret))
    #expect(!form.isFrom(token: "f00".utf8.secret))
    // As at the prompt, what separates the digits is no part of the code.
    #expect(words(form.reply(to: Challenge(.html, render: .both))) == "code 1234+5")
  }

  @Test func choices() throws {
    let form = try #require(
      read("token=f00d&attempt=1&option=bakery&option=r%61ilway&action=submit"))
    #expect(form.options == ["bakery", "railway"] && form.code == nil)
    #expect(words(form.reply(to: Challenge(.multiSelect, render: .html))) == "bakery railway")
  }

  @Test func otherReplies() throws {
    let cancel = try #require(read("token=f00d&attempt=1&code=&action=cancel"))
    #expect(cancel.code == nil)
    for type in ChallengeType.allCases {
      #expect(words(cancel.reply(to: Challenge(type, render: .html))) == "cancel", "\(type)")
    }
    let submit = try #require(read("token=f00d&attempt=1&action=submit"))
    #expect(words(submit.reply(to: Challenge(.oneTimeCode, render: .html))) == "code ")
    let other = Challenge(.outOfBand, render: .html)
    #expect(words(submit.reply(to: other, confirmation: .confirmed)) == "confirmed")
  }

  @Test(arguments: [
    "", "&", "=", "token=f00d&attempt=1", "attempt=1&action=submit", "token=f00d&action=submit",
    "token=&attempt=1&action=submit", "token=f00d&attempt=0&action=submit",
    "token=f00d&attempt=-1&action=submit", "token=f00d&attempt=11&action=submit",
    "token=f00d&attempt=x&action=submit", "token=f00d&attempt=1&action=pay",
    "token=f00d&attempt=1&action=submit&", "token=f00d&attempt=1&action=submit&x=1",
    "token=f00d&token=f00d&attempt=1&action=submit",
    "token=f00d&attempt=1&attempt=1&action=submit",
    "token=f00d&attempt=1&action=submit&action=cancel",
    "token=f00d&attempt=1&action=submit&code=1&code=2", "token=f00d&attempt=1&action=submit&code",
    "token=f00d&attempt=1&action=submit&code=%", "token=f00d&attempt=1&action=submit&code=%1",
    "token=f00d&attempt=1&action=submit&code=%zz",
    "token=f00d&attempt=1&action=submit&code=12345678901234567",
    "token=f00d&attempt=1&action=submit" + String(repeating: "&option=x", count: 17),
    "token=" + String(repeating: "f", count: 65) + "&attempt=1&action=submit",
    "token=f00d&attempt=1&action=submit&option=" + String(repeating: "x", count: 1000),
  ])
  func refused(_ body: String) { #expect(read(body) == nil) }

  @Test func limits() {
    let start = "token=" + String(repeating: "f", count: 64) + "&attempt=9&action=submit"
    #expect(read(start + "&code=1234567890123456") != nil)
    #expect(read(start + String(repeating: "&option=x", count: 16)) != nil)
    #expect(read(start + "&code=" + String(repeating: "%31", count: 16)) != nil)
    #expect(read(start + "&code=" + String(repeating: "%31", count: 17)) == nil)
  }

  /// Any bytes are read or refused.
  @Test func fuzz() {
    var random = SeededGenerator(seed: 27)
    let original = Array("token=f00d&attempt=1&option=x&code=%31%32&action=submit".utf8)
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      guard let form = bytes.withUnsafeBytes({ ChallengeForm($0) }) else { continue }
      accepted += 1
      #expect(form.attempt > 0 && (form.code?.count ?? 0) <= ChallengeForm.longestCode)
    }
    #expect((1..<19_000).contains(accepted))
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func components(_ part: String) -> Int {
    let part = Array(part.utf8)
    let all = Array(utf8)
    guard all.count >= part.count else { return 0 }
    return (0...all.count - part.count).count { all[$0..<$0 + part.count].elementsEqual(part) }
  }
}

extension String.UTF8View {
  fileprivate var secret: Secret { Array(self).withUnsafeBytes { Secret(copying: $0) } }
}
