import FoundationEssentials
import Issuer
import RemoteBackend
import Testing
import Waiting
import WalletAPI
import WalletModel
import WalletService

/// Changes whose answers are lost: they are recorded first, shown as pending, and settled later
/// (R9).
@Suite struct ChangeTests {
  /// A wallet with a backend that loses answers, and its change book in a folder.
  struct Pending: ~Copyable {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "walletui-changes-\(UInt64.random(in: 0...(.max)))").path
    let backend: RecordingBackend

    init() throws { backend = try RecordingBackend() }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func book(_ wallet: String = "me") -> ChangeFolder {
      ChangeFolder(path: folder + "/state/changes", wallet: wallet)
    }

    var files: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder + "/state/changes")) ?? []
    }
  }

  @Test(arguments: [
    (RecordingBackend.Loss.answer(.netLost), CardStatus.locked, ChangeService.Settlement.done),
    (.answer(.cancelled), .locked, .done), (.request(.netLost), .active, .notDone),
    (.request(.netOffline), .active, .notDone),
  ])
  func aLostAnswerIsPendingUntilItIsSettled(
    _ loss: RecordingBackend.Loss, _ status: CardStatus, _ settlement: ChangeService.Settlement
  ) async throws {
    let pending = try Pending()
    let service = pending.backend.service(book: pending.book())
    let card = try await service.card("Everyday")
    pending.backend.lose(loss)
    let error = await failure {
      try await service.send(SetCardStatus.lock(card.id), expectedVersion: card.version)
    }
    #expect(error?.code == .changePending)
    let change = try #require(service.changes.unanswered().first)
    #expect(change.title.english == "Lock" && change.cardID == card.id)
    #expect(change.key == pending.backend.contexts.last?.idempotencyKey)
    pending.backend.lose(.none)
    // Another change of this card is refused until the first one is settled. Other cards are not
    // affected.
    let refused = await failure { try await service.send(SetCardStatus.unlock(card.id)) }
    #expect(refused?.code == .changePending)
    _ = try await service.send(SetCardStatus.lock(try await service.card("Groceries").id))
    #expect(service.changes.unanswered() == [change])

    #expect(try await service.changes.settle(change) == settlement)
    #expect(try await service.card("Everyday").status == status)
    #expect(service.changes.unanswered().isEmpty)
    #expect(pending.files.isEmpty)
    // A change that was settled as not made stays so, even if its request arrives later.
    if settlement == .notDone {
      var late = pending.backend.real.context
      late.idempotencyKey = change.key
      let request = SetCardStatus(card.id, .locked, reason: "Locked by the cardholder")
      let context = late
      let closed = await failure { try await pending.backend.real.perform(request, context) }
      #expect(closed?.code == .keyClosed)
    }
  }

  @Test func aChangeIsRecordedUntilItsAnswer() async throws {
    let pending = try Pending()
    let service = pending.backend.service(book: pending.book())
    let card = try await service.card("Everyday")
    let hold = pending.backend.hold()
    let lock = Task { try await service.send(SetCardStatus.lock(card.id)) }
    let backend = pending.backend
    try await eventually("the request") { backend.names.last == "SET_STATUS" }
    let key = try #require(pending.backend.contexts.last?.idempotencyKey)
    #expect(pending.files == [key])
    #expect(service.changes.unanswered().isEmpty, "it is still waited for")
    #expect(pending.book().unanswered().isEmpty, "by us, so nobody else asks")
    hold.finish()
    #expect(try await lock.value.status == .locked)
    #expect(pending.files.isEmpty)
  }

  @Test func anotherFileWithTheNameOfAChangeIsNotRemoved() async throws {
    let pending = try Pending()
    let service = pending.backend.service(book: pending.book())
    let card = try await service.card("Everyday")
    let hold = pending.backend.hold()
    let lock = Task { try await service.send(SetCardStatus.lock(card.id)) }
    let backend = pending.backend
    try await eventually("the request") { backend.names.last == "SET_STATUS" }
    let key = try #require(pending.files.first)
    let path = pending.folder + "/state/changes/" + key
    try FileManager.default.removeItem(atPath: path)
    try "another".write(toFile: path, atomically: false, encoding: .utf8)
    hold.finish()
    #expect(try await lock.value.status == .locked)
    #expect(pending.files == [key])
  }

  @Test func aRefusalCountsAsAnAnswer() async throws {
    let pending = try Pending()
    let service = pending.backend.service(book: pending.book())
    let card = try await service.card("Old")
    let error = await failure { try await service.send(SetCardStatus.lock(card.id)) }
    #expect(error?.code == .transitionRefused)
    #expect(service.changes.unanswered().isEmpty && pending.files.isEmpty)
  }

  /// The change book survives the process. Here it survives the object that had it open.
  @Test func theNextProcessFindsAnUnansweredChange() async throws {
    let pending = try Pending()
    let before = try await {
      let service = pending.backend.service(book: pending.book())
      let card = try await service.card("Everyday")
      pending.backend.lose(.answer(.netTimeout))
      _ = await failure { try await service.send(SetCardStatus.lock(card.id)) }
      #expect(pending.book().unanswered().isEmpty, "the one that asked is still there")
      return service.changes.unanswered()
    }()
    #expect(before.count == 1)
    pending.backend.lose(.none)
    #expect(pending.book("somebody else").unanswered().isEmpty)
    let book = pending.book()
    // Another test may be starting a program, whose process has the file open for a moment.
    try await eventually("the change") { !book.unanswered().isEmpty }
    #expect(book.unanswered() == before)
    let path = pending.folder + "/state/changes/" + before[0].key
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("SET_STATUS") && text.contains("LOCKED"))
    let service = pending.backend.service(book: book)
    #expect(try await service.changes.settle(before[0]) == .done)
    #expect(pending.files.isEmpty)
  }

  @Test func otherFilesInTheFolderAreIgnored() throws {
    let pending = try Pending()
    let folder = pending.folder + "/state/changes"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let key = String(repeating: "a", count: 32)
    for name in ["note.txt", key, "." + key] {
      try "{\"key\":1}".write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
    }
    #expect(pending.book().unanswered().isEmpty)
    #expect(pending.files.count == 3)
  }

  @Test func aChangeThatCannotBeRecordedIsNotSent() async throws {
    let pending = try Pending()
    try "a file".write(toFile: pending.folder, atomically: false, encoding: .utf8)
    let service = pending.backend.service(book: pending.book())
    let card = try await service.card("Everyday")
    let error = await failure { try await service.send(SetCardStatus.lock(card.id)) }
    #expect(error?.code == .diskFault)
    #expect(!pending.backend.names.contains("SET_STATUS"))
  }

  /// Another server gets the same request again, with the same key.
  @Test(arguments: [RecordingBackend.Loss.answer(.netLost), .request(.netLost)])
  func aServerWithoutSettlementGetsTheRequestAgain(_ loss: RecordingBackend.Loss) async throws {
    let pending = try Pending()
    let service = pending.backend.service(book: pending.book())
    let card = try await service.card("Everyday")
    pending.backend.lose(loss)
    _ = await failure {
      try await service.send(SetCardStatus.lock(card.id), expectedVersion: card.version)
    }
    let change = try #require(service.changes.unanswered().first)
    pending.backend.lose(.settlement)
    #expect(try await service.changes.settle(change) == .done)
    let now = try await service.card("Everyday")
    #expect(now.status == .locked && now.version == card.version + 1, "one effect")
  }

  @Test func changesWithSecretsAreNotSentAgain() async throws {
    let pending = try Pending()
    let service = pending.backend.service(book: pending.book())
    let card = try await service.card("New plastic")
    pending.backend.lose(.request(.netLost))
    _ = await failure {
      try await service.send(
        ActivateCard(
          card.id, CardActivationRequest(lastFourDigits: card.lastFour, cvv: secret("123"))))
    }
    let change = try #require(service.changes.unanswered().first)
    #expect(change.title.english == "Activation")
    pending.backend.lose(.settlement)
    let sent = pending.backend.names.count
    #expect(try await service.changes.settle(change) == .unclear)
    #expect(pending.backend.names.count == sent + 1, "only the question")
  }

  /// The change book does not record it. The same change keeps its key until it has succeeded.
  @Test(arguments: [RecordingBackend.Loss.answer(.netLost), .request(.netLost)])
  func aPersonaIsMadeOnceIfItsAnswerWasLost(_ loss: RecordingBackend.Loss) async throws {
    let pending = try Pending()
    let service = pending.backend.service(book: pending.book())
    pending.backend.lose(loss)
    let error = await failure { () async throws(WalletError) in
      _ = try await service.send(CreatePersona(PersonaRequest(name: "Travel")))
    }
    #expect(error?.code == .netLost && pending.files.isEmpty)
    let lost = pending.backend.contexts.last?.idempotencyKey
    pending.backend.lose(.none)
    _ = try await service.send(CreatePersona(PersonaRequest(name: "Games")))
    #expect(pending.backend.contexts.last?.idempotencyKey != lost, "another change")
    let again = try await service.send(CreatePersona(PersonaRequest(name: "Travel")))
    #expect(pending.backend.contexts.last?.idempotencyKey == lost)
    #expect(try await service.send(ListPersonas()).map(\.name).sorted() == ["Games", "Travel"])
    // Another one with the name is wanted.
    #expect(try await service.send(CreatePersona(PersonaRequest(name: "Travel"))).id != again.id)
  }
}
