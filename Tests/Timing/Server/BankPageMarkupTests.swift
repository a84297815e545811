import ChildProcess
import Foundation
import Languages
import Testing
import ThreeDSecure
import WalletModel

/// What the bank's page shows stays text in a browser.
@Suite struct BankPageMarkupTests {
  private static let hostile =
    #""><img src=x onerror="document.body.id='ran'"><script>document.body.id='ran'</script>"#

  /// The page as a browser has read it, after its scripts have run.
  private func read(_ html: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bank-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    try html.write(to: file, atomically: false, encoding: .utf8)
    return try ChildProcess.run([
      "/usr/bin/chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", "--disable-background-networking",
      "--user-data-dir=\(folder.path)/profile", "--virtual-time-budget=1000", "--dump-dom",
      file.absoluteString,
    ]).output
  }

  @Test(arguments: FormLanguage.allCases) func markupStaysText(_ language: FormLanguage) throws {
    let page = ChallengePage(
      language: language, merchant: Self.hostile, amount: Money(100, Currency(Self.hostile)),
      maskedCard: Self.hostile, challenge: Challenge(.html, render: .html), target: Self.hostile,
      attempt: 1, path: Self.hostile, token: Self.hostile)
    let html = page.html()
    let shown = try read(html)
    #expect(shown.contains(ChallengeText.title.text[language]))
    #expect(!shown.contains("id=\"ran\""))
    #expect(!shown.contains("<img") && !shown.contains("<script"))
    // Control: the same page with the markup as markup.
    let open = html.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
    #expect(try read(open).contains("id=\"ran\""))
  }
}
