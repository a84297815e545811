import Canvas
import ScreenKit
import Secrets

/// Something above the screen that gets all keys. The state holds a stack of overlays.
///
/// An overlay is a value. To change it, replace it with `State.replaceTop`; to close it, use
/// `State.pop`.
protocol Overlay: Sendable, Equatable {
  func key(_ key: Key, _ state: inout State) -> [Effect]
  func paste(_ secret: Secret, _ state: inout State) -> [Effect]
  /// Ctrl-C: whether it asks first, because something was typed that would be lost.
  func interrupt(_ state: inout State) -> Bool
  /// A click on one of its lines; lines count from 0.
  func click(line: Int, _ state: inout State) -> [Effect]
  /// A click on one of its fields, counted from 0.
  func click(field: Int, _ state: inout State) -> [Effect]
  /// A click on a column of the text in one of its fields.
  func click(field: Int, column: Int, _ state: inout State) -> [Effect]
  /// The wheel was turned by this number of lines; positive: down.
  func wheel(_ lines: Int, _ state: inout State) -> [Effect]
  /// What line mode asks for.
  func lineInput(_ state: State) -> LineInput
  /// A number was typed in line mode. `index` counts its items from 0.
  func choose(_ index: Int, _ state: inout State) -> [Effect]

  func draw(in frame: Frame)
  /// The title in the header if it takes the whole screen; nil: it does not.
  func headerTitle(_ state: State) -> String?
  /// Whether the screen below stays undimmed, so that the user can judge it.
  var isTransparent: Bool { get }
  /// Whether `next` is drawn instead of it.
  func isReplaced(by next: any Overlay) -> Bool
  /// Whether a toast may be drawn above it.
  var allowsToasts: Bool { get }
  /// Whether the simulated phone may be drawn beside it.
  var allowsPhone: Bool { get }
  /// Whether the simulated phone is in the left corner, as the right one is taken.
  var hasPhoneAtLeft: Bool { get }
  /// Whether the code on the simulated phone can be typed into it.
  var takesCode: Bool { get }
  /// When it must be redrawn although nothing happens, in nanoseconds since boot; nil: never.
  func deadline(_ state: State) -> UInt64?

  /// Overwrites its secrets. Called when it closes.
  func wipe()
  /// Overwrites its secrets and returns the overlay without them; nil: it closes.
  func concealed() -> Self?
  /// Called after it was closed, by its own key or with the wallet.
  func closed(_ state: inout State)
  /// Whether the overlay below waits for its result, and gets its keys back when it closes.
  var isWaitedFor: Bool { get }
  /// The result that it waited for will not come.
  mutating func release()
  /// The backend can be reached again.
  mutating func connectionRestored()
  /// Whether a typed secret is in it that no request uses.
  var keepsSecret: Bool { get }
}

extension Overlay {
  func paste(_ secret: Secret, _ state: inout State) -> [Effect] { [] }
  func interrupt(_ state: inout State) -> Bool { false }
  func click(line: Int, _ state: inout State) -> [Effect] { [] }
  func click(field: Int, _ state: inout State) -> [Effect] { [] }
  func click(field: Int, column: Int, _ state: inout State) -> [Effect] {
    click(field: field, &state)
  }
  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { [] }
  func lineInput(_ state: State) -> LineInput { .keys }
  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    index < 9 ? MouseInput.click(.choice(index), &state) : [.bell]
  }
  func headerTitle(_ state: State) -> String? { nil }
  var isTransparent: Bool { false }
  func isReplaced(by next: any Overlay) -> Bool { false }
  var allowsToasts: Bool { true }
  var allowsPhone: Bool { false }
  var hasPhoneAtLeft: Bool { false }
  var takesCode: Bool { false }
  func deadline(_ state: State) -> UInt64? { nil }
  func wipe() {}
  func concealed() -> Self? { self }
  func closed(_ state: inout State) {}
  var isWaitedFor: Bool { false }
  mutating func release() {}
  mutating func connectionRestored() {}
  var keepsSecret: Bool { false }

  /// Turns the wheel into arrow keys.
  func arrows(_ lines: Int, _ state: inout State) -> [Effect] {
    let step = Key(lines > 0 ? .down : .up)
    return (0..<abs(lines)).flatMap { _ in state.key(step) }
  }
}

/// Any overlay, type-erased.
package struct AnyOverlay: Sendable, Equatable {
  var base: any Overlay
  init(_ base: any Overlay) { self.base = base }
  package static func == (a: AnyOverlay, b: AnyOverlay) -> Bool { a.base.equals(b.base) }
}

extension State {
  /// The top overlay, if it has this type.
  func top<Kind: Overlay>(_ kind: Kind.Type) -> Kind? { view.overlays.last?.base as? Kind }

  mutating func push(_ overlay: some Overlay) -> [Effect] {
    view.overlays.append(AnyOverlay(overlay))
    return []
  }

  mutating func replaceTop(_ overlay: some Overlay) {
    if !view.overlays.isEmpty { view.overlays[view.overlays.count - 1] = AnyOverlay(overlay) }
  }

  /// Closes the top overlay and wipes what was typed into it.
  package mutating func pop() {
    guard let top = view.overlays.popLast()?.base else { return }
    top.wipe()
    top.closed(&self)
    if top.isWaitedFor { releaseTop() }
  }

  /// The overlay that waited for a code or a sign-in takes keys again.
  private mutating func releaseTop() {
    phones.simulated.isOpen = false
    if !view.overlays.isEmpty { view.overlays[view.overlays.count - 1].base.release() }
  }

  /// Closes the matching overlays anywhere in the stack.
  mutating func removeOverlays(where isOver: (any Overlay) -> Bool) {
    view.overlays.removeAll { overlay in
      guard isOver(overlay.base) else { return false }
      overlay.base.wipe()
      return true
    }
  }

  mutating func closeOverlays() {
    for overlay in view.overlays {
      overlay.base.wipe()
      overlay.base.closed(&self)
    }
    view.overlays = []
  }

  mutating func concealOverlays() {
    let waited = view.overlays.contains { $0.base.isWaitedFor }
    view.overlays = view.overlays.compactMap { overlay in
      func concealed(_ overlay: some Overlay) -> AnyOverlay? {
        overlay.concealed().map { AnyOverlay($0) }
      }
      return concealed(overlay.base)
    }
    if waited { releaseTop() }
  }
}
