import Foundation
import Testing

@testable import CommandTesting

/// Codes of an authenticator app, which change every 30 seconds.
struct VerificationTimingTests {
  @Test func codesOfAnEnrolledAuthenticatorAppAreAccepted() throws {
    let vault = try TestVault()
    let status = try vault.run(["sca", "status", "--json"])
    #expect(try status.json() as? [String: String] == ["authenticator": "NONE"])
    let id = try vault.id("Everyday")
    #expect(
      try vault.run(["card", "reveal", id, "--json", "--method", "authenticator"]).status == 6)

    let enrolment = try vault.runWithPhone(["sca", "enrol", "--json"]).succeeded()
    let key = try enrolment.text("secret")
    let uri = try enrolment.text("uri")
    #expect(uri.hasPrefix("otpauth://totp/"))
    #expect(uri.contains("secret=" + key))

    var code = ""
    let confirmed = try vault.runWithPipe(["sca", "confirm", "--json"]) {
      code = try TestApp.code(key, at: time(nil))
      return code
    }.succeeded()
    #expect(try confirmed.json() as? [String: String] == ["authenticator": "ENROLLED"])

    // Each code can be used once. The next one is accepted.
    let reveal = ["card", "reveal", id, "--json", "--method", "authenticator"]
    let first = try vault.write(code + "\n", to: "first")
    #expect(try vault.run(reveal + ["--code-file", first]).status == 7)
    let shown = try vault.runWithPipe(reveal) { try TestApp.code(key, at: time(nil) + 30) }
    #expect(shown.status == 0, "\(shown.err)")
    #expect(try shown.object()["pan"] is String)
  }
}
