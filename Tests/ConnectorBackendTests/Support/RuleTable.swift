import IssuerConnectors
import WalletModel

/// What becomes of the rules at the issuers, for `docs/issuer-rules.md`.
struct RuleTable {
  static let begin = "<!-- ConnectorConformanceTests writes the rest -->\n"

  private let rules: [String]
  private let outcomes: [IssuerKind: [RuleOutcome]]

  init(_ rules: [String], _ outcomes: [IssuerKind: [RuleOutcome]]) {
    self.rules = rules
    self.outcomes = outcomes
  }

  private func outcome(_ place: Int, _ kind: IssuerKind) -> RuleOutcome {
    outcomes[kind]?[place] ?? .differs(["it was not checked"])
  }

  /// What differs without a reason in `RuleDifference.all`.
  var unexplained: [String] {
    rules.enumerated().flatMap { place, rule in
      IssuerKind.allCases.compactMap { kind in
        guard case .differs(let failures) = outcome(place, kind),
          RuleDifference.reason(rule, kind) == nil
        else { return nil }
        return "\(kind.name): \(rule): \(failures)"
      }
    }
  }

  /// Reasons for what does not differ.
  var superfluous: [String] {
    RuleDifference.all.flatMap { difference in
      difference.rules.flatMap { rule in
        difference.issuers.filter { kind in
          guard let place = rules.firstIndex(of: rule) else { return true }
          if case .differs = outcome(place, kind) { return false }
          return true
        }.map { "\($0.name): \(rule)" }
      }
    }
  }

  // MARK: The document

  private static let head = "| " + IssuerKind.allCases.map(\.name).joined(separator: " | ") + " |"
  private static let dashes = "|---|" + IssuerKind.allCases.map { _ in "---|" }.joined()

  var markdown: String {
    (counts + differences + applicable + missing).joined(separator: "\n") + "\n"
  }

  private func row(_ title: String, _ cell: (IssuerKind) -> String) -> String {
    "| \(title) | \(IssuerKind.allCases.map(cell).joined(separator: " | ")) |"
  }

  private var counts: [String] {
    func count(_ title: String, _ mark: Character) -> String {
      row(title) { kind in "\(rules.indices.count { self.mark($0, kind).first == mark })" }
    }
    return [
      "", "| rules that " + Self.head, Self.dashes, count("hold: +", "+"),
      count("need what the issuer does not have: –", "–"), count("differ: !", "!"),
    ]
  }

  private var differences: [String] {
    ["", "## What differs, and why", ""]
      + RuleDifference.all.enumerated().map { number, difference in
        let issuers =
          difference.issuers == IssuerKind.allCases
          ? "All" : difference.issuers.map(\.name).joined(separator: ", ")
        return "\(number + 1). \(issuers): \(difference.reason)"
      }
  }

  /// The rules of which at least one issuer has what they need.
  private var applicable: [String] {
    ["", "## Rules for cards at issuers", "", "| rule " + Self.head, Self.dashes]
      + rules.indices.filter { feature($0) == nil }.map { place in
        row(rules[place]) { mark(place, $0) }
      }
  }

  private var missing: [String] {
    ["", "## Rules that need what none of them has", "", "| rule | needs |", "|---|---|"]
      + rules.indices.compactMap { place in
        feature(place).map { "| \(rules[place]) | \(Self.words($0)) |" }
      }
  }

  /// What no issuer has of a rule; nil: one has it.
  private func feature(_ place: Int) -> IssuerCapabilities.Feature? {
    let features = IssuerKind.allCases.map { kind -> IssuerCapabilities.Feature? in
      if case .lacks(let feature) = outcome(place, kind) { return feature }
      return nil
    }
    return Set(features).count == 1 ? features.first ?? nil : nil
  }

  private func mark(_ place: Int, _ kind: IssuerKind) -> String {
    switch outcome(place, kind) {
    case .holds: "+"
    case .lacks(let feature): "– \(Self.words(feature))"
    case .differs: "! \(RuleDifference.reason(rules[place], kind).map { "\($0 + 1)" } ?? "")"
    }
  }

  /// `showPin` as `show pin`.
  private static func words(_ feature: IssuerCapabilities.Feature) -> String {
    feature.rawValue.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
  }
}
