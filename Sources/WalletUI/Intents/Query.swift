package import WalletModel
package import WalletService

/// A request to the service that does not change a card: what a screen, a form or an overlay reads.
/// The conforming type holds the request and what its answer does, like an `Intent`.
package protocol Query: Sendable, Equatable {
  associatedtype Answer: Sendable

  /// How Esc cancels it once it takes long; nil: nothing waits for it.
  var waiting: Waiting? { get }
  func request(_ service: WalletService) async throws(WalletError) -> Answer
  /// Not called after the wallet was locked, since an answer must not restore what the lock erased.
  func answered(_ result: Result<Answer, WalletError>, _ state: inout State) -> [Effect]
  /// Whether the answer changes nothing visible. Then no frame is drawn for it.
  func isInvisible(_ result: Result<Answer, WalletError>, _ state: State) -> Bool
}

extension Query {
  package var waiting: Waiting? { nil }
  package func isInvisible(_ result: Result<Answer, WalletError>, _ state: State) -> Bool { false }
}

/// A query that takes what was read, and whose failure is handled apart: it is shown if nothing else
/// is said.
package protocol PlainQuery: Query {
  func succeed(_ answer: Answer, _ state: inout State) -> [Effect]
  func fail(_ error: WalletError, _ state: inout State) -> [Effect]
}

/// A query whose failure is not shown: what it would have read stays as it was.
package protocol QuietQuery: PlainQuery {}

extension QuietQuery {
  package func fail(_ error: WalletError, _ state: inout State) -> [Effect] { [] }
}

extension PlainQuery {
  package func fail(_ error: WalletError, _ state: inout State) -> [Effect] {
    state.show(error)
    return []
  }

  package func answered(_ result: Result<Answer, WalletError>, _ state: inout State) -> [Effect] {
    switch result {
    case .success(let answer): succeed(answer, &state)
    case .failure(let error): fail(error, &state)
    }
  }
}

/// Any query, type-erased.
package struct AnyQuery: Sendable, Equatable {
  package let base: any Query

  package init(_ base: any Query) { self.base = base }

  package static func == (a: AnyQuery, b: AnyQuery) -> Bool { a.base.equals(b.base) }

  /// Sends the request. Answers with `Action.answered`.
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
    let handler = AnswerHandler(
      run: { query.answered(result, &$0) }, isInvisible: { query.isInvisible(result, $0) })
    if case .failure(let error) = result { return .answered(handler, error) }
    return .answered(handler, nil)
  }
}
