import IssuerConnectors

/// A difference that is the issuer's, and no fault of the connector.
struct RuleDifference {
  let issuers: [IssuerKind]
  /// A sentence for `docs/issuer-rules.md`.
  let reason: String
  let rules: [String]

  init(of issuers: [IssuerKind] = IssuerKind.allCases, _ reason: String, _ rules: [String]) {
    self.issuers = issuers
    self.reason = reason
    self.rules = rules
  }

  /// The place of the reason in `all`; nil: there is none.
  static func reason(_ rule: String, _ kind: IssuerKind) -> Int? {
    all.firstIndex { $0.issuers.contains(kind) && $0.rules.contains(rule) }
  }

  static let all = [
    RuleDifference(
      "The rule is about what the sample wallet has and the fake issuers do not have: payments of"
        + " the last months, a card in a phone, programmes that count their cards.",
      [
        "A04 gives tokenizations and actions only when they are asked for",
        "A32 a programme is counted down to none",
        "A32 A33 programmes by type, with what is left of each",
        "F26 payments come newest first, as many as were asked for",
        "F26 pages and ranges, both ways, of one card and of all",
      ]),
    RuleDifference(
      "An order cannot carry a PIN, or the id that another system gives the card. walletui refuses"
        + " the order and names the field, so that nothing is lost silently.",
      ["A16 a virtual card is ACTIVE at once and usable", "A17 a PIN may come with the request"]),
    RuleDifference(
      "The issuer says that a limit was exceeded, but not which one.",
      ["a limit for a payment is for all that is authorised"]),
    RuleDifference(
      of: [.stripe, .increase],
      "A payment above one of two limits is declined, and the issuer does not say which it was.",
      ["a new card has its limits from the start"]),
    RuleDifference(
      of: [.lithic, .privacy],
      "A card has one limit. An order with a limit for a payment and one for a month is refused.",
      ["a new card has its limits from the start"]),
    RuleDifference(
      of: [.lithic, .increase],
      "An issuer has cardholders, so an order may name one.",
      ["a prepaid card is the customer's own, and has no other cardholder"]),
    RuleDifference(
      "Only the issuer knows what is left of a limit for a month, and it does not say. The fake"
        + " issuers compare each payment with the limit alone.",
      [
        "a limit for a month counts what is held and paid, and gives back",
        "a new month begins with nothing spent",
        "simultaneous payments do not take the rest of a limit twice",
      ]),
    RuleDifference(
      "A sandbox looks at the card's status when a payment begins, and not when it grows.",
      ["G03 a locked card holds no more until it is unlocked"]),
    RuleDifference(
      of: [.stripe], "Stripe does not say whether a card has a PIN.",
      ["A23 A14 a PIN has four digits, and is set with a code"]),
    RuleDifference(
      of: [.stripe, .increase],
      "A new PIN cannot be seen on the card, so it does not count as a change of its version.",
      ["what is asked to be confirmed comes again with its key"]),
    RuleDifference(
      of: [.lithic, .stripe, .increase],
      "After a day the vault forgets a key. The issuer decides how long it knows the key: until then"
        + " the same key gives the same card.",
      ["keys are good for a day"]),
  ]
}
