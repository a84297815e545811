import Issuer
import Threads
import WalletAPI
import WalletModel

/// Has operations of the vault's owner carried out at a card issuer. Their connections wait, and the
/// server's threads do not.
final class GatewayRequests: Sendable {
  /// A request that was read.
  struct Asked: @unchecked Sendable {
    let request: WireRequest
    let ids: [String]
    let context: RequestContext
    let route: WireRoute
    let seal: AnswerSealer?
    let connection: OpaquePointer
  }

  private let gateway: any CardGateway
  private let vault: Issuer
  private let events: EventStreams
  private let deliveries: MessageDeliveries
  /// Those whose answers are not there yet.
  private let open = Locked<[ObjectIdentifier: LaterAnswer]>([:])

  init(
    _ gateway: any CardGateway, _ vault: Issuer, events: EventStreams,
    deliveries: MessageDeliveries
  ) {
    self.gateway = gateway
    self.vault = vault
    self.events = events
    self.deliveries = deliveries
    gateway.start(vault) { [weak events, customer = gateway.customer] news in
      // What is true only of the way to the issuer stays here.
      events?.publish(news.filter { WireNews($0) != nil }, to: customer)
    }
  }

  func serves(_ customer: CustomerID) -> Bool { customer == gateway.customer }
  func simulates(_ contract: Contract) -> Bool { gateway.simulates(contract) }

  /// - Throws: `.unavailable` if too many requests wait.
  func answer(_ asked: Asked) throws(WalletError) -> LaterAnswer {
    let later = LaterAnswer(asked.connection)
    open.withLock { $0[ObjectIdentifier(later)] = later }
    let isTaken = gateway.carryOut(asked.route.contract) { [self] engine in
      let answer = response(to: asked, by: engine)
      open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(later)) }
      later.finish(answer)
    }
    guard isTaken else {
      open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(later)) }
      throw WalletError(.unavailable, retryAfter: 1)
    }
    return later
  }

  private func response(to asked: Asked, by engine: any WalletEngine) -> WireResponse {
    defer {
      events.publish(gateway.takeEvents(), to: gateway.customer)
      deliveries.deliver(vault.takeMessages(), of: gateway.customer, vault)
    }
    do throws(WalletError) {
      let answer = try asked.route.answer(
        asked.request, ids: asked.ids, asked.context, by: engine)
      return try asked.seal?.seal(answer) ?? answer
    } catch {
      var answer = error.wireResponse
      // Clients take this as: it may have happened.
      if error.mayHaveHappened { answer.status = 504 }
      return answer
    }
  }

  /// Ends requests to the issuer. Their clients are told that it may have happened.
  func stop() { gateway.stop() }

  /// Answers what is still open.
  func abandon() {
    let left = open.withLock { open in
      defer { open = [:] }
      return Array(open.values)
    }
    var answer = WalletError(
      .unavailable, .text("The server is stopping", "Der Server wird beendet"), retryAfter: 1
    ).wireResponse
    answer.status = 504
    for later in left { later.finish(answer) }
  }
}
