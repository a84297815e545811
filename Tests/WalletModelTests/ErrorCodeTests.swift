import FoundationEssentials
import Languages
import Testing
import WalletModel

/// The texts of errors (A38).
struct ErrorCodeTests {
  @Test(arguments: ErrorCode.all) func everyErrorHasAMessageAndAdvice(_ code: ErrorCode) {
    for text in [code.message.english, code.message.german] {
      #expect(!text.isEmpty)
      #expect(!text.hasSuffix("."))
    }
    #expect(code.message.english != code.message.german)
    #expect((code.advice == nil) == (code == .cancelled))
    #expect(code.advice.map { $0.english != $0.german } ?? true)
    #expect((400...599).contains(code.httpStatus))
    #expect(code.exit != .ok)
    #expect(ErrorCode(rawValue: code.rawValue) == code)
  }

  @Test func errorCodesAreDistinct() {
    #expect(Set(ErrorCode.all.map(\.rawValue)).count == ErrorCode.all.count)
    #expect(ErrorCode(rawValue: "WUI-NOBODY-HAS-THIS") == nil)
    #expect(WalletError.invalid([]) == nil)
    #expect(WalletError.invalid([FieldError("a", .verbatim("b"))])?.code == .fieldErrors)
  }

  /// F34, H24: the words of the service of virtual cards, as it writes them.
  @Test func wordsOfTheServiceAreCodes() {
    let service = "sudoplatform.virtual-cards."
    #expect(ErrorCode(rawValue: service + "CardStateError") == .virtualCardState)
    #expect(ErrorCode(rawValue: service + "FundingSourceNotSetupError") == .fundingSourceNotSetUp)
    #expect(
      ErrorCode(rawValue: service + "FundingSourceNotSetupErrorCode") == .fundingSourceNotSetUp)
    #expect(ErrorCode(rawValue: "FundingSourceNotSetupErrorCode") == .fundingSourceNotSetUp)
    #expect(ErrorCode(rawValue: "sudoplatform.LimitExceededError") == .virtualCardsLimit)
    #expect(ErrorCode(rawValue: service + "NobodyHasThisError") == nil)
  }

  /// A row that no list has would not be found on the wire.
  @Test func everyRowIsInTheCatalogue() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/WalletModel/Errors")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let rows = try files.filter { $0.hasPrefix("ErrorCode+") }.flatMap { file in
      try String(contentsOfFile: folder.appending(path: file).path, encoding: .utf8)
        .matches(of: /= ErrorCode\(\s*"([^"]+)"/).map { String($0.1) }
    }
    #expect(rows.count > 60)
    #expect(Set(rows) == Set(ErrorCode.all.map(\.rawValue)))
  }
}
