import Foundation
import PhoneWallet
import Testing
import WalletModel

@testable import FrontEnd

/// The file with the simulated devices.
@Suite struct DeviceFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("walletui-devices-" + UUID().uuidString)

  private var path: String { folder.appendingPathComponent("state/phones").path }

  @Test func devicesAreThereAfterARestart() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = DeviceFile(path: path)
    #expect(try file.load().isEmpty)
    var phone = SimulatedDevice(.iPhone)
    phone.add("DNITHE1")
    phone.add("DNITHE1")
    phone.add("DAPLMC2")
    let watch = SimulatedDevice(.watch)
    try file.change { $0 = [phone, watch] }
    #expect(try DeviceFile(path: path).load() == [phone, watch])
    #expect(phone.tokens == ["DNITHE1", "DAPLMC2"] && phone.id != watch.id)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try file.change { $0 = [watch] }
    #expect(try file.load() == [watch])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state") == ["phones"])
  }

  @Test func whatIsKnownOfTokensAndWalletsIsKept() throws {
    var phone = SimulatedDevice(.samsung)
    phone.makeWallet(.googlePay)
    phone.add(
      DeviceToken(
        "DNITHE1", .needsIdentityVerification, wallet: .googlePay, scheme: .visa, lastFour: "1177"))
    phone.add(DeviceToken("DAPLMC2"))
    #expect(phone.missing == [.samsungPay])
    let read = try #require(SimulatedDevice(line: Substring(phone.line)))
    #expect(read == phone)
    var verified = phone
    verified.activate("DNITHE1")
    #expect(verified.held.map(\.state) == [.active, .active])
    #expect(verified.held.map(\.lastFour) == phone.held.map(\.lastFour))
    verified.activate("no such")
    phone.add(DeviceToken("DNITHE1", wallet: .googlePay))
    #expect(phone.held.map(\.state) == [.active, .active] && phone.tokens.count == 2)
  }

  /// Before version 2 of the line nothing was noted beside the references, and all wallets existed.
  @Test func linesOfAnOlderVersionAreRead() throws {
    let line = String(repeating: "0", count: 32) + " samsung DNITHE1 DAPLMC2"
    let device = try #require(SimulatedDevice(line: Substring(line)))
    #expect(device.missing.isEmpty && device.tokens == ["DNITHE1", "DAPLMC2"])
    #expect(device.held.allSatisfy { $0.state == .active && $0.wallet == nil })
    #expect(device.line == line)
  }

  @Test func linesOfOtherFormsAreLeftOut() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let phone = SimulatedDevice(.samsung)
    try DeviceFile(path: path).change { $0 = [phone] }
    let wrong = ["", "x", "iphone", "zz android", String(repeating: "0", count: 32) + " fridge"]
    let text = (wrong + [phone.line]).joined(separator: "\n")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try DeviceFile(path: path).load() == [phone])
    // They may be of a later version, so they stay.
    try DeviceFile(path: path).change { $0.append(SimulatedDevice(.watch)) }
    let kept = try String(contentsOfFile: path, encoding: .utf8)
    #expect(kept.contains(" fridge\n") && kept.contains(" watch\n") && kept.contains(phone.line))
  }

  @Test func aFileThatIsTooLongIsNotCut() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = DeviceFile(path: path)
    try file.change { $0 = [SimulatedDevice(.watch)] }
    try Data(repeating: 0x78, count: 70_000).write(to: URL(fileURLWithPath: path))
    #expect(throws: WalletError.self) { try file.load() }
    #expect(throws: WalletError.self) { try file.change { $0 = [] } }
  }

  /// Programs on the same file lose nothing of each other.
  @Test func changesAtTheSameTimeAreAllKept() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          for step in 0..<25 {
            try? DeviceFile(path: path).change { devices in
              if devices.isEmpty { devices = [SimulatedDevice(.iPhone)] }
              devices[0].add("DNI\(number)X\(step)")
            }
          }
        }
      }
    }
    let devices = try DeviceFile(path: path).load()
    #expect(devices.count == 1 && Set(devices[0].tokens).count == 100)
  }
}
