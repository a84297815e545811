import Conformance
import Glibc
import Testing
import WalletAPI

@testable import ServerTesting
@testable import WalletServer

/// Guessing passwords or tokens is limited, and does not affect others.
struct SignInLimitTests {
  private let served: InProcessServer

  init() throws { served = try InProcessServer { $0.signIns = 2 } }

  /// The answer to a sign-in as ana from one of this machine's addresses.
  private func attempt(
    _ password: String, from address: String, device: String? = nil
  ) throws -> WireResponse {
    let request = TokenRequest(
      .password(user: "ana", password: secret(password)), deviceID: device)
    let bytes = InProcessServer.bytes(
      "POST", Wire.base + TokenRequest.path(brand: "demo"),
      [InProcessServer.basic, WireField("Content-Type", "application/x-www-form-urlencoded")],
      .secret(request.body))
    return try answer(bytes, from: address)
  }

  private func answer(_ bytes: [UInt8], from address: String) throws -> WireResponse {
    let socket = try served.connected(bytes, from: address)
    defer { close(socket) }
    return try #require(InProcessServer.response(served.everything(socket)))
  }

  private static let right = "pass word&é"

  @Test func wrongPasswordsFromOneAddressBlockNoOthers() throws {
    for status in [400, 400, 429, 429] {
      #expect(try attempt("x", from: "127.0.0.2").status == status)
    }
    let refused = try attempt(Self.right, from: "127.0.0.2")
    #expect(refused.status == 429 && refused.header("Retry-After") == "12")
    #expect(try attempt(Self.right, from: "127.0.0.3").status == 200)
    // At one attempt every 12 s there are no more than that.
    for _ in 0..<20 {
      served.clock.advance(seconds: 12)
      #expect(try attempt("x", from: "127.0.0.2").status == 400)
      #expect(try attempt(Self.right, from: "127.0.0.3").status == 200)
    }
  }

  @Test func knownDevicesCanSignInDuringAnAttack() throws {
    #expect(try attempt(Self.right, from: "127.0.0.1", device: "phone").status == 200)
    // Guessing from many addresses has its own limit.
    for address in 2...6 {
      for _ in 0..<2 {
        let answer = try attempt("x", from: "127.0.0.\(address)", device: "guess \(address)")
        #expect(answer.status == 400)
      }
    }
    for address in [1, 6, 7] {
      let place = "127.0.0.\(address)"
      #expect(try attempt(Self.right, from: place).status == 429)
      #expect(try attempt(Self.right, from: place, device: "tablet").status == 429)
      #expect(try attempt(Self.right, from: place, device: "unknown").status == 429)
      #expect(try attempt(Self.right, from: place, device: "phone").status == 200)
    }
    // Another name has its own limit.
    _ = try served.signIn(as: "boris")
  }

  @Test func aKnownDeviceHasALimitToo() throws {
    #expect(try attempt(Self.right, from: "127.0.0.1", device: "phone").status == 200)
    for (address, status) in [(1, 400), (2, 400), (3, 429), (4, 429)] {
      let answer = try attempt("x", from: "127.0.0.\(address)", device: "phone")
      #expect(answer.status == status)
    }
    #expect(try attempt(Self.right, from: "127.0.0.1", device: "phone").status == 429)
    #expect(try attempt(Self.right, from: "127.0.0.1").status == 200)
  }

  /// A device that is signed in is known after a restart. A new password forgets all devices.
  @Test func knownDevicesSurviveARestart() throws {
    let file = try VaultFileOfAna()
    let first = try InProcessServer(file)
    _ = try first.signIn()
    first.server.stop()
    let second = try InProcessServer(file)
    #expect(second.server.tokens.signInLimits.devices.contains("d", of: "ana"))
    #expect(!second.server.tokens.signInLimits.devices.contains("d", of: "boris"))
    #expect(!second.server.tokens.signInLimits.devices.contains("e", of: "ana"))
    _ = second.server.replaceUsers([])
    #expect(!second.server.tokens.signInLimits.devices.contains("d", of: "ana"))
  }

  @Test func theNumberOfKnownDevicesIsLimited() {
    let devices = KnownDevices()
    for number in 0..<20 { devices.add("d\(number)", of: "ana") }
    #expect((0..<20).map { devices.contains("d\($0)", of: "ana") } == (0..<20).map { $0 >= 4 })
    for number in 0..<10_000 { devices.add("d", of: "u\(number)") }
    #expect(!devices.contains("d19", of: "ana"))
    #expect(devices.contains("d", of: "u9999"))
    devices.add(nil, of: "boris")
    devices.add("", of: "boris")
    devices.add(KnownDevices.unknownDevice, of: "boris")
    #expect(![nil, "", KnownDevices.unknownDevice].contains { devices.contains($0, of: "boris") })
  }

  private func profile(_ token: String, from address: String) throws -> WireResponse {
    let bytes = InProcessServer.bytes(
      "GET", Wire.base + "/profile", [WireField("Authorization", "Bearer " + token)], .none)
    return try answer(bytes, from: address)
  }

  @Test func wrongTokensAreLimited() throws {
    let token = try served.signIn()
    for number in 0..<120 {
      let answer = try profile("wrong\(number)", from: "127.0.0.1")
      #expect(answer.status == (number < 10 ? 401 : 429), "\(number)")
      #expect((answer.header("Retry-After") == nil) == (number < 10))
    }
    // Signed-in users, new sign-ins and other addresses are not affected.
    #expect(try profile(text(token.accessToken), from: "127.0.0.1").status == 200)
    let renewed = try served.renew(token.refreshToken)
    #expect(try profile(text(renewed.accessToken), from: "127.0.0.1").status == 200)
    #expect(try profile("wrong", from: "127.0.0.2").status == 401)
    served.clock.advance(seconds: 3)
    #expect(try profile("wrong", from: "127.0.0.1").status == 401)
    #expect(try profile("wrong", from: "127.0.0.1").status == 429)
  }

  /// A request is counted once, with a body or as a stream.
  @Test(arguments: [("POST", "/profile/prepaid/cards", "{}"), ("GET", "/events", "")])
  func aRequestIsCountedOnce(_ method: String, _ path: String, _ body: String) throws {
    for number in 0..<12 {
      let answer = try served.send(
        method, Wire.base + path,
        [
          WireField("Authorization", "Bearer wrong"),
          WireField("Content-Type", "application/json"),
        ], body: body.isEmpty ? .none : .plain(Array(body.utf8)))
      #expect(answer.status == (number < 10 ? 401 : 429), "\(number)")
    }
  }

  /// An expired token is not a guess: its owner gets an error and renews it.
  @Test func expiredTokensAreNotCounted() throws {
    let token = text(try served.signIn().accessToken)
    served.clock.advance(seconds: Sessions.accessSeconds + 1)
    for _ in 0..<20 {
      #expect(try profile(token, from: "127.0.0.1").status == 401)
    }
  }
}
