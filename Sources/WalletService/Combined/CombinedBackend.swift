import Synchronization
import Threads
import WalletAPI
import WalletModel

/// Several wallets as one. What is about a card goes to the wallet of the card; lists are merged;
/// everything else is the first wallet's that is no issuer account. A wallet that cannot be used keeps
/// no other from anything: its cards stay as they were last seen, and changes of them are refused.
final class CombinedBackend: WalletBackend {
  let wallets: [WalletMember]
  /// The wallet whose own parts are used: profile, authenticator app, payments, virtual cards.
  let primary: Int

  private struct State {
    /// The wallets of confirmations under way.
    var events: [ScaEventID: Int] = [:]
    var listening: [Task<Void, Never>] = []
  }

  private static let mostEvents = 256

  private let cards: CombinedCards
  private let reading: CombinedReading
  private let outages: WalletOutages
  private let broadcast = NewsBroadcast()
  private let thread = TaskThread()
  private let alarm = Alarm()
  private let state = Mutex(State())

  init(_ wallets: [WalletMember], patience: Duration?) {
    self.wallets = wallets
    primary = wallets.firstIndex { !$0.isIssuerAccount } ?? 0
    let names = wallets.map(\.name)
    cards = CombinedCards(names)
    reading = CombinedReading(patience: patience)
    outages = WalletOutages(names) { [broadcast] in broadcast.send($0) }
  }

  deinit {
    stopListening()
    alarm.stop()
    broadcast.finish()
  }

  var capabilities: IssuerCapabilities {
    IssuerCapabilities(common: wallets.map(\.service.capabilities))
  }

  // MARK: Where an operation goes

  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    switch operation {
    case let list as ListCards:
      // The cards are read with the scopes of each wallet.
      guard context.scopes.contains(.wallet) else { throw WalletError(.scopeMissing) }
      return try Self.answer(await listCards(list.query))
    case let list as GetPrograms: return try Self.answer(await programs(list, context))
    case let create as CreateCard: return try Self.answer(await self.create(create, context))
    case let list as ListAllTransactions:
      return try Self.answer(await payments(list.query, context))
    case let list as ListPhoneMessages: return try Self.answer(await messages(list, context))
    case let step as CreateChallenge:
      return try await ask(wallet(of: step.reference), operation, context)
    case let step as SubmitAttempt:
      return try await ask(wallet(of: step.reference), operation, context)
    case let account as GetAccount:
      return try await ask(cards.wallet(of: account.id) ?? primary, operation, context)
    case is GetTransaction: return try await firstThatHas(operation, context)
    default: break
    }
    if let card = operation.cardID, O.contract.group != .virtualCards {
      return try await ask(try await wallet(of: card, context), operation, context)
    }
    if O.contract.group == .simulator { return try await firstThatHas(operation, context) }
    return try await ask(primary, operation, context)
  }

  private static func answer<A, B>(_ answer: A) throws(WalletError) -> B {
    guard let answer = answer as? B else { throw WalletError(.internalError) }
    return answer
  }

  /// - Throws: `.walletUnavailable` with the reason if the wallet cannot be used.
  func ask<O: WalletOperation>(_ wallet: Int, _ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    // While somebody listens, it is tried again without being asked.
    if let error = outages[wallet], broadcast.hasListeners {
      throw error.of(wallets[wallet].name)
    }
    do throws(WalletError) {
      return try await send(wallet, operation, context)
    } catch {
      let name = wallets[wallet].name
      // The pause that an issuer wants does not stop the others. That between two codes is no such.
      if error.code == .rateLimited, !O.contract.isStepOfSCA { throw error.of(name) }
      guard error.isOfWallet else { throw error }
      lost(wallet, error)
      throw error.of(name)
    }
  }

  /// - Throws: The error of the wallet itself.
  private func send<O: WalletOperation>(_ wallet: Int, _ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    let session = wallets[wallet].service.session
    var own = session.context
    own.scopes.formIntersection(context.scopes)
    own.sca = context.sca
    own.expectedVersion = context.expectedVersion
    own.idempotencyKey = context.idempotencyKey
    do throws(WalletError) {
      let answer = try await session.perform(operation, own)
      outages.heard(wallet)
      guard let card = answer as? Card else { return answer }
      return try Self.answer(cards.take(card, from: wallet))
    } catch {
      if let event = error.scaEvent {
        state.withLock { state in
          if state.events.count >= Self.mostEvents { state.events = [:] }
          state.events[event.id] = wallet
        }
      }
      throw error
    }
  }

  /// The primary one first.
  private var order: [Int] { [primary] + wallets.indices.filter { $0 != primary } }

  private func wallet(of reference: ScaReference) -> Int {
    state.withLock { $0.events[reference.eventID] } ?? primary
  }

  private func wallet(of card: CardID, _ context: RequestContext) async throws(WalletError) -> Int {
    if let wallet = cards.wallet(of: card) { return wallet }
    do throws(WalletError) {
      _ = try await firstThatHas(GetCard(card), context)
    } catch {
      // It may be a virtual card.
      guard error.code == .notFound else { throw error }
    }
    return cards.wallet(of: card) ?? primary
  }

  /// Asks one wallet after the other, until one does not say that it does not have it.
  private func firstThatHas<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    async throws(WalletError) -> O.Response
  {
    var failure: WalletError?
    for wallet in order {
      do throws(WalletError) {
        return try await ask(wallet, operation, context)
      } catch {
        let isElsewhere =
          [.notFound, .shopTransaction, .actionRefused, .walletUnavailable].contains(error.code)
          && !error.mayHaveHappened
        guard isElsewhere else { throw error }
        // A wallet that cannot be asked may have it.
        if failure == nil || error.code == .walletUnavailable { failure = error }
      }
    }
    throw failure ?? WalletError(.notFound)
  }

  /// The answers of all wallets, which are asked at the same time. A wallet that cannot be used is
  /// left out.
  ///
  /// - Throws: The first error, if no wallet answers.
  func gather<Answer: Sendable>(
    _ ask: @Sendable @escaping (Int) async throws(WalletError) -> Answer?
  ) async throws(WalletError) -> [Int: Answer] {
    let results = await withTaskGroup(of: (Int, Result<Answer?, WalletError>).self) { group in
      for wallet in wallets.indices {
        group.addTask {
          do throws(WalletError) {
            return (wallet, .success(try await ask(wallet)))
          } catch {
            return (wallet, .failure(error))
          }
        }
      }
      return await group.reduce(into: [Int: Result<Answer?, WalletError>]()) { $0[$1.0] = $1.1 }
    }
    var answers: [Int: Answer] = [:]
    var failure: WalletError?
    for wallet in wallets.indices {
      switch results[wallet] {
      case .success(let answer?): answers[wallet] = answer
      case .failure(let error): failure = failure ?? error
      case .success(nil), nil: break
      }
    }
    if let failure, answers.isEmpty || failure.code == .cancelled { throw failure }
    return answers
  }

  // MARK: Cards

  /// Reads all wallets again for the first page, each on its own. What a slow one has is told later.
  private func listCards(_ query: CardQuery) async throws(WalletError) -> CardList {
    if let error = WalletError.invalid(query.fieldErrors) { throw error }
    if query.offset == 0, !reading.takesAnnounced() {
      var started: Set<Int> = []
      for wallet in wallets.indices where read(wallet, query.include) {
        // What is lost is not waited for.
        if outages[wallet] == nil { started.insert(wallet) }
      }
      await reading.wait(for: started)
    }
    let list = cards.list(query)
    // If there is nothing to show, a reason says more than an empty list.
    let reasons = unavailable
    if list.meta.numberOfRecords == 0, reasons.count == wallets.count { throw reasons[0] }
    return list
  }

  /// Begins to read the cards of a wallet. Returns whether it does: it may be read already.
  @discardableResult
  private func read(_ wallet: Int, _ include: Set<CardInclude> = [], isLate: Bool = false) -> Bool {
    guard reading.begin(wallet, isLate: isLate) else { return false }
    Task.detached(executorPreference: thread) { [self] in
      do throws(WalletError) {
        try await readAll(wallet, include)
        cards.end(wallet, isComplete: true)
      } catch {
        cards.end(wallet, isComplete: false)
        lost(wallet, error)
      }
      if reading.end(wallet), broadcast.hasListeners {
        reading.announce()
        broadcast.send(.cardsChanged(nil))
      }
    }
    return true
  }

  private func readAll(_ wallet: Int, _ include: Set<CardInclude>) async throws(WalletError) {
    let context = wallets[wallet].service.session.context
    var query = CardQuery(include: include, limit: CardQuery.maximumLimit)
    cards.begin(wallet)
    while query.offset < CombinedCards.most {
      let count = cards.add(try await send(wallet, ListCards(query), context), to: wallet)
      query.offset += count
      // Totals of issuers grow while they are read; a page that is not full is the last one.
      if count < query.limit { return }
    }
  }

  /// Orders a card where its programme is, which `WALLET/PROGRAMME` says.
  private func create(_ operation: CreateCard, _ context: RequestContext)
    async throws(WalletError) -> Card
  {
    var request = operation.request
    let (wallet, program) = try await place(ofProgram: request.programName, context)
    request.programName = program
    return try await ask(wallet, CreateCard(request), context)
  }

  private func messages(_ operation: ListPhoneMessages, _ context: RequestContext)
    async throws(WalletError) -> [PhoneMessage]
  {
    let all = try await gather { wallet throws(WalletError) in
      try await self.ask(wallet, operation, context)
    }
    // Accounts in one vault have its messages.
    var seen: Set<String> = []
    return all.sorted { $0.key < $1.key }.flatMap(\.value).filter { seen.insert($0.id).inserted }
      .sorted { $0.time > $1.time }
  }

  // MARK: Outages and news

  /// The wallets that cannot be used now, each with its reason.
  var unavailable: [WalletError] {
    wallets.indices.compactMap { outages[$0]?.of(wallets[$0].name) }
  }

  private func lost(_ wallet: Int, _ error: WalletError, silence: Int64? = nil) {
    guard error.code != .cancelled else { return }
    // Later requests that are refused for this reason are not sent.
    var error = error
    error.mayHaveHappened = false
    outages.lost(wallet, error, silence: silence)
    guard broadcast.hasListeners else { return }
    alarm.set("\(wallet)", after: outages.pause(wallet)) { [weak self] in
      guard let self, broadcast.hasListeners, outages[wallet] != nil else { return }
      read(wallet, isLate: true)
    }
  }

  func events() -> AsyncStream<WalletEvent> {
    startListening()
    let stream = broadcast.listen { [weak self] in self?.stopListening() }
    outages.repeatAll()
    return stream
  }

  private func startListening() {
    state.withLock { state in
      guard state.listening.isEmpty else { return }
      state.listening = wallets.indices.map { wallet in
        let events = wallets[wallet].service.events()
        return Task.detached(executorPreference: thread) { [weak self] in
          for await event in events { self?.handle(event, wallet) }
        }
      }
    }
  }

  private func stopListening() {
    for task in state.withLock({ state in
      defer { state.listening = [] }
      return state.listening
    }) { task.cancel() }
  }

  private func handle(_ event: WalletEvent, _ wallet: Int) {
    switch event {
    case .changed(.cards, _), .changed(.phoneMessages, _), .damageFound: broadcast.send(event)
    // Only one wallet's are shown.
    case .changed: if wallet == primary { broadcast.send(event) }
    case .cardsAdded: broadcast.send(.cardsChanged(nil))
    case .connectionLost(let error, let silence): lost(wallet, error, silence: silence)
    case .connectionRestored: outages.heard(wallet)
    case .signInEnded: lost(wallet, WalletError(.unauthorized))
    case .walletLost, .walletRestored: break
    }
  }
}
