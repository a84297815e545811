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
@Suite final class ChangeTests: Sendable {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "walletui-changes-\(UInt64.random(in: 0...(.max)))").path
  private let backend: RecordingBackend

  init() throws { backend = try RecordingBackend() }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The change book of a wallet, in the folder.
  private func book(_ wallet: String = "me") -> ChangeFolder {
    ChangeFolder(path: folder + "/state/changes", wallet: wallet)
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder + "/state/changes")) ?? []
  }

  @Test(arguments: [
    (RecordingBackend.Loss.answer(.netLost), CardStatus.locked, ChangeService.Settlement.done),
    (.answer(.cancelled), .locked, .done), (.request(.netLost), .active, .notDone),
    (.request(.netOffline), .active, .notDone),
  ])
  func aLostAnswerIsPendingUntilItIsSettled(
    _ loss: RecordingBackend.Loss, _ status: CardStatus, _ settlement: ChangeService.Settlement
  ) async throws {
    let service = backend.service(book: book())
    let card = try await service.card("Everyday")
    backend.lose(loss)
    let error = await failure {
      try await service.send(SetCardStatus.lock(card.id), expectedVersion: card.version)
    }
    #expect(error?.code == .changePending)
    let change = try #require(service.changes.unanswered().first)
    #expect(change.title.english == "Lock" && change.cardID == card.id)
    #expect(change.key == backend.contexts.last?.idempotencyKey)
    backend.lose(.none)
    // Another change of this card is refused until the first one is settled. Other cards are not
    // affected.
    let refused = await failure { try await service.send(SetCardStatus.unlock(card.id)) }
    #expect(refused?.code == .changePending)
    _ = try await service.send(SetCardStatus.lock(try await service.card("Groceries").id))
    #expect(service.changes.unanswered() == [change])

    #expect(try await service.changes.settle(change) == settlement)
    #expect(try await service.card("Everyday").status == status)
    #expect(service.changes.unanswered().isEmpty)
    #expect(files.isEmpty)
    // A change that was settled as not made stays so, even if its request arrives later.
    if settlement == .notDone {
      var late = backend.real.context
      late.idempotencyKey = change.key
      let request = SetCardStatus(card.id, .locked, reason: "Locked by the cardholder")
      let context = late
      let closed = await failure { try await backend.real.perform(request, context) }
      #expect(closed?.code == .keyClosed)
    }
  }

  @Test func aChangeIsRecordedUntilItsAnswer() async throws {
    let service = backend.service(book: book())
    let card = try await service.card("Everyday")
    let hold = backend.hold()
    let lock = Task { try await service.send(SetCardStatus.lock(card.id)) }
    try await eventually("the request") { backend.names.last == "SET_STATUS" }
    let key = try #require(backend.contexts.last?.idempotencyKey)
    #expect(files == [key])
    #expect(service.changes.unanswered().isEmpty, "it is still waited for")
    #expect(book().unanswered().isEmpty, "by us, so nobody else asks")
    hold.finish()
    #expect(try await lock.value.status == .locked)
    #expect(files.isEmpty)
  }

  @Test func anotherFileWithTheNameOfAChangeIsNotRemoved() async throws {
    let service = backend.service(book: book())
    let card = try await service.card("Everyday")
    let hold = backend.hold()
    let lock = Task { try await service.send(SetCardStatus.lock(card.id)) }
    try await eventually("the request") { backend.names.last == "SET_STATUS" }
    let key = try #require(files.first)
    let path = folder + "/state/changes/" + key
    try FileManager.default.removeItem(atPath: path)
    try "another".write(toFile: path, atomically: false, encoding: .utf8)
    hold.finish()
    #expect(try await lock.value.status == .locked)
    #expect(files == [key])
  }

  @Test func aRefusalCountsAsAnAnswer() async throws {
    let service = backend.service(book: book())
    let card = try await service.card("Old")
    let error = await failure { try await service.send(SetCardStatus.lock(card.id)) }
    #expect(error?.code == .transitionRefused)
    #expect(service.changes.unanswered().isEmpty && files.isEmpty)
  }

  /// The change book survives the process. Here it survives the object that had it open.
  @Test func theNextProcessFindsAnUnansweredChange() async throws {
    let before = try await {
      let service = backend.service(book: book())
      let card = try await service.card("Everyday")
      backend.lose(.answer(.netTimeout))
      _ = await failure { try await service.send(SetCardStatus.lock(card.id)) }
      #expect(book().unanswered().isEmpty, "the one that asked is still there")
      return service.changes.unanswered()
    }()
    #expect(before.count == 1)
    backend.lose(.none)
    #expect(book("somebody else").unanswered().isEmpty)
    let next = book()
    // Another test may be starting a program, whose process has the file open for a moment.
    try await eventually("the change") { !next.unanswered().isEmpty }
    #expect(next.unanswered() == before)
    let path = folder + "/state/changes/" + before[0].key
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("SET_STATUS") && text.contains("LOCKED"))
    let service = backend.service(book: next)
    #expect(try await service.changes.settle(before[0]) == .done)
    #expect(files.isEmpty)
  }

  @Test func otherFilesInTheFolderAreIgnored() throws {
    let place = folder + "/state/changes"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let key = String(repeating: "a", count: 32)
    for name in ["note.txt", key, "." + key] {
      try "{\"key\":1}".write(toFile: place + "/" + name, atomically: false, encoding: .utf8)
    }
    #expect(book().unanswered().isEmpty)
    #expect(files.count == 3)
  }

  @Test func aChangeThatCannotBeRecordedIsNotSent() async throws {
    try "a file".write(toFile: folder, atomically: false, encoding: .utf8)
    let service = backend.service(book: book())
    let card = try await service.card("Everyday")
    let error = await failure { try await service.send(SetCardStatus.lock(card.id)) }
    #expect(error?.code == .diskFault)
    #expect(!backend.names.contains("SET_STATUS"))
  }

  /// Another server gets the same request again, with the same key.
  @Test(arguments: [RecordingBackend.Loss.answer(.netLost), .request(.netLost)])
  func aServerWithoutSettlementGetsTheRequestAgain(_ loss: RecordingBackend.Loss) async throws {
    let service = backend.service(book: book())
    let card = try await service.card("Everyday")
    backend.lose(loss)
    _ = await failure {
      try await service.send(SetCardStatus.lock(card.id), expectedVersion: card.version)
    }
    let change = try #require(service.changes.unanswered().first)
    backend.lose(.settlement)
    #expect(try await service.changes.settle(change) == .done)
    let now = try await service.card("Everyday")
    #expect(now.status == .locked && now.version == card.version + 1, "one effect")
  }

  @Test func changesWithSecretsAreNotSentAgain() async throws {
    let service = backend.service(book: book())
    let card = try await service.card("New plastic")
    backend.lose(.request(.netLost))
    _ = await failure {
      try await service.send(
        ActivateCard(
          card.id, CardActivationRequest(lastFourDigits: card.lastFour, cvv: secret("123"))))
    }
    let change = try #require(service.changes.unanswered().first)
    #expect(change.title.english == "Activation")
    backend.lose(.settlement)
    let sent = backend.names.count
    #expect(try await service.changes.settle(change) == .unclear)
    #expect(backend.names.count == sent + 1, "only the question")
  }

  /// The change book does not record it. The same change keeps its key until it has succeeded.
  @Test(arguments: [RecordingBackend.Loss.answer(.netLost), .request(.netLost)])
  func aPersonaIsMadeOnceIfItsAnswerWasLost(_ loss: RecordingBackend.Loss) async throws {
    let service = backend.service(book: book())
    backend.lose(loss)
    let error = await failure {
      try await service.send(CreatePersona(PersonaRequest(name: "Travel")))
    }
    #expect(error?.code == .netLost && files.isEmpty)
    let lost = backend.contexts.last?.idempotencyKey
    backend.lose(.none)
    _ = try await service.send(CreatePersona(PersonaRequest(name: "Games")))
    #expect(backend.contexts.last?.idempotencyKey != lost, "another change")
    let again = try await service.send(CreatePersona(PersonaRequest(name: "Travel")))
    #expect(backend.contexts.last?.idempotencyKey == lost)
    #expect(try await service.send(ListPersonas()).map(\.name).sorted() == ["Games", "Travel"])
    // Another one with the name is wanted.
    #expect(try await service.send(CreatePersona(PersonaRequest(name: "Travel"))).id != again.id)
  }
}
