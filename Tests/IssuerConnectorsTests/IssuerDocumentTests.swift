import Foundation
import IssuerConnectors
import Languages
import Testing
import WalletModel

/// docs/issuers.md says what each issuer can do, as the program does.
@Suite struct IssuerDocumentTests {
  private static let begin = "writes this part -->\n"
  private static let end = "<!-- end of capabilities -->"

  /// What the read-only switch and a live key decide is no matter of the issuer.
  private let features = IssuerCapabilities.Feature.allCases.filter {
    ![.changes, .simulation].contains($0)
  }

  private func title(_ feature: IssuerCapabilities.Feature) -> String {
    switch feature {
    case .showDetails: "show number and CVV"
    case .showPin: "show the PIN"
    case .setPin: "set the PIN"
    case .rename: "rename"
    case .physicalCards: "order physical cards"
    case .virtualCards: "create virtual cards"
    case .limits: "limits"
    case .merchantLock: "cards for one shop"
    case .singleUse: "single-use cards"
    case .cardholders: "cards of several cardholders"
    case .simulation: "simulated payments"
    case .payByNumber: "simulated payments by number"
    case .categoryLimits: "limits to categories and countries"
    case .detailLinks: "URLs that show a number once"
    case .events: "news by events"
    case .phoneWallets: "cards in phones"
    case .otherCards: "saved cards, payments with 3-D Secure, personas"
    case .activation: "activate"
    case .cardTimes: "lock and unlock by time"
    case .accountBalance: "balance of the account"
    case .changes: "changes"
    }
  }

  private var part: String {
    let kinds = IssuerKind.allCases
    var lines = [
      "| | " + kinds.map(\.name).joined(separator: " | ") + " |",
      "|---|" + kinds.map { _ in "---|" }.joined(),
    ]
    var reasons: [String] = []
    for feature in features {
      let cells = kinds.map { kind -> String in
        let refusal = kind.connector(isSandbox: true).capabilities.refusal(feature)
        if let refusal { reasons.append("- \(title(feature)), \(kind.name): \(refusal.english).") }
        return refusal == nil ? "•" : "–"
      }
      lines.append("| \(title(feature)) | " + cells.joined(separator: " | ") + " |")
    }
    return (lines + [""] + reasons).joined(separator: "\n") + "\n"
  }

  @Test func theTableIsThatOfTheProgram() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/issuers.md")
    var text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: Self.begin)).upperBound
    let end = try #require(text.range(of: Self.end)).lowerBound
    if ProcessInfo.processInfo.environment["WALLETUI_UPDATE_GOLDENS"] != nil {
      text.replaceSubrange(start..<end, with: "\n" + part + "\n")
      try text.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    #expect(text[start..<end] == "\n" + part + "\n")
  }
}
