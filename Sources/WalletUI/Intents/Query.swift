package import WalletModel
package import WalletService

/// A request to the service that is no change of a card: what a screen, a form or an overlay reads or
/// asks. As with an `Intent`, the request and what its answer does are in one type.
package protocol Query: Sendable, Equatable {
  associatedtype Answer: Sendable

  /// What Esc gives it up with once it takes long; nil: nobody waits for it.
  var waiting: Waiting? { get }
  func request(_ service: WalletService) async throws(WalletError) -> Answer
  /// Is not called once the wallet is locked: an answer must not bring back what it forgot.
  func answered(_ result: Result<Answer, WalletError>, _ state: inout State) -> [Effect]
  /// Whether the answer changes nothing that is in sight: then no frame is drawn for it.
  func isUnseen(_ result: Result<Answer, WalletError>, _ state: State) -> Bool
}

extension Query {
  package var waiting: Waiting? { nil }
  package func isUnseen(_ result: Result<Answer, WalletError>, _ state: State) -> Bool { false }
}

/// A query of any kind.
package struct AnyQuery: Sendable, Equatable {
  package let base: any Query

  package init(_ base: any Query) { self.base = base }

  package static func == (a: AnyQuery, b: AnyQuery) -> Bool { a.base.equals(b.base) }

  /// Sends the request; answers with `Action.answered`.
  package func perform(by service: WalletService) async -> Action {
    await Self.perform(base, service)
  }

  private static func perform(_ query: some Query, _ service: WalletService) async -> Action {
    do throws(WalletError) {
      return .answer(query, .success(try await query.request(service)))
    } catch {
      return .answer(query, .failure(error))
    }
  }
}

extension Effect {
  package static func read(_ query: some Query) -> Effect { .query(AnyQuery(query)) }
}

extension Action {
  /// A query was answered.
  package static func answer<Q: Query>(_ query: Q, _ result: Result<Q.Answer, WalletError>)
    -> Action
  {
    let completion = Completion(
      run: { query.answered(result, &$0) }, isUnseen: { query.isUnseen(result, $0) })
    if case .failure(let error) = result { return .answered(completion, error) }
    return .answered(completion, nil)
  }
}
