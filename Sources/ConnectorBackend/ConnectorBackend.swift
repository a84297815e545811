package import HTTPClient
package import Issuer
package import IssuerConnectors
package import Secrets
import Threads
package import WalletAPI
package import WalletModel

/// A wallet at a card issuer. Reads and changes run on a thread each, so that a slow list does not
/// keep a card from being locked.
package final class ConnectorBackend: WalletBackend {
  /// The owner's context, with all scopes and a session of this process.
  package let context: RequestContext
  package let account: IssuerAccountRecord

  private let engine: ConnectorEngine
  private let reads = SerialThread()
  private let changes = SerialThread()
  private let broadcast = NewsBroadcast()
  private let news: IssuerNews

  /// - Parameters:
  ///   - connector: For `account`.
  ///   - connection: To the issuer's server.
  ///   - key: The issuer's key. Copied; the caller wipes it.
  ///   - ledger: The vault, whose authenticator app confirms what needs a code.
  ///   - totalTime: For all attempts of one request together.
  ///   - rate: Of requests; nil: what the issuer allows.
  ///   - sendsMessages: Whether codes can be sent to the owner.
  ///   - acceptsPassphrase: See `IssuerEnvironment`.
  package init(
    _ account: IssuerAccountRecord, _ connector: any IssuerConnector,
    _ connection: ServerConnection, key: Secret, ledger: any Ledger,
    clock: IssuerClock = .system, random: IssuerRandom = .system,
    totalTime: Duration = .seconds(30), rate: IssuerRules.Rate? = nil,
    sendsMessages: Bool = false, acceptsPassphrase: (@Sendable (Secret) -> Bool)? = nil
  ) {
    self.account = account
    context = RequestContext(
      customerID: ledger.owner, sessionID: random.id(), deviceID: "local")
    let vault = Issuer(
      ledger: ledger,
      environment: IssuerEnvironment(
        clock: clock, random: random, sendsMessages: sendsMessages,
        acceptsPassphrase: acceptsPassphrase))
    let client = ConnectorClient(
      connector, connection, key: key, totalTime: totalTime, rate: rate)
    let book = CardBook(account, ledger, clock)
    engine = ConnectorEngine(client, account, book, vault, random)
    news = IssuerNews(engine, reads) { [broadcast] in broadcast.send($0) }
  }

  deinit {
    news.stop()
    reads.stop()
    changes.stop()
    broadcast.finish()
  }

  package var capabilities: IssuerCapabilities { engine.capabilities }

  package func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    guard SecretMemory.hasRoom(for: SecretMemory.operation) else {
      throw WalletError.secretMemoryFull
    }
    news.userActed()
    let thread = O.contract.isRead && !O.contract.needsSCA ? reads : changes
    let result: Result<O.Response, WalletError> = await withCheckedContinuation { continuation in
      thread.enqueue { [engine, broadcast] in
        let result: Result<O.Response, WalletError>
        do throws(WalletError) {
          result = .success(try engine.perform(operation, context))
        } catch {
          result = .failure(error)
        }
        for event in engine.takeEvents() { broadcast.send(event) }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// Listening starts the poller.
  package func events() -> AsyncStream<WalletEvent> {
    news.start()
    return broadcast.listen { [news] in news.stop() }
  }

  /// Nothing is read while the wallet is locked.
  package func setLocked(_ isLocked: Bool) {
    if isLocked { news.stop() } else if broadcast.hasListeners { news.start() }
  }

  /// Asks the issuer what a key may do, with requests that change nothing.
  ///
  /// - Returns: The rights that the key does not have.
  /// - Throws: The issuer's refusal, or one of the `net…` codes.
  package static func check(
    _ connector: any IssuerConnector, _ connection: ServerConnection, key: Secret,
    totalTime: Duration = .seconds(30)
  ) async throws(WalletError) -> [IssuerRight] {
    let thread = SerialThread()
    defer { thread.stop() }
    let copy = key.copy()
    let result: Result<[IssuerRight], WalletError> = await withCheckedContinuation { continuation in
      thread.enqueue {
        defer { copy.wipe() }
        let client = ConnectorClient(connector, connection, key: copy, totalTime: totalTime)
        do throws(WalletError) {
          continuation.resume(returning: .success(try client.refusedRights()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}

extension ConnectorClient {
  /// Without the first right there is nothing to show, so its refusal is thrown.
  fileprivate func refusedRights() throws(WalletError) -> [IssuerRight] {
    var refused: [IssuerRight] = []
    for (index, probe) in connector.probes.enumerated() {
      do throws(WalletError) {
        try perform(probe.call)
      } catch  where index > 0 && [.scopeMissing, .unauthorized].contains(error.code) {
        refused.append(probe.right)
      }
    }
    return refused
  }
}
