import Foundation
import QRCode
import Secrets
import Testing

@Suite("QR codes")
struct QRMatrixTests {
  private static let scanner = "/usr/bin/zbarimg"

  private static func secret(_ text: String) -> Secret {
    Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
  }

  @Test("The three finder patterns are in their corners")
  func finders() throws {
    let matrix = try #require(QRMatrix.encode(Self.secret("walletui")))
    #expect(matrix.size == 21)
    let pattern = [
      "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
    ]
    for (x, y) in [(0, 0), (matrix.size - 7, 0), (0, matrix.size - 7)] {
      let drawn = (0..<7).map { row in
        String((0..<7).map { matrix[x + $0, y + row] ? "#" : "." })
      }
      #expect(drawn == pattern)
    }
    #expect(!matrix[-1, 0] && !matrix[0, matrix.size])
  }

  @Test("An empty text and a too long one have no code", arguments: [0, 2_954])
  func refused(count: Int) {
    #expect(QRMatrix.encode(Self.secret(String(repeating: "x", count: count))) == nil)
  }

  @Test("The longest text that fits has a code")
  func largest() {
    #expect(QRMatrix.encode(Self.secret(String(repeating: "x", count: 2_953)))?.size == 177)
  }

  @Test(
    "A scanner reads the encoded text",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: scanner), "zbarimg is not installed"),
    arguments: [
      "otpauth://totp/walletui:ana@example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=walletui&digits=6&period=30",
      "x", "https://example.com/?a=1&b=%20",
    ])
  func scanned(text: String) throws {
    let matrix = try #require(QRMatrix.encode(Self.secret(text)))
    let file = NSTemporaryDirectory() + "qr-\(UUID().uuidString).pgm"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Self.picture(matrix).write(to: URL(fileURLWithPath: file))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.scanner)
    process.arguments = ["--quiet", "--raw", "-Sdisable", "-Sqr.enable", file]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let read = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(String(decoding: read, as: UTF8.self) == text + "\n")
  }

  /// A greyscale picture with six pixels for each module, and the margin that scanners need.
  private static func picture(_ matrix: QRMatrix) -> Data {
    let scale = 6
    let side = (matrix.size + 8) * scale
    var data = Data("P5 \(side) \(side) 255\n".utf8)
    for y in 0..<side {
      for x in 0..<side { data.append(matrix[x / scale - 4, y / scale - 4] ? 0 : 255) }
    }
    return data
  }
}
