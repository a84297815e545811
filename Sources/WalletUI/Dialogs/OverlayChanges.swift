extension Overlay {
  /// Changes it, as the top overlay.
  @discardableResult
  func change(_ state: inout State, _ body: (inout Self) -> Void) -> [Effect] {
    var overlay = self
    body(&overlay)
    state.replaceTop(overlay)
    return []
  }

  /// Changes those of this type, wherever they are in the stack.
  static func changeAll(_ state: inout State, _ body: (inout Self) -> Void) {
    for index in state.view.overlays.indices {
      guard var overlay = state.view.overlays[index].base as? Self else { continue }
      body(&overlay)
      state.view.overlays[index] = AnyOverlay(overlay)
    }
  }
}
