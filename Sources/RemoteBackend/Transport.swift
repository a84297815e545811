import WalletAPI

/// What carries requests to the server, and waits. The product has one, the network thread.
protocol Transport: Sendable {
  /// Where tasks that serve the transport run.
  var executor: any TaskExecutor { get }
  /// Sends a request and waits for its answer. Returns at once when the task is cancelled.
  func send(_ request: TransferRequest) async throws(TransferFailure) -> WireResponse
  /// Sends a request that cannot be cancelled. `answer` may be called before this returns.
  func send(_ request: TransferRequest, answer: @escaping @Sendable (Transfer.Outcome) -> Void)
  /// Returns after `pause`, or at once when the task is cancelled.
  func wait(_ pause: Duration) async
  /// Calls `action` when the timer fires, which may be at once.
  func start(_ timer: Timer, _ action: @escaping @Sendable () -> Void)
  /// Ends all transfers.
  func stop()
}

extension NetworkThread: Transport {
  var executor: any TaskExecutor { self }
}
