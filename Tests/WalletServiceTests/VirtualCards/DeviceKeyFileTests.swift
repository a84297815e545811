import DeviceKeys
import FoundationEssentials
import Glibc
import Secrets
import Testing
import WalletModel

@testable import RemoteBackend

/// The file with the keys of a device (F08).
@Suite final class DeviceKeyFileTests {
  private let folder: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.path
    var name = Array("\(place)/keysXXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&name)))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func store(_ password: String, _ wallet: String = "https://a demo ana") -> DeviceKeyFile {
    DeviceKeyFile(folder: folder + "/s/keys", wallet: wallet, password: secret(password), .minimum)
  }

  private func files() -> [String] {
    guard let all = opendir(folder + "/s/keys") else { return [] }
    defer { closedir(all) }
    var names: [String] = []
    while let item = readdir(all) {
      let name = withUnsafeBytes(of: &item.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private var path: String { "\(folder)/s/keys/\(DeviceKeyFile.name(of: "https://a demo ana"))" }

  private func ring(_ count: Int) -> DeviceKeyRing {
    var ring = DeviceKeyRing()
    for _ in 0..<count { ring.add(DeviceKey()) }
    return ring
  }

  @Test func keysComeBackUnderTheSamePassword() throws {
    let ring = ring(2)
    #expect(try store("old").load().keys.isEmpty)
    #expect(files() == [])
    try store("old").save(ring)
    #expect(try store("old").load().keys.map(\.id) == ring.keys.map(\.id))
    // Each wallet has its own.
    #expect(try store("old", "https://b demo ana").load().keys.isEmpty)
    var info = stat()
    #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    #expect(files().allSatisfy { !$0.hasSuffix(".new") })
  }

  @Test func twoProcessesLoseNoKey() throws {
    let (one, other) = (store("p"), store("p"))
    let (first, second) = (ring(1), ring(1))
    #expect(try one.load().keys.isEmpty && other.load().keys.isEmpty)
    try one.save(first)
    try other.save(second)
    let all = first.keys.map(\.id) + second.keys.map(\.id)
    #expect(try one.load().keys.map(\.id) == all)
    #expect(try other.load().keys.map(\.id) == all)
    #expect(try store("p").load().keys.map(\.id) == all)
  }

  @Test func anotherPasswordLosesNothing() throws {
    let keys = ring(1)
    try store("old").save(keys)
    let before = try #require(try PrivateFile(path: path, longest: 10_000).read()?.bytes)
    let file = store("new")
    let error = #expect(throws: WalletError.self) { try file.load() }
    #expect(error?.code == .keyArchive)
    #expect(error?.advice?.english.contains("virtual keys unlock") == true)
    #expect(throws: WalletError.self) { try file.save(ring(1)) }
    #expect(throws: WalletError.self) { try file.unlock(secret("wrong")) }
    #expect(try PrivateFile(path: path, longest: 10_000).read()?.bytes == before)
    try file.unlock(secret("old"))
    #expect(try file.load().keys.map(\.id) == keys.keys.map(\.id))
    #expect(try store("new").load().keys.map(\.id) == keys.keys.map(\.id))
    #expect(throws: WalletError.self) { try store("old").load() }
  }

  @Test func keysThatAreSetAsideAreNotDeleted() throws {
    let (first, second) = (ring(1), ring(1))
    try store("old").save(first)
    let file = store("new")
    #expect(try file.setAside() == path + ".old-1")
    #expect(try file.load().keys.isEmpty)
    try file.save(second)
    #expect(try file.setAside() == path + ".old-2")
    #expect(rename(path + ".old-1", path) == 0)
    #expect(try store("old").load().keys.map(\.id) == first.keys.map(\.id))
    #expect(throws: WalletError.self) { try store("x", "https://b demo ana").setAside() }
  }

  /// FAT has no links. A file that is there stays, and a name that could not be given is free.
  @Test(arguments: [true, false]) func aNewNameReplacesNoFile(_ hasLinks: Bool) throws {
    guard let place = PrivateFolder(open(folder, PrivateFolder.flags)) else {
      Issue.record("the folder can't be opened")
      return
    }
    let isOldWritten = place.write([1], to: "old")
    let isTakenWritten = place.write([2], to: "taken")
    #expect(isOldWritten && isTakenWritten)
    let isReplaced = place.add("taken", to: "old", hasLinks: hasLinks)
    let reason = errno
    #expect(!isReplaced && reason == EEXIST)
    let isMadeOfNothing = place.add("left", to: "missing", hasLinks: hasLinks)
    let why = errno
    #expect(!isMadeOfNothing && why == ENOENT)
    let isNamed = place.add("new", to: "old", hasLinks: hasLinks)
    #expect(isNamed)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == (hasLinks ? ["new", "old", "taken"] : ["new", "taken"]))
    #expect(try PrivateFile(path: folder + "/new", longest: 10).read()?.bytes == [1])
    #expect(try PrivateFile(path: folder + "/taken", longest: 10).read()?.bytes == [2])
  }

  @Test func aLinkIsNotFollowedAndDamageIsKept() throws {
    try store("p").save(ring(1))
    #expect(rename(path, folder + "/elsewhere") == 0)
    #expect(symlink(folder + "/elsewhere", path) == 0)
    #expect(throws: WalletError.self) { try store("p").load() }
    #expect(throws: WalletError.self) { try store("p").save(ring(1)) }
    #expect(unlink(path) == 0)
    let damaged = Array("something else".utf8)
    try PrivateFile(path: path, longest: 100).replace(damaged)
    #expect(throws: WalletError.self) { try store("p").load() }
    #expect(throws: WalletError.self) { try store("p").save(ring(1)) }
    #expect(try PrivateFile(path: path, longest: 100).read()?.bytes == damaged)
    #expect(throws: WalletError.self) { try PrivateFile(path: path, longest: 5).read() }
  }

  @Test func aFullFileRefusesMoreKeys() throws {
    try store("p").save(ring(DeviceKeyRing.maximum))
    #expect(throws: WalletError.self) { try store("p").save(ring(1)) }
    #expect(try store("p").load().keys.count == DeviceKeyRing.maximum)
  }
}
