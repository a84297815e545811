import WalletAPI
import WalletModel

extension Conformance {
  private static let euro = Currency("EUR")

  static let budgets: [ConformanceCase] = [
    ConformanceCase("budgets are kept by category, and each change leaves the others") { wallet in
      wallet.expect(try await wallet.perform(ListBudgets()).isEmpty, "the sample has budgets")
      let food = Money(200_00, euro)
      _ = try await wallet.perform(
        SetBudgets([BudgetChange(.groceries, food), BudgetChange(.bills, Money(90_00, euro))]))
      let yen = Money(20_000, Currency("JPY"))
      let all = try await wallet.perform(
        SetBudgets([BudgetChange(.travel, yen), BudgetChange(.bills, nil)]))
      wallet.equal(all.all.map(\.category), [.groceries, .travel])
      wallet.equal(all[.groceries], food)
      wallet.equal(all[.travel], yen)
      try await wallet.restart()
      wallet.equal(try await wallet.perform(ListBudgets()), all)
    },
    ConformanceCase("a budget that was set twice is that of the last one") { wallet in
      for amount: Int64 in [1, 999_999_999] {
        _ = try await wallet.perform(SetBudgets([BudgetChange(.cash, Money(amount, euro))]))
      }
      wallet.equal(try await wallet.perform(ListBudgets())[.cash], Money(999_999_999, euro))
    },
    ConformanceCase("budgets within their bounds only") { wallet in
      await wallet.refuse(fields: ["budgets"], SetBudgets([]))
      for amount: Int64 in [0, -1, 1_000_000_000] {
        await wallet.refuse(
          fields: ["budgets[1].budget.amount"],
          SetBudgets([
            BudgetChange(.cash, Money(1, euro)), BudgetChange(.other, Money(amount, euro)),
          ]))
      }
      for code in ["", "euro", "eur", "E\u{1b}R"] {
        await wallet.refuse(
          fields: ["budgets[0].budget.currencyCode"],
          SetBudgets([BudgetChange(.cash, Money(1, Currency(code)))]))
      }
      let twice = BudgetChange(.cash, nil)
      await wallet.refuse(fields: ["budgets[1].category"], SetBudgets([twice, twice]))
      await wallet.refuse(
        fields: ["budgets"], SetBudgets(Array(repeating: twice, count: 11)))
      wallet.expect(try await wallet.perform(ListBudgets()).isEmpty, "a part was kept")
    },
    ConformanceCase("budgets need the scope of the wallet") { wallet in
      var context = wallet.context
      context.scopes = [.pciDss]
      await wallet.refuse(.scopeMissing, ListBudgets(), context)
      await wallet.refuse(.scopeMissing, SetBudgets([BudgetChange(.cash, nil)]), context)
    },
    ConformanceCase("programs that set different budgets do not disturb each other") { wallet in
      let backend = wallet.under.backend
      let context = wallet.context
      let categories = MerchantCategory.allCases
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, category) in categories.enumerated() {
          group.addTask {
            let amount = Money(Int64(index) + 1, euro)
            _ = try await backend.perform(SetBudgets([BudgetChange(category, amount)]), context)
          }
        }
        try await group.waitForAll()
      }
      wallet.equal(
        try await wallet.perform(ListBudgets()).all.map(\.amount.minorUnits),
        Array(1...Int64(categories.count)))
    },
    ConformanceCase("whoever listens hears that budgets have changed") { wallet in
      let news = wallet.under.backend.events()
      _ = try await wallet.perform(SetBudgets([BudgetChange(.cash, Money(1, euro))]))
      for await event in news {
        if event == .changed(.budgets, ids: nil) || event == .cardsChanged(nil) { return }
      }
      wallet.expect(false, "the news ended")
    },
  ]
}
