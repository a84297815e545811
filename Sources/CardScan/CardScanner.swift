package import CardEntry
import Glibc
import Programs
import Secrets
package import WalletModel

/// Reads number and expiry of a card from a file: a picture, with the program Tesseract, or a text
/// (E04).
///
/// Texts are read into locked memory. The file of a picture becomes the program's standard input, so
/// the picture is never in the memory of this process.
package struct CardScanner: Sendable {
  /// The program's path; nil: it is not installed.
  private let tesseract: String?
  /// The time limit for one run of the program, in seconds.
  var seconds = 20.0

  package init(tesseract: String?) { self.tesseract = tesseract }

  /// A scanner with the program that is installed.
  ///
  /// - Parameter environment: Returns the value of a variable.
  package static func find(
    _ environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> CardScanner {
    CardScanner(tesseract: Programs.find("tesseract", in: environment("PATH")))
  }

  /// The most bytes of a picture, of a text, and of memory for the program, whose need grows with
  /// the picture's pixels.
  static let largestPicture = 20 << 20
  static let longestText = 32 << 10
  static let mostMemory = 2 << 30

  /// Reads the card. Waits for the program, so it must not be called on the loop's thread.
  ///
  /// - Parameters:
  ///   - today: This month at the place of the person.
  ///   - isStopped: Whether the caller has stopped waiting. Then the program is killed.
  /// - Throws: `.scanFile`, `.scanProgram` (not installed), `.scanFailed`, `.unavailable` (no memory
  ///   for secrets), `.cancelled` (stopped). What could not be read is no error; see `gaps`.
  package func read(
    _ path: String, today: CalendarMonth, isStopped: () -> Bool = { false }
  ) throws(WalletError) -> ScannedCard {
    // The text, and what was read before it with another mode.
    guard SecretMemory.hasRoom(for: 2 * Self.longestText) else { throw .secretMemoryFull }
    // Opening a named pipe does not wait for a writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw .unreadable(errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .scan("It's no ordinary file.", "Sie ist keine gewöhnliche Datei.")
    }
    let text = try beginning(of: file)
    defer { text.wipe() }
    if text.withBytes({ bytes in pictureBeginnings.contains { bytes.starts(with: $0) } }) {
      guard status.st_size <= Self.largestPicture else {
        throw .scan("The picture is larger than 20 MiB.", "Das Bild ist größer als 20 MiB.")
      }
      return try readPicture(file, today, isStopped)
    }
    try check(text)
    return card(in: text, today)
  }

  /// The file's text, or one byte more than the longest.
  private func beginning(of file: Int32) throws(WalletError) -> Secret {
    var number: Int32 = 0
    var count = 0
    let text = Secret(count: Self.longestText + 1) { space in
      while count < space.count {
        let more = pread(file, space.baseAddress?.advanced(by: count), space.count - count, count)
        if more == 0 { return }
        if more > 0 {
          count += more
        } else if errno != EINTR {
          number = errno
          return
        }
      }
    }
    text.removeLast(text.count - count)
    guard number == 0 else { throw .unreadable(number) }
    return text
  }

  private func check(_ text: Secret) throws(WalletError) {
    if text.isEmpty { throw .scan("It's empty.", "Sie ist leer.") }
    guard text.withBytes({ !$0.contains(where: isBinary) }) else {
      throw .scan(
        "It's neither a picture (PNG or JPEG) nor a text.",
        "Sie ist weder ein Bild (PNG oder JPEG) noch ein Text.")
    }
    if text.count > Self.longestText {
      throw .scan("The text is longer than 32 KiB.", "Der Text ist länger als 32 KiB.")
    }
  }

  private func card(in text: Secret, _ today: CalendarMonth) -> ScannedCard {
    text.withBytes { CardTextReader($0, today: today).read() }
  }

  /// The program's ways to look at a page: text in any place, which finds more; one block of text,
  /// which reads some digits better.
  private static let modes = ["11", "6"]

  private func readPicture(_ file: Int32, _ today: CalendarMonth, _ isStopped: () -> Bool)
    throws(WalletError) -> ScannedCard
  {
    guard let tesseract else { throw WalletError(.scanProgram) }
    var card = ScannedCard()
    for mode in Self.modes where !card.gaps.isEmpty {
      lseek(file, 0, SEEK_SET)
      let result = Programs.read(
        tesseract, ["-", "-", "--psm", mode], input: file, memory: Self.mostMemory,
        limit: Self.longestText, seconds: seconds, isStopped: isStopped)
      switch result {
      case .success(let text):
        card = card.completed(by: self.card(in: text, today))
        text.wipe()
      case .failure(.stopped): throw WalletError(.cancelled)
      case .failure(let failure):
        throw WalletError(
          .scanFailed, detail: .text(failure.description, failure.description))
      }
    }
    return card
  }
}

extension WalletError {
  fileprivate static func scan(_ english: String, _ german: String) -> WalletError {
    WalletError(.scanFile, detail: .text(english, german))
  }

  fileprivate static func unreadable(_ number: Int32) -> WalletError {
    let reason = String(cString: strerror(number))
    return .scan("It can't be read: \(reason)", "Sie ist nicht lesbar: \(reason)")
  }
}

private let pictureBeginnings: [[UInt8]] = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],  // PNG
  [0xff, 0xd8, 0xff],  // JPEG
]

/// Control characters that no text has.
private func isBinary(_ byte: UInt8) -> Bool {
  byte < 0x20 && !(0x09...0x0d).contains(byte) || byte == 0x7f
}
