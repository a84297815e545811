import Foundation
import Testing

@testable import CommandTesting

/// A server for real users: codes are sent by the operator's program, which the server ends after ten
/// seconds.
struct DeliveryTimingTests {
  private static let boris = [
    "boris", "--name", "Boris Ivanov", "--mobile", "+359 887654321", "--email", "b@example.com",
  ]
  private static let create = ["card", "create", "--currency", "EUR", "--program"]
  private static let keep = "{ cat; echo; } >> \"$TO\"\n"

  @Test func codesAreDeliveredToTheSignedInUser() throws {
    let place = try DeliveryPlace()
    let (daemon, boris) = try revealed(place, by: Self.keep)
    let enrolled = try place.runWithCode(
      ["sca", "enrol", "--json"] + boris, method: "email", message: 2)
    #expect(enrolled.out.contains("otpauth://"), "\(enrolled.err)")
    let messages = try place.messages(2)
    #expect(messages.map { $0["channel"] } == ["SMS", "EMAIL"])
    #expect(messages.map { $0["target"] } == ["+359 887654321", "b@example.com"])
    #expect(daemon.stop() == 0)
    for message in messages {
      let code = DeliveryPlace.digits(message["text"] ?? "", 6)
      #expect(code.count == 6)
      #expect(!daemon.logged.contains(code))
    }
  }

  @Test func lettersAreDeliveredToTheSignedInUser() throws {
    let place = try DeliveryPlace()
    let (daemon, boris) = try serve(place, Self.keep)
    let address = ["--address1", "1 Vitosha Blvd", "--city", "Sofia", "--postal-code", "1000"]
    let card = try Binary.run(
      Self.create + ["SKRILL-PHYSICAL-MC-EEA", "--country", "BG", "--json"] + address + boris,
      environment: place.state
    ).succeeded().object()
    let id = try #require(card["cardId"] as? String)
    let lastFour = try #require(card["lastFour"] as? String)
    let letter = try place.messages(1)[0]
    #expect(letter["target"] == "b@example.com")
    let cvv = DeliveryPlace.digits(letter["text"] ?? "", 3)
    let active = try Binary.run(
      ["card", "activate", id, "--last-four", lastFour, "--cvv-file"]
        + [try place.folder.write(cvv + "\n", to: "cvv")] + boris, environment: place.state)
    #expect(active.status == 0, "\(active.err)")
    #expect(daemon.stop() == 0)
  }

  /// A server whose program has delivered a code to Boris, and his options. A new card was revealed
  /// with it.
  private func revealed(_ place: DeliveryPlace, by script: String) throws -> (Daemon, [String]) {
    let (daemon, boris) = try serve(place, script)
    let made = try Binary.run(
      Self.create + ["SKRILL-VIRTUAL-VISA-EEA", "--json"] + boris, environment: place.state)
    let details = try place.runWithCode(
      ["card", "reveal", try made.text("cardId"), "--json"] + boris, method: "sms", message: 1
    ).succeeded()
    #expect((try details.object()["pan"] as? String)?.count == 16)
    return (daemon, boris)
  }

  private func serve(_ place: DeliveryPlace, _ script: String) throws -> (Daemon, [String]) {
    try place.add(Self.boris).succeeded()
    let daemon = try place.serve(script)
    return (daemon, try place.options("boris", daemon))
  }

  @Test(arguments: [
    ("cat >&2; exit 3\n", "ended with 3"), ("kill -9 $$\n", "was ended by signal 9"),
  ])
  func failuresAreLoggedWithoutTheCode(_ script: String, _ reason: String) throws {
    let place = try DeliveryPlace()
    let (daemon, _) = try revealed(
      place, by: "cat > \"$TO\"; cat \"$TO\"; echo >> \"$TO\"\n" + script)
    #expect(daemon.stop() == 0)
    let code = DeliveryPlace.digits(try place.messages(1)[0]["text"] ?? "", 6)
    #expect(code.count == 6)
    #expect(daemon.logged.contains("was not delivered: the program " + reason))
    #expect(!daemon.logged.contains(code))
  }

  /// A server that ends does not wait for a slow program, and logs that the result is unknown.
  @Test func undeliveredMessagesAreNamedAtTheEnd() throws {
    let place = try DeliveryPlace()
    let (daemon, _) = try revealed(place, by: Self.keep + "sleep 20\n")
    #expect(daemon.stop() == 0)
    #expect(daemon.logged.contains("may not be delivered: the server ends"))
  }
}
