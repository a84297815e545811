import CardEntry
import Glibc
import Testing
import WalletModel

@testable import CardScan

@Suite("Files that are scanned (E04)") struct ScannedFileTests {
  private let scanner = CardScanner(tesseract: nil)
  private let folder = TemporaryFolder()

  /// The code and the English details of the error.
  private func failure(_ path: String) -> [String] {
    do {
      _ = try scanner.read(path, today: november)
      return []
    } catch { return [error.code.rawValue] + error.details.map(\.english) }
  }

  @Test("A text is read without the program")
  func text() throws {
    let path = try folder.file("card.txt", "4111 1111 1111 1111\nexp 09/29\n")
    #expect(shown(try scanner.read(path, today: november)) == "\(visa) 09/29")
    let empty = try scanner.read(try folder.file("none.txt", "no card\n"), today: november)
    #expect(empty.gaps == [.number, .expiry])
  }

  @Test("The longest text is read, and a longer one is refused")
  func longText() throws {
    let card = "4111111111111111 09/29"
    let filler = String(repeating: "x ", count: 16 * 1024 - 11)
    let path = try folder.file("long.txt", filler + card)
    #expect(shown(try scanner.read(path, today: november)) == "\(visa) 09/29")
    #expect(
      failure(try folder.file("longer.txt", filler + card + " "))
        == ["WUI-SCAN-FILE", "The text is longer than 32 KiB."])
    #expect(
      failure(try folder.file("digits.txt", String(repeating: "4", count: 10 << 20)))
        == ["WUI-SCAN-FILE", "The text is longer than 32 KiB."])
  }

  @Test("A file that has no card is refused in plain words")
  func others() throws {
    #expect(
      failure(folder.path + "/nothing")
        == ["WUI-SCAN-FILE", "It can't be read: No such file or directory"])
    #expect(failure(folder.path) == ["WUI-SCAN-FILE", "It's no ordinary file."])
    #expect(failure("/dev/zero") == ["WUI-SCAN-FILE", "It's no ordinary file."])
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(failure(pipe) == ["WUI-SCAN-FILE", "It's no ordinary file."])
    #expect(failure(try folder.file("empty", "")) == ["WUI-SCAN-FILE", "It's empty."])
    for binary in ["GIF89a\u{1}\u{0}", "4111111111111111\u{0}", "\u{7f}ELF"] {
      #expect(
        failure(try folder.file("binary", binary))
          == ["WUI-SCAN-FILE", "It's neither a picture (PNG or JPEG) nor a text."])
    }
  }

  @Test("A picture of more than 20 MiB is refused")
  func largePicture() throws {
    let path = try folder.file("large.png", TemporaryFolder.png)
    try #require(truncate(path, 20 << 20) == 0)
    #expect(failure(path) == ["WUI-SCAN-PROGRAM"])
    try #require(truncate(path, 20 << 20 + 1) == 0)
    #expect(failure(path) == ["WUI-SCAN-FILE", "The picture is larger than 20 MiB."])
  }

  @Test("Without Tesseract a picture is refused with what to install, and with the other way")
  func noProgram() throws {
    let scanner = CardScanner.find { $0 == "PATH" ? "" : nil }
    let path = try folder.file("card.png", TemporaryFolder.png)
    let error = try #require(throws: WalletError.self) {
      try scanner.read(path, today: november)
    }
    #expect(error.code == .scanProgram)
    let advice = try #require(error.advice)
    for text in [advice.english, advice.german] {
      #expect(text.contains("tesseract-ocr"))
      #expect(text.contains("ext"))  // a text file, Textdatei
    }
  }
}
