import Testing
import WalletAPI
import WalletModel
import WalletService

/// Budgets over the real engine.
@Suite struct BudgetServiceTests {
  private func food(_ cents: Int64?) -> BudgetChange {
    BudgetChange(.groceries, cents.map { Money($0, Currency("EUR")) })
  }

  /// A form that was open for long, and an undo, overwrite nothing of another terminal.
  @Test func whatWasSetElsewhereStays() async throws {
    let service = try RecordingBackend().service()
    _ = try await service.send(SetBudgets([food(300_00)]))
    for before: Int64? in [200_00, nil] {
      let refused = try await service.setBudgets([food(250_00)], before: [food(before)])
      #expect(refused == nil)
    }
    let kept = try await service.send(ListBudgets())
    #expect(kept[.groceries] == Money(300_00, Currency("EUR")))
    // Controls: what the person saw is still there, and another category does not matter.
    _ = try await service.send(SetBudgets([BudgetChange(.bills, Money(1, Currency("EUR")))]))
    let changed = try await service.setBudgets([food(250_00)], before: [food(300_00)])
    #expect(changed?[.groceries] == Money(250_00, Currency("EUR")))
    #expect(changed?.all.count == 2)
  }

  /// The answer was lost, and the same is sent again.
  @Test func whatIsThereAlreadyIsNoConflict() async throws {
    let service = try RecordingBackend().service()
    for _ in 0..<2 {
      let set = try await service.setBudgets([food(250_00)], before: [food(nil)])
      #expect(set?[.groceries] == Money(250_00, Currency("EUR")))
    }
  }
}
