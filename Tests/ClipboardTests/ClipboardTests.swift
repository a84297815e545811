import FoundationEssentials
import Glibc
import Programs
import Secrets
import Testing
import Waiting

@testable import Clipboard

@Suite("Clipboard") struct ClipboardTests {
  /// A folder with programs that keep the clipboard in a file.
  struct Bench: ~Copyable {
    let folder: String
    init(_ programs: [String: String]) {
      let place = FileManager.default.temporaryDirectory.path
      var name = Array("\(place)/clipboard-XXXXXX".utf8CString)
      #expect(mkdtemp(&name) != nil)
      folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // A program writes them. If we wrote them, a child that another test starts meanwhile would
      // keep the file open for writing, and nobody could run it (ETXTBSY).
      for (program, text) in programs {
        let failure = Programs.run(
          "/bin/sh", ["-c", #"cat > "$0" && chmod 700 "$0""#, "\(folder)/\(program)"],
          input: secret("#!/bin/sh\ncd \(folder)\n\(text)\n"), seconds: 60 * patience)
        #expect(failure == nil)
      }
    }
    func write(_ name: String, _ text: String) {
      guard let file = fopen("\(folder)/\(name)", "w") else {
        Issue.record("\(name) cannot be written")
        return
      }
      fputs(text, file)
      fclose(file)
    }
    func read(_ name: String) -> String? {
      guard let file = fopen("\(folder)/\(name)", "r") else { return nil }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      let count = fread(&bytes, 1, bytes.count, file)
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    /// The clipboard of such a session, with enough time for a busy machine.
    func clipboard(_ more: [String: String]) -> Clipboard {
      var clipboard = Clipboard.find(environment(more))
      clipboard.timeout = 60 * patience
      return clipboard
    }
    func environment(_ more: [String: String]) -> (String) -> String? {
      let all = more.merging(["PATH": "\(folder):/usr/bin:/bin", "TERM": "xterm"]) { a, _ in a }
      return { all[$0] }
    }
    deinit {
      for name in ["wl-copy", "wl-paste", "xclip", "xsel", "tmux", "held", "seen"] {
        unlink("\(folder)/\(name)")
      }
      rmdir(folder)
    }
  }

  static func secret(_ text: String) -> Secret {
    Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
  }

  /// Each writes its input to `held`, and its arguments and environment to `seen`.
  static let programs = [
    "wl-copy": #"env > seen; echo "$*" >> seen; [ "$1" = --clear ] && exec rm -f held; cat > held"#,
    "wl-paste": "cat held",
    "xclip":
      #"env > seen; echo "$*" >> seen; case "$*" in *-out) cat held;; *) cat > held;; esac"#,
    "xsel":
      #"case "$*" in *output) cat held;; *clear) : > held;; *) env > seen; cat > held;; esac"#,
    "tmux":
      #"case "$1" in show*) cat held;; del*) rm held;; *) echo "$*" > seen; cat > held;; esac"#,
  ]

  @Test(
    "A copy is complete, is in no argument and no environment, and is cleared",
    arguments: [
      (Clipboard.Provider.wayland, ["WAYLAND_DISPLAY": "w"]), (.xclip, ["DISPLAY": ":0"]),
      (.xsel, ["DISPLAY": ":0"]), (.tmux, ["TMUX": "/tmp/t,1,0"]),
    ])
  func wholeWay(provider: Clipboard.Provider, environment: [String: String]) {
    var programs = Self.programs
    if provider == .xsel { programs["xclip"] = nil }
    let bench = Bench(programs)
    // The machine may have its own xclip.
    let clipboard = bench.clipboard(environment.merging(["PATH": bench.folder]) { a, _ in a })
    #expect(clipboard.provider == provider)
    let secret = Self.secret("4000001234567899")
    #expect(clipboard.copy(secret))
    #expect(bench.read("held") == "4000001234567899")
    #expect(bench.read("seen")?.contains("4000001234567899") == false)
    #expect(clipboard.clear(CopyMark(secret)) == .cleared)
    #expect(bench.read("held") ?? "" == "")
  }

  @Test(
    "A later copy is not cleared",
    arguments: [
      "other", "40000012345678991", "", String(repeating: "longer than a pipe ", count: 10_000),
    ])
  func changed(other: String) {
    let bench = Bench(Self.programs)
    let clipboard = bench.clipboard(["DISPLAY": ":0"])
    let secret = Self.secret("4000001234567899")
    #expect(clipboard.copy(secret))
    bench.write("held", other)
    #expect(clipboard.clear(CopyMark(secret)) == .changed)
    #expect(bench.read("held") == other)
  }

  @Test("A program that fails is reported", arguments: ["exit 3", "exec 0<&-; kill -9 $$"])
  func failing(text: String) {
    let bench = Bench(["xclip": text])
    let clipboard = bench.clipboard(["DISPLAY": ":0"])
    #expect(!clipboard.copy(Self.secret("1")))
    #expect(clipboard.clear(CopyMark(Self.secret("1"))) == .failed)
  }

  @Test(
    "The best available way is chosen",
    arguments: [
      (["WAYLAND_DISPLAY": "w", "DISPLAY": ":0", "TMUX": "t"], Clipboard.Provider.wayland),
      (["DISPLAY": ":0", "TMUX": "t"], .xclip), (["TMUX": "t"], .tmux), ([:], .terminal),
      (["DISPLAY": ""], .terminal), (["TERM": "linux"], .none), (["TERM": ""], .none),
    ])
  func best(environment: [String: String], provider: Clipboard.Provider) {
    let bench = Bench(Self.programs)
    #expect(Clipboard.find(bench.environment(environment)).provider == provider)
    // A session without its program cannot be used.
    let bare = Clipboard.find {
      $0 == "PATH" ? "" : environment[$0] ?? ($0 == "TERM" ? "xterm" : nil)
    }
    #expect([.terminal, .none].contains(bare.provider))
  }

  @Test(
    "OSC 52 is base 64 (RFC 4648, 10)",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("~~?", "fn4/"),
    ])
  func sequence(text: String, base64: String) {
    let sequence = Clipboard.osc52(Self.secret(text))
    #expect(sequence.withBytes { Array($0) } == Array("\u{1b}]52;c;\(base64)\u{7}".utf8))
  }
}
