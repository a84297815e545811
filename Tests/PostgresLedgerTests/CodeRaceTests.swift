import Issuer
import PostgresServer
import Secrets
import Testing
import Threads
import WalletAPI
import WalletModel

@testable import PostgresLedger

/// One-time codes and lists on several servers at once.
@Suite(.serialized) struct CodeRaceTests {
  private static let servers = 3
  private static let submits = isTorture ? 1000 : 200

  /// An event, and the code that was sent for it.
  private struct Sent {
    let issuers: [Issuer]
    let context: RequestContext
    let card: CardID
    let event: ScaEvent
    let code: String

    init(_ ledgers: [PostgresLedger]) throws {
      issuers = ledgers.map { Issuer.simulation($0) }
      let context = RequestContext.test(ledgers[0].owner)
      self.context = context
      let cards = try issuers[0].perform(ListCards(CardQuery()), context).cards
      card = try #require(cards.first { $0.status == .active }).id
      var event: ScaEvent?
      do throws(WalletError) {
        _ = try issuers[0].perform(GetSecureDetails(card), context)
      } catch {
        event = error.scaEvent
      }
      self.event = try #require(event)
      let way = ScaVerification(method: .otp, channel: .sms)
      _ = try issuers[0].perform(CreateChallenge(self.event.reference, way), context)
      let messages = try issuers[0].perform(ListPhoneMessages(), context)
      code = try #require(messages.first { $0.channel == .sms }?.code).withBytes {
        String(decoding: $0, as: UTF8.self)
      }
    }

    /// Submits the code on all servers at once. Returns what the server says to each.
    func submit(_ count: Int) throws -> [Result<ScaAttemptStatus, WalletError>] {
      try inParallel(count) { number in
        Result { () throws(WalletError) in
          try issuers[number % issuers.count].perform(
            SubmitAttempt(event.reference, code: secret(code)), context
          ).status
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(60))) func ofManyRightCodesOneIsAccepted() throws {
    let address = try TestDatabase.new()
    let sent = try Sent(
      try (0..<Self.servers).map { _ in try TestDatabase.open(address, connections: 16) })
    // A thread that waits for its turn for too long is refused, and tries again.
    var answers: [ScaAttemptStatus] = []
    while answers.count < Self.submits {
      for answer in try sent.submit(min(200, Self.submits - answers.count)) {
        switch answer {
        case .success(let status): answers.append(status)
        case .failure(let error): #expect(error.code == .vaultBusy, "\(error)")
        }
      }
    }
    #expect(answers.count { $0 == .verified } == 1)
    #expect(answers.count { $0 == .rejected } == Self.submits - 1)

    var context = sent.context
    context.sca = sent.event.reference
    let granted = context
    let shown = try inParallel(60) { number in
      let issuer = sent.issuers[number % Self.servers]
      return (try? issuer.perform(GetSecureDetails(sent.card), granted)) != nil
    }
    #expect(shown.count { $0 } == 1, "uses of the grant")
  }

  /// Positive control: without the row lock, and what would find out that it is missing, a code is
  /// accepted several times.
  @Test(.timeLimit(.minutes(60))) func withoutTheLockACodeIsAcceptedSeveralTimes() throws {
    let proxy = try DatabaseProxy(
      try PostgresServer.shared.get().folder, replacing: BrokenCommands.withoutChecks)
    defer { proxy.stop() }
    var accepted = 0
    for _ in 1...50 where accepted < 2 {
      let broken = try proxy.address(of: try TestDatabase.new())
      let sent = try Sent(try (0..<Self.servers).map { _ in try TestDatabase.open(broken) })
      accepted = try sent.submit(12).count {
        if case .success(.verified) = $0 { true } else { false }
      }
    }
    #expect(proxy.unused == [], "the commands have changed")
    #expect(accepted > 1)
  }

  /// Two cards that are always renamed together, or one after the other, and what lists show
  /// meanwhile.
  private struct Pair: Sendable {
    let writer: PostgresLedger
    let readers: [Issuer]

    init() throws {
      let address = try TestDatabase.new()
      writer = try TestDatabase.open(address)
      readers = try (0..<CodeRaceTests.servers).map { _ in
        Issuer.simulation(try TestDatabase.open(address))
      }
    }

    private func rename(_ places: Range<Int64>, _ name: String) throws(WalletError) {
      try writer.write { writer throws(WalletError) in
        for place in places {
          guard
            var record = try writer.get(CardRecord.self, at: place, of: self.writer.owner)
          else { throw WalletError(.notFound) }
          record.card.alias = name
          record.card.version += 1
          try writer.put(record, of: self.writer.owner)
        }
      }
    }

    /// Makes changes while others read pages.
    ///
    /// - Returns: The two names on each page, in the order in which a thread has read them.
    func pages(_ count: Int, together: Bool) throws -> [[[String]]] {
      try rename(0..<2, "0")
      let isDone = Locked(false)
      let change = OnThread { () -> WalletError? in
        defer { isDone.withLock { $0 = true } }
        do throws(WalletError) {
          for number in 1...count {
            if together {
              try rename(0..<2, "\(number)")
            } else {
              try rename(0..<1, "\(number)")
              try rename(1..<2, "\(number)")
            }
          }
          return nil
        } catch {
          return error
        }
      }
      let context = RequestContext.test(writer.owner)
      let pages = try inParallel(readers.count) { number -> [[String]] in
        var pages: [[String]] = []
        while !isDone.withLock({ $0 }) || pages.count < count {
          let page = try? readers[number].perform(ListCards(CardQuery(limit: 2)), context)
          guard let page else { return pages }
          pages.append(page.cards.map(\.alias))
        }
        return pages
      }
      #expect(try change.wait() == nil)
      return pages
    }
  }

  @Test(.timeLimit(.minutes(60))) func eachPageIsAStateThatExisted() throws {
    let changes = isTorture ? 5000 : 100
    for pages in try Pair().pages(changes, together: true) {
      #expect(pages.count >= changes, "a page could not be read")
      #expect(pages.allSatisfy { $0.count == 2 && $0[0] == $0[1] })
      let numbers = pages.compactMap { Int($0[0]) }
      #expect(numbers.count == pages.count)
      #expect(numbers == numbers.sorted(), "a page is older than the one before it")
      #expect(Set(numbers).count > 2, "control: there were changes meanwhile")
    }
  }

  /// Positive control: the pages would show it.
  @Test(.timeLimit(.minutes(60))) func halfChangesAreSeen() throws {
    var isSeen = false
    for _ in 1...20 where !isSeen {
      isSeen = try Pair().pages(100, together: false).joined().contains { $0[0] != $0[1] }
    }
    #expect(isSeen)
  }
}
