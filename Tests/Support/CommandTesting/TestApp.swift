import COath
import Foundation
import Testing

/// An authenticator app.
enum TestApp {
  /// The code that the app would show. The issuer takes the code of the current step of 30 seconds,
  /// of the one before and of the next. The code of `time(nil) + 30` is therefore good for at least
  /// a minute.
  static func code(_ base32: String, at moment: time_t) throws -> String {
    var secret: UnsafeMutablePointer<CChar>?
    var length = 0
    try #require(oath_base32_decode(base32, base32.utf8.count, &secret, &length) == 0)
    defer { free(secret) }
    var code = [CChar](repeating: 0, count: 7)
    try #require(oath_totp_generate(secret, length, moment, 30, 0, 6, &code) == 0)
    return String(decoding: code.prefix(6).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
