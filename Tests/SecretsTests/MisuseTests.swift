import Foundation
import Testing

/// Wrong uses do not compile. Each snippet is checked together with the real sources.
@Suite struct MisuseTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The compiler's messages; empty if it accepts the snippet.
  private func complaints(_ snippet: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "misuse-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let header = Self.root.appending(path: "Sources/System/CHarden/include/charden.h").path()
    try "module CHarden { header \"\(header)\" export * }"
      .write(to: folder.appending(path: "module.modulemap"), atomically: true, encoding: .utf8)
    let source = folder.appending(path: "Snippet.swift")
    try snippet.write(to: source, atomically: true, encoding: .utf8)

    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    let sources = ["Secrets/Secret", "Secrets/SecretBytes", "Log/LogText"].map {
      Self.root.appending(path: "Sources/\($0).swift").path()
    }
    compiler.arguments =
      [
        "swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-swift-version", "6", "-package-name",
        "wallet",
        "-module-name", "Misuse", "-I", folder.path(),
        "-I", Self.root.appending(path: "Sources/System/CSodium").path(),
      ] + sources + [source.path()]
    // The compiler leaves folders behind.
    compiler.environment = ProcessInfo.processInfo.environment
      .merging(["TMPDIR": folder.path()]) { $1 }
    let output = Pipe()
    compiler.standardError = output
    compiler.standardOutput = FileHandle.nullDevice
    try compiler.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    compiler.waitUntilExit()
    let text = String(decoding: said, as: UTF8.self)
    return compiler.terminationStatus == 0 ? "" : text
  }

  @Test func correctUseCompiles() throws {
    let said = try complaints(
      "func use(_ s: Secret) -> Int { s.withBytes { $0.count } }\n"
        + "func make() -> Secret { Secret(SecretBytes(capacity: 4)) }\n"
        + "func log(_ s: Secret) -> LogText { \"\\(\"a secret\") of \\(s.count) bytes\" }")
    #expect(said == "")
  }

  @Test(
    arguments: [
      ("func f(_ s: borrowing SecretBytes) { let t = copy s; _ = consume t }", "noncopyable"),
      ("func f(_ s: borrowing SecretBytes) -> SecretBytes { s }", "borrowed"),
      ("func f(_ s: borrowing SecretBytes) -> String { \"\\(s)\" }", "error"),
      ("func f(_ s: borrowing SecretBytes) { print(s) }", "error"),
      ("func f(_ s: borrowing SecretBytes) -> String { s.description }", "no member"),
      ("func f(_ s: Secret) -> String { s.description }", "no member"),
      ("func f(_ s: Secret) -> any Encodable { s }", "Encodable"),
      ("extension SecretBytes: Codable {}", "Codable"),
      ("func f(_ s: Secret) -> Set<Secret> { [s] }", "Hashable"),
      ("func f(_ s: Secret) -> String { String(s) }", "error"),
      ("func f(_ s: Secret) -> LogText { \"\\(s)\" }", "LogValue"),
      ("func f(_ s: borrowing SecretBytes) -> LogText { \"\\(s)\" }", "error"),
      ("func f(_ s: some Sendable) -> LogText { \"\\(s)\" }", "LogValue"),
      ("func f(_ s: Secret) -> [UInt8] { s.storage.withLock { _ in [] } }", "private"),
    ])
  func misuseDoesNot(snippet: String, because: String) throws {
    let said = try complaints(snippet)
    #expect(said.contains("error:"))
    #expect(said.contains(because))
  }
}
