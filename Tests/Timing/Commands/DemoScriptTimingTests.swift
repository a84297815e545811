import Testing

@testable import CommandTesting

/// Every script at every size.
struct DemoScriptTimingTests {
  /// The script `small-screen` has a size of its own.
  private static func names() throws -> [String] {
    try Binary.run(["demo", "list", "--json"]).list().compactMap { $0["name"] as? String }
      .filter { $0 != "small-screen" }
  }

  @Test(arguments: ["80x22", "100x30", "120x38", "200x60"])
  func scriptsSucceedAtEverySize(size: String) throws {
    let names = try Self.names()
    #expect(!names.isEmpty)
    for name in names {
      let run = try Binary.run(["demo", "check", name, "--size", size])
      #expect(run.status == 0, "\(name): \(run.err)")
    }
  }
}
