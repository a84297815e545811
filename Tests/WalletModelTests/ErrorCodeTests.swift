import Testing
import WalletModel

/// The texts of errors (A38).
struct ErrorCodeTests {
  @Test(arguments: ErrorCode.allCases) func everyErrorHasAMessageAndAdvice(_ code: ErrorCode) {
    #expect(!code.message.isEmpty)
    #expect(!code.message.hasSuffix("."))
    #expect(code.advice.isEmpty == (code == .cancelled))
    #expect((400...599).contains(code.httpStatus))
  }

  @Test func errorCodesAreDistinct() {
    #expect(Set(ErrorCode.allCases.map(\.rawValue)).count == ErrorCode.allCases.count)
    #expect(WalletError.invalid([]) == nil)
    #expect(WalletError.invalid([FieldError("a", "b")])?.code == .fieldErrors)
  }
}
