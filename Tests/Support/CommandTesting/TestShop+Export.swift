import Testing

extension TestShop {
  /// All payments in a format.
  func export(_ format: String, _ more: [String] = []) throws -> String {
    let run = try vault.run(["transactions", "all", "--format", format] + more)
    #expect(run.status == 0, "\(run.err)")
    return run.out
  }

  func exportedJSON() throws -> [[String: Any]] {
    try vault.run(["transactions", "all", "--format", "json"]).list()
  }
}
