import Testing

extension TestShop {
  /// All payments in a format.
  func export(_ format: String, _ more: [String] = []) throws -> String {
    let run = try vault.run(["transactions", "all", "--format", format] + more)
    #expect(run.status == 0, "\(run.err)")
    return run.out
  }

  /// The id that accounting programs get of a payment in JSON.
  static func bookedID(_ payment: [String: Any]) throws -> String {
    let id = try #require(payment["id"] as? String)
    guard payment["state"] as? String == "PENDING" else { return id }
    let digits = try #require(payment["total"] as? String).filter { ("0"..."9").contains($0) }
    return "\(id).pending-\(try #require(Int(digits)))"
  }

  func exportedJSON() throws -> [[String: Any]] {
    try vault.run(["transactions", "all", "--format", "json"]).list()
  }
}
