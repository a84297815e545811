import Synchronization

/// What the parts of the server have to know of each other: whether it is ending, whether its file
/// is damaged, and how many requests and deliveries are in progress.
final class ServerStatus: Sendable {
  private let draining = Atomic(false)
  private let damaged = Atomic(false)
  private let work = Atomic(0)

  /// The server ends soon. Connections end with their next answers.
  var isDraining: Bool { draining.load(ordering: .relaxed) }
  /// A check of the ledger found damage.
  var isDamaged: Bool { damaged.load(ordering: .relaxed) }
  /// Requests and deliveries in progress, for which the end of the server waits.
  var inFlight: Int { work.load(ordering: .relaxed) }

  func drain() { draining.store(true, ordering: .relaxed) }
  func foundDamage() { damaged.store(true, ordering: .relaxed) }
  func beginWork() { work.add(1, ordering: .relaxed) }
  func endWork() { work.subtract(1, ordering: .relaxed) }
}
