package import Secrets
package import WalletModel

/// How an issuer wants a new PIN.
package enum PinEncryption: Sendable {
  /// In the request as it is. TLS protects it.
  case none
  /// As a JSON Web Encryption (RFC 7516) with RSA-OAEP and A128CBC-HS256, under a key that is asked
  /// for each time.
  case jwe(IssuerCall<PinKey>)
  /// As JSON with a nonce, encrypted with RSA-OAEP, in Base64, under a key that the issuer has
  /// published.
  case rsa(PinKey)
}

/// A new PIN, as it is sent.
package enum OutgoingPin: Sendable {
  /// Digits.
  case open(Secret)
  /// Encrypted for the issuer.
  case encrypted(String)
}

/// The public key under which an issuer takes PINs.
package struct PinKey: Hashable, Sendable {
  /// What the issuer calls it; empty: it has no name.
  package var id: String
  package var numbers: Numbers

  package enum Numbers: Hashable, Sendable {
    /// A SubjectPublicKeyInfo in DER.
    case der([UInt8])
    /// The most significant byte first.
    case modulus([UInt8], exponent: [UInt8])
  }

  package init(id: String, _ numbers: Numbers) {
    self.id = id
    self.numbers = numbers
  }

  /// A key in PEM (RFC 7468).
  ///
  /// - Throws: `.usage` if the text is not the PEM of a public key.
  package init(pem: String) throws(WalletError) {
    let (begin, end) = ("-----BEGIN PUBLIC KEY-----", "-----END PUBLIC KEY-----")
    guard pem.utf8.count <= 4096, let first = pem.range(of: begin),
      let last = pem.range(of: end, in: first.upperBound..<pem.endIndex),
      let der = Base64.decode(
        String(pem[first.upperBound..<last.lowerBound].filter { !$0.isWhitespace })),
      !der.isEmpty
    else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "the file isn't a public key in PEM", "die Datei ist kein öffentlicher Schlüssel in PEM"
          )
        ],
        advice: .text(
          "It begins with -----BEGIN PUBLIC KEY-----.",
          "Er beginnt mit -----BEGIN PUBLIC KEY-----."))
    }
    self.init(id: "", .der(der))
  }
}

extension String {
  /// The first place of a text.
  fileprivate func range(of text: String, in bounds: Range<Index>? = nil) -> Range<Index>? {
    let bounds = bounds ?? startIndex..<endIndex
    return self[bounds].firstRange(of: text)
  }
}
