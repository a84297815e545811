import Foundation
import Testing

extension SerializedTests {
  /// Runs the tests on a pty, which are written in Python because of pyte, one class at a time.
  @Suite struct PtyTests {
    private static let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "TerminalPty")

    /// The probe is built next to this bundle.
    private static let probe = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "terminalprobe")

    @Test(arguments: [
      "Endings", "Refusals", "Frames", "Input", "Suspension", "Memory", "SlowTerminal",
    ])
    func underAPty(name: String) throws {
      let python = Process()
      // Debian's pyte belongs to Debian's Python.
      python.executableURL = URL(filePath: "/usr/bin/python3")
      python.arguments = [
        Self.folder.appending(path: "test_terminal.py").path(), Self.probe.path(), name,
      ]
      let output = Pipe()
      python.standardError = output
      python.standardOutput = output
      try python.run()
      let said = output.fileHandleForReading.readDataToEndOfFile()
      python.waitUntilExit()
      #expect(python.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
    }
  }
}
