import FoundationEssentials
import Glibc
import RemoteBackend
import Testing
import WalletModel

/// Files with exported keys (F08).
@Suite final class KeyArchiveFileTests {
  private let folder: String
  private let bytes = Array("walletui keys, for a test".utf8)

  init() throws {
    let place = FileManager.default.temporaryDirectory.path
    var name = Array("\(place)/archiveXXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&name)))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func file(_ name: String = "keys") -> KeyArchiveFile {
    KeyArchiveFile(folder + "/" + name)
  }

  @Test func onlyItsOwnerReadsIt() throws {
    #expect(!file().exists)
    #expect(try file().write(bytes, overwrites: false))
    #expect(try file().exists && file().read() == bytes)
    var info = stat()
    #expect(stat(file().path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names == ["keys"], "the draft is gone")
  }

  @Test func aFileIsReplacedOnlyIfThatWasAsked() throws {
    #expect(try file().write(bytes, overwrites: false))
    #expect(try !file().write([1], overwrites: false))
    #expect(try file().read() == bytes)
    #expect(try file().write([1], overwrites: true))
    #expect(try file().read() == [1])
  }

  /// A link is replaced, not followed; reading follows it.
  @Test func aLinkIsNotWrittenThrough() throws {
    #expect(try file("other").write(bytes, overwrites: false))
    #expect(symlink(file("other").path, file().path) == 0)
    #expect(try file().read() == bytes)
    #expect(try file().exists && !file().write([1], overwrites: false))
    #expect(try file().write([2], overwrites: true))
    #expect(try file("other").read() == bytes)
  }

  @Test func whatIsNoFileOfKeysIsRefused() throws {
    let missing = #expect(throws: WalletError.self) { try file().read() }
    #expect(missing?.code == .keyArchive)
    #expect(missing?.details.first?.english.contains("there is no") == true)
    #expect(mkfifo(file("pipe").path, 0o600) == 0)
    for name in ["pipe", "."] {
      let error = #expect(throws: WalletError.self) { try file(name).read() }
      #expect(error?.code == .keyArchive, "\(name)")
    }
    let long = [UInt8](repeating: 0, count: 1 << 20)
    #expect(try file().write(long, overwrites: false))
    #expect(throws: WalletError.self) { try file().read() }
    let nowhere = #expect(throws: WalletError.self) {
      try file("no/where").write(bytes, overwrites: false)
    }
    #expect(nowhere?.message.english == "The file can't be written")
  }
}
