import Foundation
import IssuerConnectors
import Languages
import Testing
import WalletAPI
import WalletModel

/// Every request of every connector: method, path, query, headers and body, as they are in
/// `Goldens`. They were written from the issuers' published descriptions.
/// `WALLETUI_UPDATE_GOLDENS=1` writes the files again.
struct GoldenRequestTests {
  @Test(arguments: connectors.map(\.name))
  func requestsAreAsPublished(name: String) throws {
    let connector = try #require(connectors.first { $0.name == name }?.connector)
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Goldens/\(name).txt")
    let shown = requests(connector).joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["WALLETUI_UPDATE_GOLDENS"] != nil {
      try shown.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == shown)
  }

  private func requests(_ connector: any IssuerConnector) -> [String] {
    let card = sampleCard()
    let page = CardID("card/1")
    var lines = connector.probes.map { line("may \($0.right.title.english)", $0.call) }
    lines += [
      line("cards", connector.cards(after: nil)),
      line("cards, next page", connector.cards(after: "mark 2")),
      line("card", connector.card(page)),
    ]
    if let question = connector.cardholders { lines.append(line("cardholders", question)) }
    lines += CardOrder.Kind.allCases.map { kind -> String in
      let limit = IssuerLimit(50_00, kind == .singleUse ? .payment : .month)
      return line("create \(kind.rawValue)") {
        try connector.create(
          CardOrder(
            kind, currency: Currency("USD"), alias: "Travel & more", limits: [limit],
            holder: "holder_1"), key: sampleKey)
      }
    }
    let changes: [(String, CardChange)] = [
      ("lock", .status(.locked, reason: "Lost")), ("unlock", .status(.active, reason: "Found")),
      ("cancel", .status(.cancelled, reason: "Stolen")), ("rename", .alias("Ünïted")),
      ("no name", .alias("")), ("limit", .limits([IssuerLimit(20_00, .payment)])),
      ("no limit", .limits([])),
    ]
    lines += changes.map { name, change in
      line(name) { try connector.change(card, change, key: sampleKey) }
    }
    lines += [
      line("details") { try connector.details(card) }, line("PIN") { try connector.pin(card) },
    ]
    let pin: OutgoingPin
    switch connector.pinEncryption {
    case .none: pin = .open(secret("4711"))
    case .rsa: pin = .encrypted("RSA+/=")
    case .jwe(let call):
      pin = .encrypted("a.b.c.d.e")
      lines.append(line("key of PINs", call))
    }
    lines.append(line("set PIN") { try connector.setPin(card, pin, key: sampleKey) })
    if let call = connector.card(madeWith: sampleKey) { lines.append(line("made with", call)) }
    for list in connector.paymentLists {
      lines.append(
        line("payments, \(list.name)", connector.payments(in: list, card: nil, after: nil)))
      lines.append(
        line(
          "payments of a card, \(list.name)",
          connector.payments(in: list, card: page, after: "mark")))
    }
    let since = Timestamp(seconds: 1_793_527_200)
    if let call = connector.events(since: since, after: nil) { lines.append(line("events", call)) }
    let steps: [(String, SimulationStep)] = [
      (
        "authorize",
        .authorize(
          card: page, number: secret(sampleNumber), amount: Money(12_40, Currency("USD")),
          merchant: "Café Lumière, the longest name", mcc: "5814")
      ), ("increment", .increment(payment: "p-1", total: 20_00, more: 7_60)),
      ("reverse", .reverse(payment: "p-1", amount: 5_00)),
      ("reverse all", .reverse(payment: "p-1", amount: nil)),
      ("expire", .expire(payment: "p-1")), ("debit", .debit(payment: "p-1", amount: 15_00)),
      (
        "refund",
        .refund(
          payment: "p-1", card: page, number: secret(sampleNumber), amount: 3_00, merchant: "Shop")
      ),
    ]
    lines += steps.map { name, step in
      line("simulate \(name)") { try connector.simulate(step, key: sampleKey) }
    }
    return lines
  }

  private func line<Answer>(_ name: String, _ call: () throws -> IssuerCall<Answer>) -> String {
    do {
      return line(name, try call())
    } catch let error as WalletError {
      let fields = error.fieldErrors.map { " \($0.field): \($0.error.english)" }.joined()
      return "\(name): \(error.code.rawValue) \(error.message.english)\(fields)"
    } catch {
      return "\(name): \(error)"
    }
  }

  private func line<Answer>(_ name: String, _ call: IssuerCall<Answer>) -> String {
    let request = call.request
    let headers = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    let body = request.body.withBytes { String(decoding: $0, as: UTF8.self) }
    let memory =
      switch request.body {
      case .secret: " (locked)"
      case .none, .plain: ""
      }
    return
      "\(name): \(request.method.rawValue) \(call.server ?? "")\(request.target) [\(headers)] \(body)\(memory)"
      + (call.answersSecret ? " -> locked" : "")
  }
}
