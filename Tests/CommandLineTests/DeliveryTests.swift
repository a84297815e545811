import Foundation
import Testing

@testable import CommandTesting

/// Users of a server for real users. `DeliveryTimingTests` has the delivery of their codes.
struct DeliveryTests {
  @Test func theOwnerCanSignIn() throws {
    let place = try DeliveryPlace()
    let added = try place.add(["ana", "--owner"]).succeeded()
    #expect(added.out.hasPrefix("ana 1 $argon2id$"))
    let made = try place.vault.run(
      ["card", "create", "--currency", "EUR", "--program", "SKRILL-VIRTUAL-VISA-EEA", "--json"])
    let id = try made.text("cardId")
    let daemon = try place.serve("cat >/dev/null\n")
    try Command.run(["card", "show", id, "--json"] + (try place.options("ana", daemon))).succeeded()
    #expect(daemon.stop() == 0)
  }

  @Test(arguments: [
    (["carla"], "--name"), (["carla", "--name", "Carla"], "--mobile"),
    (["carla", "--name", "Carla", "--mobile", "+359 888123"], "--email"),
    (
      ["carla", "--name", "C4", "--mobile", "+359 888123", "--email", "c@example.com"],
      "--name: Use"
    ),
    (["carla", "--name", "Carla", "--mobile", "0888", "--email", "c@example.com"], "--mobile"),
    (["carla", "--name", "Carla", "--mobile", "+359 888123", "--email", "c"], "--email: Use"),
    (["carla", "--owner", "--name", "Carla"], "--owner already has"),
  ])
  func refused(_ words: [String], _ part: String) throws {
    let place = try DeliveryPlace()
    let run = try place.add(words).refused(64, part)
    #expect(run.out == "")
  }
}
