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
    try file.save([phone, watch])
    #expect(try DeviceFile(path: path).load() == [phone, watch])
    #expect(phone.tokens == ["DNITHE1", "DAPLMC2"] && phone.id != watch.id)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try file.save([watch])
    #expect(try file.load() == [watch])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state") == ["phones"])
  }

  @Test func linesOfOtherFormsAreLeftOut() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let phone = SimulatedDevice(.samsung)
    try DeviceFile(path: path).save([phone])
    let wrong = ["", "x", "iphone", "zz android", String(repeating: "0", count: 32) + " fridge"]
    let text = (wrong + [phone.line]).joined(separator: "\n")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try DeviceFile(path: path).load() == [phone])
  }
}
