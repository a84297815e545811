import WalletAPI
import WalletModel

/// What a stage passes a request to: the stages after it, or what a test puts in their place.
typealias Next<Request> = (Request) throws(WalletError) -> WireResponse

/// A stage between a request and its answer. It refuses a request, answers it, or passes it on with
/// what it has found out. It may change the answer. It knows none of the other stages.
///
/// `WalletServer.stages` is the list. The compiler knows its type, so passing a request on
/// allocates no memory.
protocol Stage<Request, Passed>: Sendable {
  associatedtype Request
  associatedtype Passed

  /// - Throws: What the request is refused with.
  func answer(_ request: Request, _ next: Next<Passed>) throws(WalletError) -> WireResponse
}

extension Stage {
  /// This stage, and `stage` after it.
  func then<S: Stage>(_ stage: S) -> StagePair<Self, S> where S.Request == Passed {
    StagePair(first: self, second: stage)
  }
}

/// Two stages as one.
struct StagePair<First: Stage, Second: Stage>: Stage where Second.Request == First.Passed {
  let first: First
  let second: Second

  func answer(_ request: First.Request, _ next: Next<Second.Passed>) throws(WalletError)
    -> WireResponse
  {
    try first.answer(request) { passed throws(WalletError) in try second.answer(passed, next) }
  }
}
