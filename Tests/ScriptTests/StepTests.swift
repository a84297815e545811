import Canvas
import Testing

@testable import Script

@Suite("Words of a script")
struct StepTests {
  @Test(arguments: [
    ("j", Step.key(.character("j"))), ("?", .key(.character("?"))), ("enter", .key(Key(.enter))),
    ("^l", .key(.control("l"))), ("^", .key(.character("^"))), ("space", .key(.character(" "))),
    ("type:visa", .type("visa")), ("code", .code), ("wait:31", .wait(31)),
    ("é", .key(.character("é"))),
  ])
  func understood(word: String, step: Step) { #expect(Step(word: word) == step) }

  @Test(arguments: ["", "entre", "^ll", "wait:", "wait:-1", "wait:4000", "lock"])
  func refused(word: String) { #expect(Step(word: word) == nil) }
}
