import Secrets
import WalletAPI

/// What known clients may send with `Basic`, as hashes: their id and secret as they are, as most
/// clients do, and percent-encoded (RFC 6749, 2.3.1).
struct ClientCredentials: Sendable {
  let hashes: [[UInt8]]

  init(_ clients: [ServerClient]) { hashes = clients.flatMap(Self.hashes) }

  func matchCredentials(of exchange: Exchange) -> Bool {
    exchange.credentialsHash("Basic").map(hashes.contains) ?? false
  }

  private static func hashes(_ client: ServerClient) -> [[UInt8]] {
    let encoded = PercentCoding.encode(client.secret)
    defer { encoded.wipe() }
    return [hash(client.id, client.secret), hash(PercentCoding.encode(client.id), encoded)]
  }

  static func hash(_ id: String, _ secret: Secret) -> [UInt8] {
    let name = Array((id + ":").utf8)
    let plain = Secret(count: name.count + secret.count) { out in
      out.copyBytes(from: name)
      secret.withBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: out[name.count...]).copyMemory(from: bytes)
      }
    }
    defer { plain.wipe() }
    return plain.base64().withBytes { Sessions.hash($0) }
  }
}
