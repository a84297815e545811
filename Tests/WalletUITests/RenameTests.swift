import Canvas
import Languages
import ScreenKit
import Testing
import WalletAPI
import WalletModel
import Words

@testable import WalletUI

/// Renaming a card with `e`.
@Suite struct RenameTests {
  private static let card = Fixture.cards[0]

  /// The state after the card got the name "Bread".
  private static func renamed() throws -> (State, CardRename) {
    var state = Fixture.state(focus: 0).typing("e")
    #expect(screen(state).contains("Rename \(card.title)"))
    let intent = try #require(state.submit("Bread").intent(CardRename.self))
    #expect(intent.alias == "Bread" && intent.before == card.alias)
    var answer = card
    answer.alias = "Bread"
    answer.version += 1
    state.done(intent, answer)
    return (state, intent)
  }

  @Test func aCardIsRenamedAndTheRenameIsUndone() throws {
    var (state, _) = try Self.renamed()
    #expect(state.view.overlays.isEmpty && state.focusedRow?.title == "Bread")
    #expect(screen(state).contains("Renamed: Bread") && screen(state).contains("z undo"))
    let back = CardRename(
      id: Self.card.id, alias: Self.card.alias, before: nil, version: Self.card.version + 1)
    #expect(state.type("z") == [.perform(AnyIntent(back), nil)])
    var answer = Self.card
    answer.version += 2
    state.done(back, answer)
    #expect(state.focusedRow?.title == Self.card.title && state.view.undo == nil)
  }

  @Test func aRenameByOthersIsNotUndone() throws {
    var (state, _) = try Self.renamed()
    var other = Self.card
    other.alias = "Butter"
    other.version += 2
    state.row(other)
    #expect(state.view.undo == nil && state.type("z").isEmpty)
  }

  @Test func anEmptyNameShowsTheProgramme() throws {
    var state = Fixture.state(focus: 0).typing("e")
    _ = state.press(.control("u"))
    let intent = state.press(Key(.enter)).intent(CardRename.self)
    #expect(intent?.alias == "")
    state = Fixture.state(focus: 0)
    var bare = Self.card
    bare.alias = ""
    state.row(bare)
    state.type("e")
    #expect(screen(state).contains("Rename Skrill Mastercard"))
    let named = state.press(Key(.enter)).intent(CardRename.self)
    #expect(named?.alias == "" && named?.before == "", "the programme is no name")
  }

  /// As an option is read: composed, and without blanks of any kind around it.
  @Test func aNameIsReadInOneWay() {
    var state = Fixture.state(focus: 0).typing("e")
    _ = state.press(.control("u"))
    _ = reduce(&state, .input(.paste(secret("\u{a0}Zoe\u{308}\u{2003}"))))
    let intent = state.press(Key(.enter)).intent(CardRename.self)
    #expect(intent.map { Array($0.alias.utf8) } == Array("Zo\u{eb}".utf8))
    // A file is found by the bytes of its name.
    let form = Form([FormField.text("path", "", " /e\u{301} ")])
    #expect(form.path("path").map { Array($0.utf8) } == Array("/e\u{301}".utf8))
    #expect(Form([FormField.text("path", "", "  ")]).path("path") == nil)
  }

  @Test func renamingIsRefusedOffline() {
    var state = Fixture.state(focus: 0)
    _ = reduce(&state, .event(.connectionLost(WalletError(.netOffline))))
    #expect(state.type("e").isEmpty)
    #expect(state.view.overlays.isEmpty)
    #expect(CardRefusals.refusalOfChange(state)?.contains("can't reach") == true)
  }

  @Test func theFormIsGerman() {
    var state = Fixture.state(focus: 0)
    state.settings.words = Words(.german)
    state.type("e")
    #expect(screen(state).contains("\(Self.card.title) umbenennen"))
  }
}
