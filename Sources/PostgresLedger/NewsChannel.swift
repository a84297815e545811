import CPostgres
import Glibc
import Issuer
import SealedRecords
import Threads
import WalletAPI
import WalletModel

/// Tells all servers that there are news, a hundred times in a second at most.
final class NewsAnnouncer: @unchecked Sendable {
  private static let pauseMicroseconds: UInt32 = 10_000
  /// Notifications are hints: nobody has to wait until one is on the disk.
  private static let command =
    "BEGIN; SET LOCAL synchronous_commit = off; NOTIFY walletd_news; COMMIT"

  private let address: DatabaseAddress
  private let lock = Lock()
  private let changed = Condition()
  // Protected by the lock.
  private var isWanted = false
  private var isOver = false
  private var isRunning = false

  init(_ address: DatabaseAddress) { self.address = address }

  func announce() {
    lock.lock()
    defer { lock.unlock() }
    isWanted = true
    if !isRunning, !isOver {
      isRunning = true
      startThread { [self] in run() }
    }
    changed.signal()
  }

  func stop() {
    lock.lock()
    defer { lock.unlock() }
    isOver = true
    changed.signal()
  }

  private func run() {
    var connection: Connection?
    while wait() {
      do throws(WalletError) {
        let open = if let connection { connection } else { try Connection(address, preparing: []) }
        connection = open
        try open.execute(Self.command)
        usleep(Self.pauseMicroseconds)
      } catch {
        // Servers look for news by themselves, too.
        connection = nil
        sleep(1)
      }
    }
  }

  /// False: it is over.
  private func wait() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    while !isWanted && !isOver { changed.wait(lock) }
    isWanted = false
    return !isOver
  }
}

/// Waits for notifications, on a connection of its own. Without one, it only lets time pass. It is
/// used by one thread.
final class NewsListener: @unchecked Sendable {
  private static let milliseconds: Int32 = 1000
  private static let pauseMicroseconds: UInt32 = 100_000
  private static let secondsUntilRetry: Int64 = 2
  /// Many servers that change much tell it more often than the news have to be read.
  private static let leastMilliseconds: Int64 = 10

  private let address: DatabaseAddress
  private var connection: Connection?
  private var retry: Int64 = 0
  /// When it was told the last time.
  private var told: Int64 = 0

  init(_ address: DatabaseAddress) { self.address = address }

  /// - Returns: Whether it listens.
  func wait() -> Bool {
    do throws(WalletError) {
      if let connection {
        let isTold = try connection.waitForNotification(milliseconds: Self.milliseconds)
        guard isTold else { return true }
        let early = Self.leastMilliseconds - (IssuerClock.system.boot() - told)
        if early > 0 { usleep(UInt32(early) * 1000) }
        told = IssuerClock.system.boot()
        return true
      }
      let now = IssuerClock.system.boot()
      if now >= retry {
        retry = now + Self.secondsUntilRetry * 1000
        let new = try Connection(address, preparing: [])
        try new.execute("LISTEN walletd_news")
        connection = new
        // What was told before is looked for at once.
        return true
      }
    } catch {
      connection = nil
    }
    usleep(Self.pauseMicroseconds)
    return false
  }
}

// News are sealed like records, bound to the customer and the number.
extension StorePool {
  private static let lookupKey = Array("news".utf8)

  func sealed(_ news: LedgerNews, _ customer: Int64) -> [UInt8] {
    let plain = Array("\(news.customer.rawValue)\n\(news.change.text)".utf8)
    var box = [UInt8](repeating: 0, count: plain.count + RecordCipher.overhead)
    plain.withUnsafeBytes { plain in
      box.withUnsafeMutableBytes { box in
        Self.lookupKey.withUnsafeBytes {
          cipher.seal(plain, into: box, Self.id(customer, news.number), news.number, $0)
        }
      }
    }
    return box
  }

  /// nil: the box is none of this customer and number.
  func news(in box: UnsafeRawBufferPointer, _ item: NewsPosition.Item) -> LedgerNews? {
    let (customer, number) = (item.customer, item.number)
    guard box.count > RecordCipher.overhead else { return nil }
    var plain = [UInt8](repeating: 0, count: box.count - RecordCipher.overhead)
    let isGood = plain.withUnsafeMutableBytes { plain in
      Self.lookupKey.withUnsafeBytes {
        cipher.open(box, into: plain, Self.id(customer, number), number, $0)
      }
    }
    guard isGood else { return nil }
    let text = String(decoding: plain, as: UTF8.self)
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    return LedgerNews(
      customer: CustomerID(String(parts[0])), number: number,
      change: RecordChange(text: String(parts[1])))
  }

  private static func id(_ customer: Int64, _ number: Int64) -> RowID {
    RowID(.change, customer: customer, number & LedgerQuery.lastPlace)
  }
}
