import Arguments
import Foundation
import Testing
import ThreeDSecure
import WalletModel

@testable import CommandTesting
@testable import WalletCommands

/// docs/payments.md has the numbers and amounts of the simulators, and its commands exist.
struct PaymentPageTests {
  private func lines() throws -> [String] {
    try String(contentsOf: project.appending(path: "docs/payments.md"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// The rows below the header that begins like this.
  private func table(_ header: String) throws -> [String] {
    let rest = try lines().drop { !$0.hasPrefix(header) }
    return Array(rest.dropFirst(2).prefix { $0.hasPrefix("|") })
  }

  private static func says(_ scenario: Scenario) -> String {
    switch scenario {
    case .frictionless: "accepts it without a question"
    case .attempted: "takes no part, which is accepted"
    case .failed: "refuses it (9131)"
    case .unavailable: "cannot be reached (9131)"
    case .rejected: "rejects it (9131)"
    case .requestTimeout: "answers too late (9204)"
    case .oneTimeCode: "asks for a code"
    case .outOfBand: "asks for consent elsewhere"
    case .singleSelect: "lets one choose one"
    case .multiSelect: "lets one choose several"
    case .page: "asks on its page"
    case .challengeTimeout: "asks for a code, and ends with a timeout (9199)"
    case .cancelled: "asks for a code, and ends as if it were cancelled (9200)"
    }
  }

  @Test func allTestNumbersAreThere() throws {
    let rows = try Scenario.allCases.map { scenario in
      let numbers = try [CardBrand.visa, .mastercard, .amex].map {
        "`\(try #require(scenario.testNumber($0)))`"
      }
      let amount = Money(scenario.amount, Currency("EUR")).decimal
      return "| \(Self.says(scenario)) | \(numbers.joined(separator: " | ")) | \(amount) |"
    }
    #expect(try table("| what the bank does") == rows, "\(rows.joined(separator: "\n"))")
  }

  private static func says(_ outcome: SimulatedOutcome) -> String? {
    switch outcome {
    case .approved(0): nil
    case .approved(let seconds): "approved after \(seconds) seconds"
    case .declined(let code): "declined with \(code)"
    case .failed(let code, 0): "fails with \(code)"
    case .failed(let code, let seconds): "fails with \(code) after \(seconds) seconds"
    case .needsAuthentication: "declined with 3060: the bank wants to ask the person"
    }
  }

  @Test func allAmountsAreThere() throws {
    let rows = (1...20_000).compactMap { amount in
      Self.says(SimulatedOutcome(amount: Int64(amount))).map {
        "| \(Money(Int64(amount), Currency("EUR")).decimal) | \($0) |"
      }
    }
    #expect(rows.count > 10)
    #expect(try table("| amount | what happens |") == rows, "\(rows.joined(separator: "\n"))")
  }

  @Test func itsCommandsExist() throws {
    let parser = Commands.parser
    let commands = try lines().filter { $0.hasPrefix("    walletui ") }.map { line in
      line.split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
    }
    #expect(commands.count > 10)
    for command in commands {
      #expect(parser.commands.contains { $0.usageLine.hasPrefix(command) }, "\(command)")
    }
    let known = parser.commands.flatMap(\.options) + parser.shared
    let options = try lines().joined(separator: " ").matches(of: #/--[a-z][a-z-]*/#).map {
      String($0.0)
    }
    for option in options { #expect(known.contains { "--" + $0.name == option }, "\(option)") }
  }
}
