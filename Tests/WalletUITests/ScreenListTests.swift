import Canvas
import Foundation
import Testing

@testable import WalletUI

/// A screen is one folder and one line in `Screens.all`. These tests find a part that is missing.
@Suite struct ScreenListTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/WalletUI").standardized

  /// The sources of WalletUI by their paths below it.
  static func sources() throws -> [String: String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    return Dictionary(
      uniqueKeysWithValues: try files.map {
        ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      })
  }

  @Test func everyScreenIsInTheList() throws {
    let conformance =
      /(?m)^(?:package )?(?:struct|extension) (\w+): (?:App|List|ListDetails)Screen \{/
    let found = try Self.sources().values.flatMap { source in
      source.matches(of: conformance).map { String($0.1) }
    }
    #expect(found.sorted() == Screens.all.map { "\($0)" }.sorted())
  }

  @Test func everyTabLeadsToItsScreen() {
    #expect(Set(Screens.tabs.map(\.number)).count == Screens.tabs.count)
    for tab in Screens.tabs {
      var state = Fixture.state()
      #expect(CommandRegistry.command(tab.command.id)?.keys == tab.command.keys)
      state.type("\(tab.number)")
      #expect(state.shown.tab == tab)
      for size in [Size(120, 40), Size(80, 24), Size(40, 12)] {
        state.view.size = size
        _ = reduce(&state, .settle)
        #expect(screen(state).contains(tab.title(state.words)), "\(tab.number) at \(size)")
      }
    }
  }

  @Test func everyCommandHasAPlaceThatIsThere() {
    for screen in Screens.all {
      let own = screen.commands + screen.moves
      #expect(own.allSatisfy { $0.place == screen.place }, "\(screen)")
      #expect(own.allSatisfy { CommandRegistry.command($0.id) != nil }, "\(screen)")
    }
    #expect(Set(CommandRegistry.all.map(\.place)) == Set(Command.Place.all))
    #expect(Set(CommandRegistry.all.map(\.id)).count == CommandRegistry.all.count)
  }

  /// On another screen each command gives the reason, and does nothing.
  @Test func commandsOfAnotherScreenSayWhereTheyBelong() throws {
    for screen in Screens.all {
      let other = try #require(
        Screens.tabs.first { type(of: $0.screen()).place != screen.place })
      var state = Fixture.state()
      _ = state.run(other.command)
      let shared = type(of: state.shown).shared
      for command in screen.commands + screen.moves where !shared.contains(command.id) {
        #expect(state.refusal(of: command) == screen.refusalElsewhere(state), "\(command.id)")
        let before = state.view.screens
        #expect(state.run(command).isEmpty && state.view.screens == before, "\(command.id)")
      }
    }
  }

  /// The shell contains no feature. The code of a feature is in its own folder, on its own type.
  @Test func featuresDoNotExtendTheShell() throws {
    let sources = try Self.sources()
    #expect(sources.count > 50)
    for (path, source) in sources where !path.hasPrefix("App/") {
      #expect(!source.contains("extension State {"), "\(path)")
    }
    var lines = 0
    for source in sources.values {
      for match in source.matches(
        of: /(?ms)^(?:package struct State: Sendable|extension State) \{$.*?^\}$/)
      {
        lines += match.0.split(separator: "\n", omittingEmptySubsequences: false).count
      }
    }
    #expect((300...600).contains(lines), "\(lines) lines")
  }

  /// A value of a feature belongs to the feature's part of the state.
  @Test func theStateHasFifteenParts() {
    #expect(Mirror(reflecting: Fixture.state()).children.count == 15)
  }
}
