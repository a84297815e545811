import Foundation
import Secrets
import Testing
import WalletModel

@testable import PhoneWallet

/// The program `openssl` accepts the X.509 and ECDSA data of a simulated phone.
@Suite struct SimulatedPhoneTests {
  private let folder = URL(fileURLWithPath: NSTemporaryDirectory())
    .appendingPathComponent("walletui-phone-" + UUID().uuidString)

  private func openssl(_ words: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + words
    process.currentDirectoryURL = folder
    let out = Pipe()
    process.standardOutput = out
    process.standardError = out
    try process.run()
    let text = out.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  private func write(_ bytes: [UInt8]?, _ name: String) throws {
    try Data(try #require(bytes)).write(to: folder.appendingPathComponent(name))
  }

  @Test func certificatesOfSimulatedPhonesAreValid() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let phone = try SimulatedPhone(named: "x")
    let request = try phone.request(.applePay)
    try write(try #require(PhoneTrust.simulated).root, "root.der")
    try write(phone.leafCertificate, "leaf.der")
    try write(phone.subordinateCertificate, "subordinate.der")
    try write(request.nonce.flatMap(Base64.decode), "nonce")
    try write(request.nonceSignature.flatMap(Base64.decode), "signature")
    for name in ["root", "leaf", "subordinate"] {
      _ = try openssl("x509", "-inform", "DER", "-in", name + ".der", "-out", name + ".pem")
    }
    let verified = try openssl(
      "verify", "-CAfile", "root.pem", "-untrusted", "subordinate.pem", "leaf.pem")
    #expect(verified == "leaf.pem: OK\n")
    // Control: without the subordinate there is no chain.
    #expect(try openssl("verify", "-CAfile", "root.pem", "leaf.pem") != "leaf.pem: OK\n")
    _ = try openssl("x509", "-in", "leaf.pem", "-pubkey", "-noout", "-out", "key.pem")
    let signed = try openssl(
      "dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", "nonce")
    #expect(signed == "Verified OK\n")
  }

  @Test func sealedDataCanBeOpenedWithOneKeyOnly() throws {
    let (mine, other) = try (#require(PassKeyPair()), #require(PassKeyPair()))
    let text = Array("4748365822915043".utf8)
    let message = Secret(count: text.count) { $0.copyBytes(from: text) }
    let box = try #require(mine.publicKey.seal(message))
    #expect(try #require(mine.open(box)).matches(message))
    #expect(other.open(box) == nil)
    for index in [0, box.data.count - 1] {
      var data = box.data
      data[index] ^= 1
      #expect(mine.open(SealedPass(ephemeralKey: box.ephemeralKey, data: data)) == nil)
    }
    // A point that is not on the curve.
    var point = box.ephemeralKey
    point[40] ^= 1
    #expect(mine.open(SealedPass(ephemeralKey: point, data: box.data)) == nil)
    #expect(mine.open(SealedPass(ephemeralKey: box.ephemeralKey, data: [1, 2])) == nil)
    #expect(try #require(mine.publicKey.seal(message)) != box)
  }
}
