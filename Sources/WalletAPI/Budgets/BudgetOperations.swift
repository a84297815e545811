package import WalletModel

/// What a person means to spend.
package protocol BudgetEngine {
  func listBudgets(_ operation: ListBudgets, _ context: RequestContext) throws(WalletError)
    -> Budgets
  func setBudgets(_ operation: SetBudgets, _ context: RequestContext) throws(WalletError)
    -> Budgets
}

extension WireRoute {
  static let budgets: [WireRoute] = [
    WireRoute(ListBudgets.self),
    WireRoute(SetBudgets.self),
  ]
}

/// Lists the budgets.
package struct ListBudgets: WalletOperation, PlainRequest {
  package typealias Response = Budgets
  package static let contract = Contract.read(
    "LIST_BUDGETS", "/profile/budgets", group: .wallet,
    about: "What the customer means to spend in a month, by category")
  package init() {}
  package static let method = EngineMethod<Self> { $0.budgetEngine.listBudgets }
}

/// Sets budgets, or removes some. Those of other categories stay, so that two programs can change
/// different ones. The answer has all.
package struct SetBudgets: WalletOperation {
  package typealias Response = Budgets
  package static let contract = Contract(
    "SET_BUDGETS", .post, "/profile/budgets", group: .wallet,
    about: "Sets the budgets of some categories, or removes them", news: [.budgets],
    isAudited: true, lostAnswer: .notRecorded,
    retry: .withKey, confirms: nil, kiosk: .allowed,
    document: Documented(
      examples: [
        (
          "one",
          [
            "budgets": [
              [
                "category": "GROCERIES",
                "budget": ["amount": 20_000, "currencyCode": "EUR"],
              ]
            ]
          ]
        )
      ]))
  package let changes: [BudgetChange]
  package var body: BudgetsRequest { BudgetsRequest(changes) }
  package init(_ changes: [BudgetChange]) { self.changes = changes }
  package init(ids: [String], query: NoQuery, body: BudgetsRequest) { self.init(body.changes) }
  package static let method = EngineMethod<Self> { $0.budgetEngine.setBudgets }
}
