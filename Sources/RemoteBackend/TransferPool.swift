import CCurl
import WalletModel

/// The network thread's transfers: a limited number at once, and those that wait. Streams are
/// started at once and not counted, since there is only the one for events.
struct TransferPool {
  /// Requests in progress at the same time.
  static let maxRunning = 8
  /// Requests that wait; further ones are refused.
  static let maxWaiting = 256

  let multi: OpaquePointer
  let profile: RemoteProfile
  private(set) var running: [ObjectIdentifier: Transfer] = [:]
  /// In the order of their arrival.
  private(set) var waiting: [Transfer] = []

  mutating func add(_ transfer: Transfer) {
    if transfer.hasEnded { return }
    if transfer.isStream || waiting.isEmpty && hasCapacity {
      start(transfer)
    } else if waiting.count < TransferPool.maxWaiting {
      waiting.append(transfer)
    } else {
      transfer.end(.failure(.tooMany))
    }
  }

  private var hasCapacity: Bool {
    running.values.count { !$0.isStream } < TransferPool.maxRunning
  }

  private mutating func start(_ transfer: Transfer) {
    guard let handle = transfer.prepare(profile) else {
      return transfer.end(.failure(TransferFailure(error: WalletError(.usage))))
    }
    running[ObjectIdentifier(transfer)] = transfer
    if ccurl_multi_add(multi, handle) != 0 {
      transfer.end(.failure(TransferFailure(error: WalletError(.internalError))))
      drop(transfer)
    }
  }

  /// The caller has stopped waiting.
  mutating func drop(_ transfer: Transfer) {
    waiting.removeAll { $0 === transfer }
    guard running.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
    transfer.forget()
    transfer.free(multi)
  }

  /// libcurl has finished a transfer.
  mutating func finish(_ handle: OpaquePointer) {
    guard let context = ccurl_transfer_context(handle) else { return }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    running.removeValue(forKey: ObjectIdentifier(transfer))
    let outcome = transfer.outcome(of: handle)
    transfer.free(multi)
    transfer.end(outcome)
  }

  /// Ends silent streams and requests that have waited too long, and starts the next requests.
  mutating func advance(_ now: Instant) {
    for transfer in running.values where transfer.silenceDeadline.map({ $0 <= now }) ?? false {
      transfer.end(.failure(TransferFailure(error: WalletError(.netLost), isTransient: true)))
      drop(transfer)
    }
    waiting.removeAll { transfer in
      guard let end = transfer.deadline, end <= now else { return transfer.hasEnded }
      transfer.end(.failure(.neverSent))
      return true
    }
    while !waiting.isEmpty && hasCapacity { start(waiting.removeFirst()) }
  }

  /// When there is something to do without any network activity; nil: never.
  var nextDeadline: Instant? {
    (running.values.compactMap(\.silenceDeadline) + waiting.compactMap(\.deadline)).min()
  }

  mutating func endAll() {
    for transfer in waiting { transfer.end(.failure(.cancelled)) }
    for transfer in running.values {
      transfer.end(.failure(.cancelled))
      transfer.free(multi)
    }
    running = [:]
    waiting = []
  }
}

extension Transfer {
  fileprivate func free(_ multi: OpaquePointer) {
    if let handle { ccurl_transfer_free(multi, handle) }
    handle = nil
  }
}
