import Canvas
import Secrets

/// Something that lies over the screen and gets all keys. The state holds a stack of them.
///
/// An overlay is a value. What changes it puts the changed one in its place with
/// `State.replaceTop`, or closes it with `State.pop`.
protocol Overlay: Sendable, Equatable {
  func key(_ key: Key, _ state: inout State) -> [Effect]
  func paste(_ secret: Secret, _ state: inout State) -> [Effect]
  /// A click on one of its lines; lines count from 0.
  func click(line: Int, _ state: inout State) -> [Effect]
  /// A click on one of its fields; fields count from 0.
  func click(field: Int, _ state: inout State) -> [Effect]
  /// The wheel was turned by so many lines, down when positive.
  func wheel(_ lines: Int, _ state: inout State) -> [Effect]
  /// What is typed in line mode.
  func lineInput(_ state: State) -> LineInput
  /// A number was typed in line mode: `index` of what it lists, from 0.
  func choose(_ index: Int, _ state: inout State) -> [Effect]

  func draw(in frame: Frame)
  /// Whether the user judges what lies below while it is open: then that is not dimmed.
  var isSeenThrough: Bool { get }
  /// Whether that overlay takes its place: then it is not drawn below it.
  func isReplaced(by next: any Overlay) -> Bool
  /// Whether news may be drawn over it.
  var allowsToasts: Bool { get }
  /// Whether the simulated phone may be drawn beside it.
  var allowsPhone: Bool { get }
  /// When it must be drawn again although nothing happens, in nanoseconds since boot; nil: never.
  func deadline(_ state: State) -> UInt64?

  /// Overwrites the secrets that it holds. Called when it closes.
  func wipe()
  /// Overwrites its secrets and returns what is left of it; nil: nothing is.
  func concealed() -> Self?
  /// It was closed, by its own key or with the wallet.
  func closed(_ state: inout State)
  /// Whether what lies below waits for it, and gets its keys back when it closes.
  var isWaitedFor: Bool { get }
  /// What it waited for will not come.
  mutating func release()
  /// The backend can be reached again.
  mutating func connectionRestored()
  /// Whether a secret is typed into it that nothing waits for.
  var keepsSecret: Bool { get }
}

extension Overlay {
  func paste(_ secret: Secret, _ state: inout State) -> [Effect] { [] }
  func click(line: Int, _ state: inout State) -> [Effect] { [] }
  func click(field: Int, _ state: inout State) -> [Effect] { [] }
  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { [] }
  func lineInput(_ state: State) -> LineInput { .keys }
  func choose(_ index: Int, _ state: inout State) -> [Effect] {
    index < 9 ? MouseInput.click(.choice(index), &state) : [.bell]
  }
  var isSeenThrough: Bool { false }
  func isReplaced(by next: any Overlay) -> Bool { false }
  var allowsToasts: Bool { true }
  var allowsPhone: Bool { false }
  func deadline(_ state: State) -> UInt64? { nil }
  func wipe() {}
  func concealed() -> Self? { self }
  func closed(_ state: inout State) {}
  var isWaitedFor: Bool { false }
  mutating func release() {}
  mutating func connectionRestored() {}
  var keepsSecret: Bool { false }

  /// The wheel as the arrows that it stands for.
  func arrows(_ lines: Int, _ state: inout State) -> [Effect] {
    let step = Key(lines > 0 ? .down : .up)
    return (0..<abs(lines)).flatMap { _ in state.key(step) }
  }
}

/// An overlay of any kind.
package struct AnyOverlay: Sendable, Equatable {
  var base: any Overlay
  init(_ base: any Overlay) { self.base = base }
  package static func == (a: AnyOverlay, b: AnyOverlay) -> Bool { a.base.equals(b.base) }
}

extension State {
  /// The top overlay, if it is of that kind.
  func top<Kind: Overlay>(_ kind: Kind.Type) -> Kind? { overlays.last?.base as? Kind }

  mutating func push(_ overlay: some Overlay) -> [Effect] {
    overlays.append(AnyOverlay(overlay))
    return []
  }

  mutating func replaceTop(_ overlay: some Overlay) {
    if !overlays.isEmpty { overlays[overlays.count - 1] = AnyOverlay(overlay) }
  }

  /// Closes the top overlay and ends what was typed into it.
  package mutating func pop() {
    guard let top = overlays.popLast()?.base else { return }
    top.wipe()
    top.closed(&self)
    if top.isWaitedFor { releaseTop() }
  }

  /// What waited for a code or a sign-in that will not come takes keys again.
  private mutating func releaseTop() {
    phone.isOpen = false
    if !overlays.isEmpty { overlays[overlays.count - 1].base.release() }
  }

  /// Closes those overlays, wherever in the stack they are.
  mutating func removeOverlays(where isOver: (any Overlay) -> Bool) {
    overlays.removeAll { overlay in
      guard isOver(overlay.base) else { return false }
      overlay.base.wipe()
      return true
    }
  }

  mutating func closeOverlays() {
    for overlay in overlays {
      overlay.base.wipe()
      overlay.base.closed(&self)
    }
    overlays = []
  }

  mutating func concealOverlays() {
    let waited = overlays.contains { $0.base.isWaitedFor }
    overlays = overlays.compactMap { overlay in
      func concealed(_ overlay: some Overlay) -> AnyOverlay? {
        overlay.concealed().map { AnyOverlay($0) }
      }
      return concealed(overlay.base)
    }
    if waited { releaseTop() }
  }
}
