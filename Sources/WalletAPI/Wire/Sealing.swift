import Secrets
package import WalletModel

// Answers with a secret are sealed to the key that the request names, so that parsers, buffers of
// TLS and proxies have ciphertext only. The sealed text is the line `walletd-sealed-1 METHOD PATH`
// and the published answer, so an answer for one card or operation cannot be used for another.

/// The body of a sealed answer.
package struct Sealed: WireRecord, JSONValue {
  /// Base 64.
  private(set) var sealed: String
  init(_ box: [UInt8]) { sealed = Base64.encode(box) }
  package static var blank: Sealed { Sealed([]) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("sealed", &sealed, .base64)
  }
}

extension WireRequest {
  fileprivate var label: String { "walletd-sealed-1 \(method.rawValue) \(path)" }
}

/// The server's side: seals an answer.
package struct AnswerSealer: Sendable {
  private let key: SealingKey
  private let label: String

  /// nil: the request names no key, so the answer has the published form.
  package init?(_ request: WireRequest) throws(WireMalformed) {
    guard let text = request.header(Wire.deviceKey) else { return nil }
    guard let key = Base64.decode(text).flatMap({ SealingKey($0) }) else {
      throw WireMalformed(Wire.deviceKey, "must be an X25519 public key in base 64")
    }
    self.key = key
    label = request.label
  }

  /// Seals the answer's body and wipes the original. An answer without a secret stays as it is.
  package func seal(_ answer: WireResponse) throws(WalletError) -> WireResponse {
    guard answer.isSuccess, case .secret(let secret) = answer.body else { return answer }
    defer { secret.wipe() }
    guard let box = key.seal(secret, about: label) else { throw WalletError(.internalError) }
    var answer = answer
    answer.body = .plain(JSONWriter.bytes(Sealed(box)))
    return answer
  }
}

/// The client's side: opens the answer to one request, which has a key pair of its own. Recorded
/// traffic cannot be opened later.
package struct AnswerOpener: Sendable {
  private let pair = SealingKeyPair()
  private let label: String

  /// Adds the key to the request.
  package init(_ request: inout WireRequest) {
    label = request.label
    request.headers.append(WireField(Wire.deviceKey, Base64.encode(pair.publicKey)))
  }

  /// The published answer. A server that does not know the header sends it as it is.
  package func open(_ body: WireBody, mustBeSealed: Bool) throws(WireMalformed) -> WireBody {
    guard let sealed = try? Sealed(json: try JSON.read(body)) else {
      if mustBeSealed { throw WireMalformed("body", "must be sealed") }
      return body
    }
    let secret = Base64.decode(sealed.sealed).flatMap { pair.open($0, about: label) }
    guard let secret else { throw WireMalformed("sealed", "cannot be opened") }
    return .secret(secret)
  }

  package func wipe() { pair.wipe() }
}
