package import Secrets

/// The form that is sent to the token endpoint (B18): `POST /auth/brands/:brand/token`.
package struct TokenRequest: Sendable {
  package enum Grant: Sendable {
    case password(user: String, password: Secret)
    case refresh(Secret)
    /// For the client itself, without a wallet (B20).
    case client
    /// Exchanges an access token for one with other scopes (B21, RFC 8693).
    case exchange(Secret)
  }
  package var grant: Grant
  /// Empty: a sign-in gets `.wallet`, a renewal the scopes of the sign-in, an exchange those of the
  /// given token.
  package var scopes: Set<Scope>
  /// One-time codes are bound to the device and to the sign-in.
  package var deviceID: String?

  /// The names of the supported grants in `grant_type`.
  package static let passwordGrant = "password"
  package static let refreshGrant = "refresh_token"
  package static let clientGrant = "client_credentials"
  package static let exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"
  /// The name of an access token in RFC 8693.
  package static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"
  package static let unsupportedGrant = WireMalformed(
    "grant_type", "must be \(passwordGrant), \(refreshGrant), \(clientGrant) or \(exchangeGrant)")

  package static let unknownScope = WireMalformed(
    "scope", "must be of " + Scope.allCases.map(\.rawValue).joined(separator: ", "))

  package init(_ grant: Grant, scopes: Set<Scope> = [], deviceID: String? = nil) {
    self.grant = grant
    self.scopes = scopes
    self.deviceID = deviceID
  }

  package static func path(brand: String) -> String {
    "/auth/brands/" + PercentCoding.encode(brand) + "/token"
  }
  /// RFC 7009, in the published style: a form with `token`.
  package static func revocationPath(brand: String) -> String {
    "/auth/brands/" + PercentCoding.encode(brand) + "/revocation"
  }

  /// The form, in locked memory.
  package var body: Secret {
    var fields: [(name: String, value: JSON)] = []
    switch grant {
    case .password(let user, let password):
      fields = [
        ("grant_type", .string(Self.passwordGrant)), ("username", .string(user)),
        ("password", .secret(password)),
      ]
    case .refresh(let token):
      fields = [("grant_type", .string(Self.refreshGrant)), ("refresh_token", .secret(token))]
    case .client: fields = [("grant_type", .string(Self.clientGrant))]
    case .exchange(let token):
      fields = [
        ("grant_type", .string(Self.exchangeGrant)), ("subject_token", .secret(token)),
        ("subject_token_type", .string(Self.accessTokenType)),
      ]
    }
    if !scopes.isEmpty { fields.append(("scope", .string(Scope.words(scopes)))) }
    if let deviceID { fields.append(("device_id", .string(deviceID))) }
    return SecretForm.write(fields)
  }

  package init(form body: WireBody) throws(WireMalformed) {
    var fields = try SecretForm.read(body)
    let type: String = try fields.get("grant_type")
    switch type {
    case Self.passwordGrant:
      grant = .password(
        user: try fields.get("username"), password: try fields.secret("password"))
    case Self.refreshGrant: grant = .refresh(try fields.secret("refresh_token"))
    case Self.clientGrant: grant = .client
    case Self.exchangeGrant:
      grant = .exchange(try fields.secret("subject_token"))
      // RFC 8693, 2.1.
      for name in ["subject_token_type", "requested_token_type"] {
        let type: String? = try fields.optional(name)
        guard type == Self.accessTokenType || type == nil && name == "requested_token_type" else {
          throw WireMalformed(name, "must be " + Self.accessTokenType)
        }
      }
    default: throw Self.unsupportedGrant
    }
    let words = try fields.optional("scope", String.self) ?? ""
    scopes = Scope.read(words)
    guard scopes.count == Set(words.split(separator: " ")).count else { throw Self.unknownScope }
    deviceID = try fields.optional("device_id")
  }
}

/// The answer of the token endpoint (B19).
package struct TokenResponse: Sendable {
  package var accessToken: Secret
  package var refreshToken: Secret?
  /// Seconds.
  package var expiresIn: Int
  package var scopes: Set<Scope>
  /// Exchanged for another token (RFC 8693, 2.2.1).
  package var isExchanged = false

  package init(
    accessToken: Secret, refreshToken: Secret?, expiresIn: Int, scopes: Set<Scope>
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
    self.scopes = scopes
  }

  package var body: Secret {
    var fields: [(name: String, value: JSON)] = [
      ("access_token", .secret(accessToken)), ("expires_in", .integer(Int64(expiresIn))),
      ("token_type", .string("Bearer")), ("scope", .string(Scope.words(scopes))),
    ]
    if let refreshToken { fields.append(("refresh_token", .secret(refreshToken))) }
    if isExchanged { fields.append(("issued_token_type", .string(TokenRequest.accessTokenType))) }
    return JSON.object(fields).sealed()
  }

  package init(_ body: WireBody) throws(WireMalformed) {
    var fields = try JSONFields(try JSON.read(body))
    accessToken = try fields.secret("access_token")
    expiresIn = try fields.optional("expires_in") ?? Wire.accessSeconds
    scopes = try fields.optional("scope", String.self).map(Scope.read) ?? []
    refreshToken = try fields.optionalSecret("refresh_token")
    isExchanged = try fields.optional("issued_token_type", String.self) != nil
  }
}

extension Scope {
  /// Unknown words are left out.
  static func read(_ text: String) -> Set<Scope> {
    Set(text.split(separator: " ").compactMap { Scope(rawValue: String($0)) })
  }
  static func words(_ scopes: Set<Scope>) -> String {
    allCases.filter(scopes.contains).map(\.rawValue).joined(separator: " ")
  }
}

/// `application/x-www-form-urlencoded` in locked memory.
package enum SecretForm {
  static func write(_ fields: [(name: String, value: JSON)]) -> Secret {
    var count = 0
    emit(fields) { _ in count += 1 }
    let form = Secret(capacity: count)
    emit(fields) { form.append($0) }
    return form
  }

  private static func emit(_ fields: [(name: String, value: JSON)], _ out: (UInt8) -> Void) {
    func put(_ byte: UInt8) { PercentCoding.put(byte, out) }
    for (index, field) in fields.enumerated() {
      if index > 0 { out(UInt8(ascii: "&")) }
      for byte in field.name.utf8 { put(byte) }
      out(UInt8(ascii: "="))
      switch field.value {
      case .string(let text): for byte in text.utf8 { put(byte) }
      case .secret(let secret): secret.withBytes { for byte in $0 { put(byte) } }
      default: break  // A form has only texts.
      }
    }
  }

  static func read(_ body: WireBody) throws(WireMalformed) -> JSONFields {
    try JSONFields(try json(body))
  }

  /// The fields as an object of texts.
  package static func json(_ body: WireBody) throws(WireMalformed) -> JSON {
    try body.withBytes { bytes throws(WireMalformed) in
      var fields: [(name: String, value: JSON)] = []
      for part in bytes.split(separator: UInt8(ascii: "&")) {
        let pair = part.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: UnsafeRawBufferPointer(rebasing: pair[0]), as: UTF8.self)
        guard pair.count == 2, !fields.contains(where: { $0.name == name }) else {
          throw WireMalformed("body", "is not a form")
        }
        let value = Secret(capacity: max(1, pair[1].count))
        try decode(pair[1], into: value)
        guard value.withBytes({ UTF8.isValid($0) }) else {
          throw WireMalformed(name, "must be UTF-8")
        }
        let text = LockedText(body: value, range: 0..<value.count, kind: .plain)
        fields.append((name, .locked(text)))
      }
      return .object(fields)
    }
  }

  private static func decode(_ part: Slice<UnsafeRawBufferPointer>, into value: Secret)
    throws(WireMalformed)
  {
    var rest = part
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): value.append(0x20)
      case 0x25:
        guard let high = rest.popFirst().flatMap(PercentCoding.digit),
          let low = rest.popFirst().flatMap(PercentCoding.digit)
        else { throw WireMalformed("body", "is not a form") }
        value.append(high << 4 | low)
      default: value.append(byte)
      }
    }
  }
}

/// The form with the token to revoke.
package struct RevocationRequest: Sendable {
  package var token: Secret
  package init(_ token: Secret) { self.token = token }
  package var body: Secret { SecretForm.write([("token", .secret(token))]) }
  package init(form body: WireBody) throws(WireMalformed) {
    var fields = try SecretForm.read(body)
    token = try fields.secret("token")
  }
}
