import ScreenKit

/// A screen with a list, and the details of the row in focus beside it. Where there is no room for
/// both, the pane that was chosen is shown.
protocol ListDetailsScreen: ListScreen {
  var pane: Pane { get set }
}

extension ListDetailsScreen {
  static var shared: Set<Command.ID> {
    ["list.filter", "filter.next", "filter.previous", "pane.next", "phone.toggle"]
  }
  var allowsPhone: Bool { true }

  /// The focused card of the other screens is not in sight here.
  func card(_ state: State) -> CardRow? { nil }
  func page(_ state: State) -> Int { max(1, list(state).height - 1) }

  func show(_ pane: Pane, _ state: inout State) -> [Effect] {
    var screen = self
    screen.pane = pane
    state.update(screen)
    return []
  }

  func togglePane(_ state: inout State) -> [Effect] {
    show(pane == .list ? .details : .list, &state)
  }

  /// A second click on the row opens it.
  func click(line: Int, _ state: inout State) -> [Effect] {
    if line == list(state).selected { return state.run("open") }
    changeList(&state) { $0.select(line) }
    return []
  }

  func back(_ state: inout State) -> [Effect] { leave(&state) }

  /// From the details to the list, from a filter to all rows, from there to the cards or elsewhere.
  func leave(
    _ state: inout State, to parent: (inout State) -> [Effect] = Tab.cards.command.run
  ) -> [Effect] {
    if state.isWaiting { return state.cancelWaiting() }
    if state.phones.simulated.isOpen {
      state.phones.simulated.isOpen = false
    } else if pane == .details {
      return show(.list, &state)
    } else if list(state).filter != nil {
      endFilter(&state)
    } else {
      return parent(&state)
    }
    return []
  }
}

extension ListDetailsScreen where Row.Condition == String {
  /// A text that a row has to have.
  func condition(_ text: String, _ state: State) -> String? { text.isEmpty ? nil : text }
}
