import Foundation
import Testing
import WalletAPI
import WalletModel

/// Every declared operation can be called, and each has its own request.
struct OperationListTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    .resolvingSymlinksInPath()

  /// A type that conforms to `WalletOperation` and is in no feature's list would not be found: no
  /// server would answer it, and no document would name it.
  @Test func everyOperationInTheSourcesIsInAList() throws {
    let files = try #require(
      FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    var declared: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      declared += text.matches(
        of: /(?:struct|class|enum|extension)\s+(\w+)\s*:[^{]*\b(?:Wallet|Engine)Operation\b/
      )
      .map { String($0.1) }
    }
    let listed = WireRoute.all.map { String(describing: $0.operation) }
    #expect(declared.count > 30)
    #expect(declared.sorted() == listed.sorted())
  }

  @Test func operationNamesAreUnique() {
    let names = WireRoute.all.map(\.contract.name)
    #expect(Set(names).count == names.count)
    for route in WireRoute.all { #expect(Contract.named(route.contract.name) === route.contract) }
    #expect(Contract.named("ANOTHER") == nil)
  }

  /// If two operations share a method and a path, at most one has no body of its own.
  @Test func everyRequestMatchesOneOperation() {
    func place(_ route: WireRoute) -> String {
      let words = route.contract.path.split(separator: "/").map { $0.hasPrefix(":") ? ":" : $0 }
      let form = route.contract.bodyForm.map { "\($0.has) without \($0.lacks)" }
      return "\(route.contract.method) \(words.joined(separator: "/")) \(form ?? "")"
    }
    let places = WireRoute.all.map(place)
    #expect(Set(places).count == places.count)
  }

  /// The properties of a contract agree.
  @Test func contractsAreConsistent() {
    for route in WireRoute.all {
      let contract = route.contract
      #expect(!contract.about.isEmpty, "\(contract.name)")
      // An answer with secrets is not stored for its key.
      #expect(!route.answersSecrets || !contract.retry.takesKey, "\(contract.name)")
      #expect(contract.isRead == (contract.method == .get), "\(contract.name)")
      #expect(!contract.isCached || contract.isRead && !route.answersSecrets, "\(contract.name)")
      #expect(!contract.isCached || !contract.needsSCA, "\(contract.name)")
      if case .notRecorded = contract.lostAnswer { continue }
      #expect(contract.retry.takesKey, "\(contract.name)")
    }
  }

  /// The change book shows what is pending. Steps that only lead to a change are not recorded.
  @Test func recordedChangesKeepTheirKind() {
    var context = RoundTripTests.context
    context.idempotencyKey = "k"
    func kind(_ operation: some WalletOperation) -> RecordedChange.Kind? {
      RecordedChange(operation, context, wallet: "w", time: Samples.time)?.kind
    }
    let id = Samples.id
    #expect(kind(SetCardStatus(id, .locked, reason: "r")) == .lock)
    #expect(kind(SetCardStatus(id, .active, reason: "r")) == .unlock)
    #expect(kind(SetCardStatus(id, .cancelled, reason: "r")) == .cancel)
    #expect(kind(SetCardPin(id, pin: secret("1"))) == .pin)
    #expect(kind(RenameCard(id, alias: "n")) == .rename)
    #expect(
      kind(ActivateCard(id, CardActivationRequest(lastFourDigits: "1", cvv: secret("1"))))
        == .activation)
    #expect(kind(CreateCard(CardRequest(programName: "P", currency: "EUR"))) == .newCard)
    #expect(kind(ReplaceCard(id, .lost)) == .replacement)
    #expect(kind(ConfirmAuthenticator(code: secret("1"))) == .authenticator)
    #expect(kind(EnrolAuthenticator()) == nil && kind(GetCard(id)) == nil)
    #expect(kind(Tokenize(id, Samples.phone)) == nil)
    #expect(kind(ChangeToken(id, "d", .freeze)) == nil)
  }
}
