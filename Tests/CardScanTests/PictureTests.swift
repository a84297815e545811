import CardEntry
import Glibc
import Programs
import Secrets
import Testing
import Waiting
import WalletModel

@testable import CardScan

/// Cards are drawn by `Support/draw-card` and read by Tesseract.
@Suite("Pictures of cards (E04)") struct PictureTests {
  private let folder = TemporaryFolder()

  /// Draws a card as a file with this name, and returns its path.
  private func draw(_ name: String, _ number: String, _ options: [String]) throws -> String {
    let path = "\(folder.path)/\(name)"
    let tests = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let failure = Programs.run(
      tests + "/Support/draw-card", [path, number, "09/29"] + options,
      input: Secret(capacity: 1), seconds: 60 * patience)
    try #require(failure == nil)
    return path
  }

  /// Generous, because tests run beside each other.
  private static let installed = {
    var scanner = CardScanner.find()
    scanner.seconds = 60 * patience
    return scanner
  }()

  @Test(
    "Number and expiry are read",
    arguments: [
      ("card.png", "4111 1111 1111 1111", []), ("card.jpg", "4111 1111 1111 1111", ["--dark"]),
      ("card.png", "5555 5555 5555 4444", []), ("card.jpg", "3782 822463 10005", []),
      ("card.png", "4000 0000 0000 0002", ["--scale", "0.5"]),
      ("card.jpg", "5555 5555 5555 4444", ["--angle", "2"]),
    ])
  func card(name: String, number: String, options: [String]) throws {
    let path = try draw(name, number, options)
    let card = try Self.installed.read(path, today: november)
    #expect(shown(card) == number.filter { $0 != " " } + " 09/29")
    #expect(card.gaps == [])
  }

  @Test(
    "Unreadable parts are reported, and readable ones are filled in",
    arguments: [
      (["--blur", "expiry"], "\(visa) --/--", [ScanGap.expiry]),
      (["--blur", "number"], "- 09/29", [.number]),
      (["--blur", "all"], "- --/--", [.number, .expiry]),
      (["--angle", "180"], "- --/--", [.number, .expiry]),
    ])
  func gaps(options: [String], text: String, gaps: [ScanGap]) throws {
    let path = try draw("card.png", "4111 1111 1111 1111", options)
    let card = try Self.installed.read(path, today: november)
    #expect(shown(card) == text)
    #expect(card.gaps == gaps)
  }

  @Test("A damaged picture is an error with what to check")
  func damaged() throws {
    let path = try folder.file("damaged.png", TemporaryFolder.png + [0, 0, 0, 13])
    let error = try #require(throws: WalletError.self) {
      try Self.installed.read(path, today: november)
    }
    #expect(error.code == .scanFailed)
    #expect(error.details.map(\.english) == ["the program ended with 1"])
  }

  /// A scanner with this shell script in place of Tesseract.
  private func scanner(_ text: String) throws -> CardScanner {
    let script = "#!/bin/sh\n" + text
    let path = "\(folder.path)/program"
    // A program writes it. If we wrote it, a child that another test starts meanwhile would keep the
    // file open for writing, and nobody could run it (ETXTBSY).
    let failure = Programs.run(
      "/bin/sh", ["-c", #"cat > "$0" && chmod 700 "$0""#, path],
      input: Secret(count: script.utf8.count) { $0.copyBytes(from: script.utf8) },
      seconds: 60 * patience)
    try #require(failure == nil)
    var scanner = CardScanner(tesseract: path)
    scanner.seconds = 60 * patience
    return scanner
  }

  @Test("The program gets the whole picture for each mode, and no name of a file")
  func standardInput() throws {
    let picture = try folder.file("a.png", TemporaryFolder.png + Array(repeating: 0x41, count: 999))
    let scanner = try scanner(
      """
      case "$*" in
      "- - --psm 11") test $(wc -c) = 1007 && echo 09/29 ;;
      "- - --psm 6") test $(wc -c) = 1007 && echo 4111111111111111 11/30 ;;
      *) false ;;
      esac
      """)
    let card = try scanner.read(picture, today: november)
    #expect(shown(card) == "\(visa) 09/29")
  }

  @Test("A program is killed when nobody waits for it")
  func stopped() throws {
    let picture = try folder.file("a.png", TemporaryFolder.png)
    let slow = try scanner("sleep 600")
    var questions = 0
    let error = try #require(throws: WalletError.self) {
      try slow.read(picture, today: november) {
        questions += 1
        return questions > 1
      }
    }
    #expect(error.code == .cancelled && questions == 2)
  }

  @Test("A program that does not end is stopped, and only a part of an endless text is read")
  func endless() throws {
    let picture = try folder.file("a.png", TemporaryFolder.png)
    var slow = try scanner("sleep 600")
    // A busy machine is only later: the program never ends by itself.
    slow.seconds = 0.05
    let error = try #require(throws: WalletError.self) { try slow.read(picture, today: november) }
    #expect(error.code == .scanFailed)
    #expect(error.details.map(\.english) == ["the program took too long"])
    let endless = try scanner("echo 4111111111111111; yes 1")
    #expect(shown(try endless.read(picture, today: november)) == "\(visa) --/--")
  }
}
