import Foundation
import Testing
import Waiting

@testable import CommandTesting

/// What is left of metadata that an editor has opened, and of what else is in reach.
struct MetadataDraftTests {
  private let vault: TestVault
  private let cards: TestVirtualCards
  private let id: String

  init() throws {
    let vault = try TestVault()
    cards = try TestVirtualCards(in: vault)
    let metadata = try cards.folder.write("{\"color\": \"red\"}\n", to: "metadata")
    id = try cards.card(["--metadata", metadata])
    // Files that no editor was given.
    for name in ["a", "b", "c"] { try cards.folder.write(name, to: "victim/" + name) }
    self.vault = vault
  }

  private var words: [String] { ["virtual", "update", id, "--edit-metadata"] + vault.options }

  private func environment(_ editor: String) -> [String: String] {
    ["EDITOR": editor, "TMPDIR": cards.folder.url.path]
  }

  private func edit(_ editor: String) throws -> Run {
    try Binary.run(words, environment: environment(editor))
  }

  /// The names in a folder of the test.
  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cards.folder.path(folder)).sorted()
  }

  /// The folders of the product.
  private func left() throws -> [String] {
    try names(in: "").filter { $0.hasPrefix("walletui-") }
  }

  @Test func aFolderThatWasExchangedForALinkIsNotEmptied() throws {
    let victim = cards.folder.path("victim")
    let editor = try cards.folder.program(
      """
      #!/bin/sh
      folder=$(dirname "$1"); mv "$folder" "$folder.moved"; ln -s "\(victim)" "$folder"

      """, "editor")
    try edit(editor).succeeded()
    #expect(try names(in: "victim") == ["a", "b", "c"])
    // The control: the link is there, and the text is gone from the folder that had its name.
    let left = try left()
    try #require(left.count == 2 && left[1] == left[0] + ".moved", "\(left)")
    let link = cards.folder.path(left[0])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == victim)
    #expect(try names(in: left[1]) == [])
  }

  /// Another folder has the name of the draft, as somebody in a shared folder can bring about.
  @Test func aFolderThatWasPutInThePlaceOfADraftIsNotEmptied() throws {
    let editor = try cards.folder.program(
      """
      #!/bin/sh
      folder=$(dirname "$1"); mv "$folder" "$folder.moved"
      mv "\(cards.folder.path("victim"))" "$folder"

      """, "editor")
    try edit(editor).succeeded()
    try nextRun()
    let left = try left()
    try #require(!left.isEmpty)
    #expect(try names(in: left[0]) == ["a", "b", "c"])
  }

  private func nextRun() throws {
    try Command.run(
      ["virtual", "list"] + vault.options, environment: environment("false")
    ).succeeded()
  }

  @Test func foldersOfTheEditorAreRemovedAndItsLinksAreNotFollowed() throws {
    let (victim, seen) = (cards.folder.path("victim"), cards.folder.path("seen"))
    let editor = try cards.folder.program(
      """
      #!/bin/sh
      cd "$(dirname "$1")"; mkdir -p a/b; cp "$1" a/b/copy; cp "$1" .copy
      ln -s "\(victim)" link; ln -s "\(victim)/a" a/link
      find . | sort >"\(seen)"; chmod 500 a a/b .

      """, "editor")
    try edit(editor).succeeded()
    #expect(try left() == [])
    #expect(try names(in: "victim") == ["a", "b", "c"])
    // The control.
    let control = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
    #expect(Set(control).isSuperset(of: ["./.copy", "./a/b/copy", "./a/link", "./link"]))
  }

  /// The program while an editor, which has copied the text into a folder, waits for a line.
  private final class WaitingEditor {
    let running: Binary.Running
    private let ready: Int32
    private let line: Int32

    init(_ test: MetadataDraftTests) throws {
      let folder = test.cards.folder
      for name in ["ready", "line"] { try #require(mkfifo(folder.path(name), 0o600) == 0) }
      let editor = try folder.program(
        """
        #!/bin/sh
        mkdir "$(dirname "$1")/copies"; cp "$1" "$(dirname "$1")/copies"
        echo >"\(folder.path("ready"))"; read line <"\(folder.path("line"))"

        """, "editor")
      ready = open(folder.path("ready"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      // Opened for both, so that it does not wait for the editor.
      line = open(folder.path("line"), O_RDWR | O_CLOEXEC)
      // The thread of the test may block signals.
      running = try Binary.start(
        test.words, environment: test.environment(editor),
        through: ["/usr/bin/env", "--default-signal"])
      try #require(canRead(ready), "the editor was not started")
    }

    deinit {
      close(ready)
      close(line)
    }

    /// It is lost if this object does not outlive the editor.
    func sendLine() { _ = write(line, "\n", 1) }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalEndsTheEditorAndLeavesNothing(_ signal: Int32) throws {
    let waiting = try WaitingEditor(self)
    #expect(try left().count == 1, "the control")
    try waiting.running.stop(signal)
    #expect(waiting.running.process.terminationStatus == signal)
    #expect(try left() == [])
  }

  @Test func theNextRunRemovesWhatAKilledOneHasLeft() throws {
    let refused = try edit("printf '{' >")
    #expect(refused.err.contains("Your text is in"), "\(refused.err)")
    let kept = try left()
    try #require(kept.count == 1)
    let waiting = try WaitingEditor(self)
    try waiting.running.send(SIGKILL)
    try nextRun()
    #expect(try left().count == 2, "the editor still uses it")
    waiting.sendLine()
    try wait(for: "the removal, once the editor has ended") {
      try nextRun()
      return try left().count == 1
    }
    waiting.running.process.waitUntilExit()
    #expect(try left() == kept)
    #expect(try names(in: kept[0]) == ["metadata.json"])
  }

  /// Some network folders have no locks. The control: the editor was not started.
  @Test(.enabled(if: mayTrace, "strace may not trace programs here"))
  func aFolderThatCannotBeLockedIsRemoved() throws {
    let seen = cards.folder.path("seen")
    let run = try Binary.run(
      words, environment: environment("echo >\(seen)"),
      through: [
        "/usr/bin/strace", "-f", "-qqq", "-o", "/dev/null", "--inject=flock:error=ENOLCK",
      ])
    #expect(run.err.contains("TMPDIR=\(cards.folder.url.path)"), "\(run.err)")
    #expect(run.err.contains("No locks available"), "\(run.err)")
    #expect(!FileManager.default.fileExists(atPath: seen))
    #expect(try left() == [])
  }

  /// As after `su`, when the variable names the folder of somebody else.
  @Test func aRuntimeFolderThatCannotBeUsedIsPassedOver() throws {
    let seen = cards.folder.path("seen")
    let variables = environment("echo >\(seen)").merging(["XDG_RUNTIME_DIR": "/dev/null"]) { $1 }
    try Binary.run(words, environment: variables).succeeded()
    let place = cards.folder.path("walletui-draft-")
    #expect(try String(contentsOfFile: seen, encoding: .utf8).hasPrefix(place))
    #expect(try left() == [])
  }
}
