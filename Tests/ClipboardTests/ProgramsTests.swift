import Glibc
import Secrets
import Testing
import Waiting

@testable import Programs

@Suite("Programs that get a secret") struct ProgramsTests {
  private static let shell = "/bin/sh"
  /// Ends a program that hangs.
  private let limit = 60 * patience

  @Test("A program reads all of its input")
  func fed() throws {
    let input = ClipboardTests.secret("four words of text")
    let words = ["-c", "test \"$(cat /dev/stdin)\" = 'four words of text'"]
    #expect(Programs.run(Self.shell, words, input: input, seconds: limit) == nil)
    #expect(
      Programs.run(Self.shell, words, input: ClipboardTests.secret("five"), seconds: limit)
        == .status(1))
  }

  @Test(
    "A program that fails has a reason",
    arguments: [
      ("/nonexistent/program", [], ProgramFailure.system(ENOENT)),
      (shell, ["-c", "exit 3"], .status(3)), (shell, ["-c", "kill -9 $$"], .signal(9)),
    ])
  func failures(path: String, words: [String], failure: ProgramFailure) {
    #expect(Programs.run(path, words, input: Secret(capacity: 1), seconds: limit) == failure)
    let read = Programs.read(path, words, limit: 8, seconds: limit)
    #expect(throws: failure) { try read.get() }
  }

  @Test("A program that does not end is killed with its child processes")
  func late() throws {
    // A busy machine is only later: the program never ends by itself.
    let words = ["-c", "sleep 600 & wait"]
    #expect(Programs.run(Self.shell, words, input: Secret(capacity: 1), seconds: 0.05) == .timedOut)
    #expect(throws: ProgramFailure.timedOut) {
      try Programs.read(Self.shell, words, limit: 8, seconds: 0.05).get()
    }
  }

  @Test("Input that does not fit into a pipe is refused")
  func tooMuch() {
    let input = Secret(count: 1 << 17) { $0.initializeMemory(as: UInt8.self, repeating: 0x61) }
    #expect(Programs.run("/bin/true", input: input, seconds: limit) == .system(EMSGSIZE))
  }

  @Test("Endless output is read up to one byte above the limit")
  func endless() throws {
    let found = try Programs.read(Self.shell, ["-c", "yes"], limit: 8, seconds: limit).get()
    #expect(found.count == 9)
  }

  @Test("Standard input is read from its current position")
  func givenInput() throws {
    let file = open(#filePath, O_RDONLY)
    defer { close(file) }
    lseek(file, 7, SEEK_SET)
    let found = try Programs.read("/bin/cat", input: file, limit: 5, seconds: limit).get()
    #expect(found.withBytes { $0.elementsEqual("Glibc\n".utf8) })
  }

  @Test("The memory of a program can be limited")
  func memory() throws {
    let words = ["-c", "until [ $(ulimit -v) = 1048576 ]; do :; done; echo yes"]
    let read = Programs.read(Self.shell, words, memory: 1 << 30, limit: 8, seconds: limit)
    let found = try read.get()
    #expect(found.withBytes { $0.elementsEqual("yes\n".utf8) })
  }

  @Test("A program gets only the variables that it needs")
  func environment() throws {
    let own = [
      "PATH=/bin", "API_TOKEN=1", "LC_ALL=C", "SSH_AUTH_SOCK=/x", "PATHS=/y", "HOME=/root", "=",
    ]
    #expect(ProgramVariables.needed.of(own) == ["PATH=/bin", "LC_ALL=C", "HOME=/root"])
    let expected = ProgramVariables.needed.of(Programs.ownEnvironment)
    #expect(expected.contains { $0.hasPrefix("PATH=") })
    let found = try Programs.read("/usr/bin/env", limit: 1 << 16, seconds: limit).get()
    #expect(found.withBytes { $0.elementsEqual((expected.map { $0 + "\n" }.joined()).utf8) })
  }

  @Test("A program is found in the absolute folders of PATH")
  func find() {
    #expect(Programs.find("sh", in: "/nonexistent:/bin") == "/bin/sh")
    #expect(Programs.find("sh", in: nil) == "/usr/bin/sh")
    #expect(Programs.find("sh", in: "") == nil)
    #expect(Programs.find("walletui-nonexistent", in: nil) == nil)
    #expect(Programs.find("sh", in: "bin:../bin") == nil)
  }
}
