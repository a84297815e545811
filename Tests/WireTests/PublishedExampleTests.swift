import Foundation
import Testing
import WalletAPI
import WalletModel

/// The published examples, unchanged except for test numbers (`Published/`). Each can be read.
struct PublishedExampleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Published")

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name + ".json")))
  }

  /// The reader by the beginning of the file's name.
  private static let readers: [String: String] = [
    "cards": "LIST_CARDS", "card": "GET_CARD", "programs": "GET_PROGRAMS",
    "details": "SHOW_DETAILS", "account": "GET_ACCOUNT", "error": "ERROR", "sca": "SCA",
    "challenge": "CREATE_CHALLENGE", "attempt": "SUBMIT_ATTEMPT", "token": "GET_TOKEN",
    "tokenize": "TOKENIZE", "tokenization": "UPDATE_TOKENIZATION",
  ]

  @Test func allPublishedExamplesAreRead() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.count == 19)
    for file in files {
      let name = String(file.dropLast(".json".count))
      let kind = String(name.prefix { $0 != "-" })
      let reader = try #require(Self.readers[kind].flatMap { Readers.all[$0] }, "\(file)")
      #expect(throws: Never.self, "\(file)") { try reader(.plain(try bytes(name))) }
    }
  }

  /// The sample of a card has no scheme.
  @Test func aCardNeedsNoScheme() throws {
    let list = try ListCards.decode(.plain(try bytes("cards")))
    let card = try #require(list.cards.first)
    #expect(list.damaged.isEmpty && list.meta.numberOfRecords == 1)
    #expect(card.scheme == .unspecified && card.status == .active && card.lastFour == "4444")
    #expect(card.possibleActions.contains(.lock))
  }

  @Test func includedPartsAreRead() throws {
    let card = try GetCard.decode(.plain(try bytes("card-included")))
    #expect(card.tokenizations?.map(\.walletType) == [.googlePay, .applePay])
    #expect(card.availableActions?.map(\.action) == [.activate, .lock, .cancel, .showDetails])
    #expect(card.deliveryAddress?.city == "Sofia" && card.activationDate == nil)
    #expect(card.createdDate == Timestamp("2019-08-24T12:15:22.123Z"))
  }

  @Test func anAccountHasItsInstruments() throws {
    let account = try GetAccount.decode(.plain(try bytes("account")))
    #expect(account.externalID == "a-merchants-own" && account.currency == Currency("EUR"))
    #expect(account.instruments.map(\.type) == [.known(.card), .known(.sepaAccount)])
  }

  /// An error with its own code keeps it. The status gives the kind.
  @Test(arguments: [
    ("error-404", 404, ErrorCode.notFound, "5269", "Entity not found"),
    ("error-400", 400, .fieldErrors, "5068", "Field error(s)"),
    ("error-401", 401, .unauthorized, "5279", "Authentication credentials are invalid"),
    ("error-404-code", 404, .notFound, "404", "Not Found"),
    ("error-400-code", 400, .fieldErrors, "5023", "Request not parsable"),
  ])
  func errors(_ name: String, _ status: Int, _ kind: ErrorCode, _ code: String, _ message: String)
    throws
  {
    let error = WalletError(wire: WireResponse(status, body: .plain(try bytes(name))))
    #expect(error.code == kind && error.codeText == code && error.message.english == message)
    #expect(error.advice == kind.usualAdvice)
    let again = WalletError(wire: WireResponse(status, body: error.wireResponse.body))
    #expect(again == error)
  }
}
