import SeededGenerator
import Testing
import WalletAPI
import WalletModel

/// F13: metadata are any JSON within their limits.
@Suite struct MetadataTests {
  /// Random and damaged JSON is accepted exactly if it is JSON, and kept as it is.
  @Test func randomMetadata() throws {
    var generator = SeededGenerator(seed: 13)
    var (accepted, refused) = (0, 0)
    for _ in 0..<5_000 {
      var bytes = Array(Self.json(depth: 3, &generator).utf8)
      if Bool.random(using: &generator), !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes.remove(at: index)
        case 1: bytes[index] = UInt8.random(in: 0x20...0x7e, using: &generator)
        default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      var request = Samples.virtualRequest
      request.metadata = text
      let isJSON = (try? JSON.read(.plain(Array(text.utf8)))) != nil
      let isShort =
        text.unicodeScalars.count <= VirtualCard.longestMetadata
        && text.utf8.count <= VirtualCard.longestMetadataBytes
      let isRefused = VirtualCardRequest.metadataProblem(text) != nil
      #expect(isRefused == !(isJSON && isShort && !text.isEmpty), "\(text)")
      if isRefused {
        refused += 1
      } else {
        accepted += 1
        let body = ProvisionVirtualCard(request).wireBody
        guard case .plain(let sent) = body else {
          Issue.record("the request has a secret")
          return
        }
        let json = try JSON.read(.plain(sent))
        let read: VirtualCardRequest = try JSONReader.read(json, isRequest: true)
        #expect(read.metadata == text)
      }
    }
    // Control: both kinds are among them.
    #expect(accepted > 500 && refused > 500)
  }

  private static func json(depth: Int, _ generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &generator) {
    case 0: return "null"
    case 1: return ["true", "false"].randomElement(using: &generator) ?? ""
    case 2: return "\(Int64.random(in: -1_000_000...1_000_000, using: &generator))e-2"
    case 3:
      let count = Int.random(in: 0...2_000, using: &generator)
      return "\"" + String(repeating: "ж", count: count) + "\""
    case 4: return #""a\"\u00e9\n""#
    case 5:
      let items = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        json(depth: depth - 1, &generator)
      }
      return "[" + items.joined(separator: ",") + "]"
    default:
      let names = (0..<Int.random(in: 0...4, using: &generator)).map { "\"k\($0)\":" }
      return "{" + names.map { $0 + json(depth: depth - 1, &generator) }.joined(separator: ",")
        + "}"
    }
  }
}
