import Issuer
import Synchronization
import Threads
import WalletAPI
import WalletModel

/// Takes the news of a ledger that several servers share: the sign-ins for this server, and the
/// events for its clients.
final class NewsFeed: Sendable {
  private let ledger: any SharedLedger
  private let sessions: Sessions
  private let notice: (@Sendable (String) -> Void)?
  /// The listeners; nil: there are none yet.
  private let publish = Locked<(@Sendable ([LedgerNews]?) -> Void)?>(nil)
  private struct Taken {
    /// Customers whose sign-ins have to be read.
    var changed: Set<CustomerID> = []
    /// News that were not published yet; nil: anything may have happened.
    var news: [LedgerNews]? = []
  }
  /// Held while news are taken, so that they stay in order.
  private let taken = Locked(Taken())
  private let hasListener = Locked<Bool?>(nil)
  /// Changes that were told, and the milliseconds from their beginnings until then.
  private let told = Atomic(0)
  private let lag = Atomic<Int64>(0)
  /// Before this time of the machine's clock nothing was changed that is not told.
  private let tellsSince = Atomic(IssuerClock.system.boot())

  init(_ ledger: any SharedLedger, _ sessions: Sessions, notice: (@Sendable (String) -> Void)?) {
    self.ledger = ledger
    self.sessions = sessions
    self.notice = notice
  }

  /// Whether the ledger tells of news by itself. Otherwise they are looked for.
  var isTold: Bool { hasListener.withLock { $0 ?? false } }

  /// Whether the ledger answers.
  var isReachable: Bool { ledger.isReachable }

  /// Numbers for the operator.
  var metrics: [Metric] {
    let age = IssuerClock.system.boot() - tellsSince.load(ordering: .relaxed)
    return ledger.metrics + [
      Metric("walletd_news_told", "Whether the database tells of news by itself.", isTold ? 1 : 0),
      Metric(
        "walletd_news_lag_seconds", "From the beginning of a change until it is told.",
        .times(
          count: told.load(ordering: .relaxed),
          seconds: Double(lag.load(ordering: .relaxed)) / 1000)),
      Metric(
        "walletd_news_age_seconds", "Changes that are not told yet are no older than this.",
        .gauge(Double(age) / 1000)),
    ]
  }

  /// Takes what has happened up to now.
  func take() throws(WalletError) {
    try taken.withLock { taken throws(WalletError) in
      let now = IssuerClock.system.boot()
      let news = try ledger.takeNews()
      if let news {
        taken.news? += news
        taken.changed.formUnion(news.filter(\.change.hasSignIns).map(\.customer))
      } else {
        taken.news = nil
      }
      if taken.news == nil {
        try sessions.reload()
        taken.changed = []
      }
      while let customer = taken.changed.first {
        try sessions.reload(customer)
        taken.changed.remove(customer)
      }
      if let publish = publish.withLock({ $0 }), taken.news?.isEmpty != true {
        publish(taken.news)
        measure(taken.news ?? [])
      }
      taken.news = []
      tellsSince.store(now, ordering: .relaxed)
    }
  }

  private func measure(_ news: [LedgerNews]) {
    let now = ledger.clock.now().milliseconds
    let times = news.compactMap { $0.began.map { max(0, now - $0.milliseconds) } }
    told.add(times.count, ordering: .relaxed)
    lag.add(times.reduce(0, +), ordering: .relaxed)
  }

  /// Takes news until the server ends.
  func start(until stopSignal: StopSignal, _ publish: @escaping @Sendable ([LedgerNews]?) -> Void) {
    self.publish.withLock { $0 = publish }
    startThread { [weak self] in
      while stopSignal.wait(seconds: 0), let self {
        self.note(self.ledger.waitForNews())
        // What cannot be read now is read the next time.
        try? self.take()
      }
    }
  }

  private func note(_ isTold: Bool) {
    let before = hasListener.withLock { known in
      defer { known = isTold }
      return known
    }
    if isTold == false, before != false {
      notice?("news: no connection that listens; looking ten times a second")
    } else if isTold, before == false {
      notice?("news: listening again")
    }
  }
}
