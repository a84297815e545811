import Glibc
import Secrets
import Testing
import Waiting
import WalletAPI
import WalletModel

@testable import ServerTesting

/// The server is killed while virtual cards are made. Each request names itself, so it is sent again
/// until it is answered: no card is made twice, and none is lost.
struct VirtualCardKillTests {
  /// The most cards that one customer may make in a day.
  private static let cards = 20

  @Test func aKilledServerMakesEachVirtualCardOnce() throws {
    var lost = 0
    for _ in 0..<Effort.pick(long: 1, torture: 5) { lost += try makeCards() }
    // Control: some of these kills hit a request that was on its way.
    if Effort.current == .torture { #expect(lost > 0) }
  }

  /// Returns how many answers were lost.
  private func makeCards() throws -> Int {
    let file = try VaultFileOfAna()
    var server = try WalletdProcess(file, isSimulator: true)
    let token = try server.signIn().accessToken
    let persona = try server.perform(CreatePersona(PersonaRequest(name: "Shopping")), token)
    let request = try server.virtualCardRequest(for: persona.id, token)
    var lost = 0
    for index in 0..<Self.cards {
      var request = request
      request.clientRefID = "card \(index)"
      let operation = ProvisionVirtualCard(request)
      let first = try server.answerWhileKilled(to: operation, token, "card-\(index)")
      server = try WalletdProcess(file, isSimulator: true)
      // With another key, as a program does that has forgotten the first one.
      let again = try server.perform(operation, token) { $0.idempotencyKey = "again-\(index)" }
      #expect(again.clientRefID == request.clientRefID)
      if let first { #expect(first.id == again.id) } else { lost += 1 }
    }
    let made = try server.perform(ListProvisionalCards(), token)
    #expect(Set(made.map(\.clientRefID)) == Set((0..<Self.cards).map { "card \($0)" }))
    #expect(made.count == Self.cards)
    try wait(for: "\(Self.cards) cards") { try self.cards(server, token).count >= Self.cards }
    let cards = try self.cards(server, token)
    #expect(cards.count == Self.cards)
    #expect(Set(cards.map(\.id)).count == Self.cards)
    let finished = try server.perform(ListProvisionalCards(), token)
    #expect(Set(finished.compactMap(\.card?.id)) == Set(cards.map(\.id)))
    server.end(SIGTERM)
    #expect(try file.findings() == [])
    return lost
  }

  private func cards(_ server: WalletdProcess, _ token: Secret) throws -> [VirtualCard] {
    try server.perform(ListVirtualCards(VirtualCardQuery(limit: 100)), token).cards
  }
}
