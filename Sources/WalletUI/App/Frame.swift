import Canvas
import ScreenKit
import Themes
import Words

/// A part of a frame that shows something of the state.
protocol FramePart: SurfacePart {
  var frame: Frame { get }
}

extension FramePart {
  var surface: Surface { frame }
  /// Lent, not copied.
  var state: State { _read { yield frame.state } }
}

/// A frame of the whole screen that is being drawn.
final class Frame: Surface {
  let state: State
  /// The area of the simulated phone; nil: it is not shown.
  var drawer: Rect?
  /// Those below the face of the card in focus.
  private(set) lazy var faceHints = FaceHints.hints(self)
  /// What `disabled` has found. Few commands: a search takes less time than a hash.
  private var refusals: [(command: ObjectIdentifier, reason: String?)] = []

  init(_ state: State, _ theme: Theme, semantics: Bool, cache: ViewCache? = nil) {
    self.state = state
    super.init(
      state.view.size, theme, words: state.words, isASCII: state.settings.ascii,
      isLinear: state.settings.isLinear, isCovered: !state.view.overlays.isEmpty,
      semantics: semantics, cache: cache,
      depth: state.gate == .open ? state.view.screens.count - 1 : 0)
  }

  /// The same as the command says. It is asked once a frame: hints, actions and the footer show the
  /// same ones.
  func disabled(_ command: Command) -> String? {
    let id = ObjectIdentifier(command)
    if let known = refusals.first(where: { $0.command == id }) { return known.reason }
    let reason = command.disabled(state)
    refusals.append((id, reason))
    return reason
  }
}
