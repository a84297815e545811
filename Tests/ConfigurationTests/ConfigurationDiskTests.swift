import Glibc
import Testing
import WalletModel

@testable import Configuration

/// The file of a configuration is replaced as a whole, or not at all.
struct ConfigurationDiskTests {
  /// A folder of its own, removed with everything in it.
  private final class Folder {
    let path: String
    init() throws {
      var name = Array("/tmp/walletui-configuration-XXXXXX".utf8CString)
      path = String(cString: try #require(mkdtemp(&name)))
    }
    deinit {
      chmod(path, 0o700)
      for name in names { unlink(path + "/" + name) }
      for name in names { rmdir(path + "/" + name) }
      rmdir(path)
    }
    var names: [String] {
      guard let folder = opendir(path) else { return [] }
      defer { closedir(folder) }
      var names: [String] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
      }
      return names.sorted()
    }
    func disk(_ name: String = "config.yaml") -> ConfigurationDisk {
      ConfigurationDisk(path + "/" + name)
    }
  }

  private static func reason(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? WalletError)?.details.first?.english
    }
  }

  @Test func aFileIsReplacedWithItsMode() throws {
    let folder = try Folder()
    let disk = folder.disk()
    #expect(try disk.read() == nil)
    try disk.write(Array("a".utf8), replacing: nil)
    var status = stat()
    #expect(stat(disk.path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    chmod(disk.path, 0o640)
    try disk.write(Array("b".utf8), replacing: Array("a".utf8))
    #expect(try disk.read() == Array("b".utf8))
    #expect(stat(disk.path, &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(folder.names == ["config.yaml"], "nothing else is left")
  }

  @Test func aMissingFolderIsMade() throws {
    let folder = try Folder()
    let disk = folder.disk("new/config.yaml")
    #expect(try disk.read() == nil)
    try disk.write(Array("a".utf8), replacing: nil)
    #expect(try disk.read() == Array("a".utf8))
    unlink(disk.path)
  }

  @Test func aChangeOfAnotherProgramIsNotOverwritten() throws {
    let folder = try Folder()
    let disk = folder.disk()
    try disk.write(Array("a".utf8), replacing: nil)
    for old in [nil, Array("z".utf8)] {
      #expect(
        Self.reason { try disk.write(Array("b".utf8), replacing: old) }
          == "another program has changed it")
    }
    #expect(try disk.read() == Array("a".utf8))
  }

  @Test func aLinkOfOnesOwnIsFollowedAndStays() throws {
    let folder = try Folder()
    try folder.disk("real").write(Array("a".utf8), replacing: nil)
    #expect(symlink("real", folder.path + "/config.yaml") == 0)
    try folder.disk().write(Array("b".utf8), replacing: Array("a".utf8))
    #expect(try folder.disk("real").read() == Array("b".utf8))
    var status = stat()
    #expect(lstat(folder.disk().path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func otherFilesAreRefused() throws {
    let folder = try Folder()
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(Self.reason { _ = try folder.disk("pipe").read() } == "it is not a plain file")
    #expect(symlink("loop", folder.path + "/loop") == 0)
    #expect(Self.reason { _ = try folder.disk("loop").read() } != nil)
    let long = [UInt8](repeating: 0x23, count: 256 * 1024 + 1)
    try folder.disk("long").write(long, replacing: nil)
    #expect(Self.reason { _ = try folder.disk("long").read() } == "it is too long")
  }

  /// Only root can give files away.
  @Test(.enabled(if: geteuid() == 0, "only root can give a file to others"))
  func whatBelongsToOthersIsRefused() throws {
    let folder = try Folder()
    try folder.disk().write(Array("a".utf8), replacing: nil)
    #expect(symlink("config.yaml", folder.path + "/link") == 0)
    #expect(lchown(folder.path + "/link", 1234, 1234) == 0)
    #expect(Self.reason { _ = try folder.disk("link").read() } == "it is a link of somebody else")
    #expect(chown(folder.disk().path, 1234, 1234) == 0)
    #expect(Self.reason { _ = try folder.disk().read() } == "it belongs to somebody else")
  }

  /// Permissions do not stop root.
  @Test(.enabled(if: geteuid() != 0, "permissions do not stop root"))
  func aReadOnlyFolderIsReported() throws {
    let folder = try Folder()
    try folder.disk().write(Array("a".utf8), replacing: nil)
    chmod(folder.path, 0o500)
    #expect(
      Self.reason { try folder.disk().write(Array("b".utf8), replacing: Array("a".utf8)) }
        == "Permission denied")
    #expect(try folder.disk().read() == Array("a".utf8))
  }
}
