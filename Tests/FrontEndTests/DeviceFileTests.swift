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
    phone.add(DeviceToken("DNITHE1"))
    phone.add(DeviceToken("DNITHE1"))
    phone.add(
      DeviceToken(
        "DAPLMC2", .suspended, wallet: .applePay, card: CardID("f16ba382-5c1d"), version: 7))
    phone.add(DeviceToken("DAPLMC3", nil, wallet: .applePay, card: CardID("c")))
    let watch = SimulatedDevice(.watch)
    // Its wallet for Google Pay was not made yet.
    var samsung = SimulatedDevice(.samsung)
    samsung.makeWallet(.samsungPay)
    samsung.add(DeviceToken("DNITHE4"))
    try file.change { $0 = [phone, watch, samsung] }
    #expect(try DeviceFile(path: path).load() == [phone, watch, samsung])
    #expect(samsung.missing == [.googlePay] && samsung.tokens == ["DNITHE4"])
    #expect(phone.tokens == ["DNITHE1", "DAPLMC2", "DAPLMC3"] && phone.id != watch.id)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try file.change { $0 = [watch] }
    #expect(try file.load() == [watch])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state").sorted()
        == ["phones", "phones.lock"])
    // A change that fails changes nothing.
    #expect(throws: WalletError.self) {
      try file.change { devices throws(WalletError) in
        devices = []
        throw WalletError(.notFound)
      }
    }
    #expect(try file.load() == [watch])
  }

  /// What a line cannot hold is not written into one.
  @Test func partsOfALineArePlain() throws {
    for text in ["", "-a", "a b", "a,b", "a\n0", "é", String(repeating: "x", count: 65)] {
      #expect(!DeviceToken.isPlain(text), "\(text)")
      #expect(DeviceToken("t", card: CardID(text)).card == nil)
    }
    #expect(DeviceToken.isPlain("DNITHE0000-1_2.3"))
    let id = String(repeating: "0", count: 32)
    let words = ["old", "t,ACTIVE,APPLE_PAY,3,c", "t,ACTIVE", "t,,,x,", "t,,,-1,", ",,,,"]
    let device = try #require(
      SimulatedDevice(line: Substring("\(id) iphone " + words.joined(separator: " "))))
    #expect(
      device.held == [
        DeviceToken("old"), DeviceToken("t", wallet: .applePay, card: CardID("c"), version: 3),
      ])
  }

  @Test func linesOfOtherFormsAreLeftOut() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let phone = SimulatedDevice(.samsung)
    try DeviceFile(path: path).change { $0 = [phone] }
    let wrong = ["", "x", "iphone", "zz android", String(repeating: "0", count: 32) + " fridge"]
    let text = (wrong + [phone.line]).joined(separator: "\n")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try DeviceFile(path: path).load() == [phone])
    // They stay: another version of the program may know them.
    try DeviceFile(path: path).change { $0 = [] }
    let left = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(left.map(String.init) == wrong.filter { !$0.isEmpty })
  }
}
