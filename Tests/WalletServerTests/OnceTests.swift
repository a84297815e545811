import Secrets
import Testing
import WalletAPI
import WalletModel
import WalletServer

struct OnceTests {
  private let request = CardRequest(
    programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR", alias: "One")

  @Test func theSameKeyHasTheSameEffectOnce() throws {
    let served = try Served()
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    let boris = try served.signIn(as: "boris").accessToken
    let first = try served.perform(CreateCard(request), token) { $0.idempotencyKey = "k" }
    let again = try served.perform(CreateCard(request), token) { $0.idempotencyKey = "k" }
    #expect(again == first)
    let other = try served.perform(CreateCard(request), boris) { $0.idempotencyKey = "k" }
    #expect(other.id != first.id)
    #expect(try served.perform(ListCards(CardQuery()), token).cards.count == 7)

    var context = RequestContext(customerID: CustomerID(""), sessionID: "", deviceID: "")
    context.idempotencyKey = "k"
    var changed = request
    changed.alias = "Two"
    #expect(try served.send(CreateCard(changed).wireRequest(context), token).status == 422)
    served.clock.advance(seconds: 24 * 3600)
    let late = try served.signIn().accessToken
    let next = try served.perform(CreateCard(request), late) { $0.idempotencyKey = "k" }
    #expect(next.id != first.id)
  }

  @Test func whatWasRefusedMayBeTriedAgain() throws {
    let served = try Served()
    defer { served.server.stop() }
    let token = try served.signIn().accessToken
    var wrong = request
    wrong.programName = "NONE"
    for _ in 0..<2 {
      let error = #expect(throws: WalletError.self) {
        try served.perform(CreateCard(wrong), token) { $0.idempotencyKey = "k" }
      }
      #expect(error?.code == .fieldErrors)
    }
    _ = try served.perform(CreateCard(request), token) { $0.idempotencyKey = "k" }
  }

  /// Of many that come at once with one key, one is carried out; the others are told to wait or
  /// get its answer.
  @Test func manyAtOnceAreOne() async throws {
    let served = try Served()
    let token = try served.signIn().accessToken
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<24 {
        group.addTask {
          var context = RequestContext(customerID: CustomerID(""), sessionID: "", deviceID: "")
          context.idempotencyKey = "k"
          return (try? served.send(CreateCard(request).wireRequest(context), token).status) ?? 0
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.allSatisfy { $0 == 201 || $0 == 409 }, "\(statuses)")
    #expect(statuses.contains(201))
    #expect(try served.perform(ListCards(CardQuery()), token).cards.count == 7)
    served.server.stop()
  }

  /// Many change one card, each the version that it saw: no change is lost.
  @Test func noChangeIsLost() async throws {
    let served = try Served { $0.burst = 100_000 }
    let token = try served.signIn().accessToken
    let card = try #require(
      try served.perform(ListCards(CardQuery(statuses: [.active])), token).cards.first)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          for _ in 0..<4 {
            guard let seen = try? served.perform(GetCard(card.id), token) else { continue }
            let next: CardStatus = seen.status == .locked ? .active : .locked
            do {
              _ = try served.perform(SetCardStatus(card.id, next, reason: "x"), token) {
                $0.expectedVersion = seen.version
              }
              served.log.add("changed")
            } catch {
              let code = (error as? WalletError)?.code
              if code != .versionConflict { served.log.add("odd") }
            }
          }
        }
      }
    }
    let changes = served.log.lines.count { $0 == "changed" }
    #expect(!served.log.lines.contains("odd"))
    #expect(changes > 0)
    #expect(try served.perform(GetCard(card.id), token).version == card.version + changes)
    served.server.stop()
  }

  /// One right code, sent many times at once, is taken once.
  @Test func oneCodeIsTakenOnce() async throws {
    let served = try Served { $0.burst = 100_000 }
    let token = try served.signIn().accessToken
    let card = try #require(
      try served.perform(ListCards(CardQuery(statuses: [.active])), token).cards.first)
    let asked = #expect(throws: WalletError.self) { try served.perform(GetPin(card.id), token) }
    let event = try #require(asked?.scaEvent)
    _ = try served.perform(
      CreateChallenge(event.reference, ScaVerification(method: .otp, channel: .sms)), token)
    let code = try #require(try served.perform(ListPhoneMessages(), token).first?.code)
    let verified = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let attempt = try? served.perform(SubmitAttempt(event.reference, code: code), token)
          return attempt?.status == .verified
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(verified == 1)
    served.server.stop()
  }
}
