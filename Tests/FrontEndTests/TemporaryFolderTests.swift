import Foundation
import Testing
import WalletModel

@testable import FrontEnd

/// Where the folder for an editor's file may be.
@Suite struct TemporaryFolderTests {
  private static let unusable = [
    TemporaryFolder.Place(variable: "XDG_RUNTIME_DIR", path: "/dev/null"),
    TemporaryFolder.Place(variable: "TMPDIR", path: "/dev/null/a"),
    TemporaryFolder.Place(path: "/dev/null/b"),
  ]

  @Test func everyPlaceThatCannotBeUsedIsNamed() {
    let error = #expect(throws: WalletError.self) {
      _ = try TemporaryFolder.make(.draft, in: Self.unusable) { _ in true }
    }
    #expect(error?.message.english == "No folder for temporary files can be used")
    #expect(
      error?.details.map(\.english) == [
        "XDG_RUNTIME_DIR=/dev/null: Not a directory", "TMPDIR=/dev/null/a: Not a directory",
        "/dev/null/b: Not a directory",
      ])
  }

  @Test func aPlaceWhereTheFileCannotBeWrittenIsPassedOver() throws {
    let parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("walletui-places-" + UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: parent) }
    let places = ["full", "free"].map { TemporaryFolder.Place(path: "\(parent)/\($0)") }
    for place in places {
      try FileManager.default.createDirectory(
        atPath: place.path, withIntermediateDirectories: true)
    }
    let folder = try TemporaryFolder.make(.draft, in: places) {
      FileManager.default.createFile(atPath: $0.path + "/file", contents: nil)
        && $0.path.hasPrefix(places[1].path)
    }
    #expect(folder.path.hasPrefix(places[1].path + "/walletui-draft-"))
    func left() throws -> [[String]] {
      try places.map { try FileManager.default.subpathsOfDirectory(atPath: $0.path).sorted() }
    }
    let name = URL(filePath: folder.path).lastPathComponent
    #expect(try left() == [[], [name, name + "/.walletui", name + "/file"]])
    #expect(folder.remove())
    #expect(try left() == [[], []])
  }
}
