import Canvas
package import ScreenKit
import Secrets
import TextLayout
import Themes
package import WalletModel
import Words

/// Asks for the password again, above the current screen.
package struct SignInAgain: Sendable, Equatable {
  /// Why the password is needed.
  package let reason: WalletError
  package var input = SecretInput()
  package var isBusy = false
  package var failure: WalletError?
  /// Intents that wait for the sign-in. They are sent again after it.
  package var intents: [AnyIntent] = []

  package init(_ reason: WalletError) { self.reason = reason }

  package func wipe() {
    input.secret.wipe()
    for intent in intents { intent.end() }
  }
}

extension WalletError {
  /// Whether a new sign-in helps.
  var needsSignIn: Bool { code == .unauthorized || code == .signInIdle }

  /// Whether the user has to sign in or to confirm first. Then the same request is sent again.
  var asksUser: Bool { needsSignIn || code == .scaRequired }

  /// Whether the password or passphrase is wrong. After other errors it need not be typed again.
  var refusesPassword: Bool { code == .unauthorized || code == .vaultPassphrase }
}

extension SignInAgain {
  /// Asks for the password, and keeps the intent that needs it.
  static func ask(_ error: WalletError, _ intent: AnyIntent?, _ state: inout State)
    -> [Effect]
  {
    guard state.wallet.asksPassword else {
      state.show(error)
      return []
    }
    if error.code == .unauthorized { state.backend.connection = .signedOut }
    if var again = state.top(SignInAgain.self) {
      if let intent { again.intents.append(intent) }
      state.replaceTop(again)
      return []
    }
    var again = SignInAgain(error)
    if let intent { again.intents = [intent] }
    return state.push(again)
  }

  /// A read was refused. Asks for the password only if no overlay is interrupted.
  static func readRefused(_ error: WalletError, _ state: inout State) -> [Effect] {
    let isNew = state.backend.connection != .signedOut
    state.backend.connection = .signedOut
    return isNew && state.view.overlays.isEmpty ? ask(error, nil, &state) : []
  }

  static func answered(_ error: WalletError?, _ state: inout State) -> [Effect] {
    state.endWork(state.words.start.signingIn)
    guard var again = state.top(SignInAgain.self) else { return [] }
    if error?.refusesPassword ?? true {
      again.input.wipe()
      again.input = SecretInput()
    }
    if let error {
      again.isBusy = false
      again.failure = error.code == .cancelled ? nil : error
      state.replaceTop(again)
      return []
    }
    state.view.overlays.removeLast()
    state.backend.connection = .up
    Outage.forget(&state)
    state.show(.success, state.words.start.signedIn)
    return Screens.all.flatMap { $0.readAgain(byKey: false, &state) } + [.read(ChangesQuery())]
      + again.intents.flatMap { $0.send(&state) }
  }
}

extension SignInAgain: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    switch key.code {
    case .escape where isBusy:
      change(&state) { $0.isBusy = false }
      state.endWork(state.words.start.signingIn)
      return [.cancel(.opening)]
    case .escape:
      state.pop()
      return []
    case _ where isBusy: return []
    case .enter:
      guard input.count > 0 else { return [] }
      change(&state) {
        $0.isBusy = true
        $0.failure = nil
      }
      state.startWork(state.words.start.signingIn)
      return [.signInAgain(password: input.secret.copy())]
    default:
      var again = self
      guard again.input.handle(key) else { return [] }
      again.failure = nil
      state.replaceTop(again)
      return []
    }
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    change(&state) { if !$0.isBusy { $0.input.paste(secret) } }
  }

  func lineInput(_ state: State) -> LineInput {
    isBusy ? .keys : .secret(state.words.start.password)
  }
  func draw(in frame: Frame) { SignInAgainView(frame: frame).signInAgain(self) }

  func concealed() -> SignInAgain? {
    wipe()
    return nil
  }

  var isWaitedFor: Bool { true }
}

struct SignInAgainView: FramePart {
  let frame: Frame

  func signInAgain(_ again: SignInAgain) {
    let width = min(58, frame.canvas.size.width - 2)
    let inner = width - 6
    let isShort = frame.canvas.size.height < 20
    let reason = Text.wrap(
      again.reason.code == .signInIdle
        ? words.start.bankAsksWho
        : words.start.signInHasEnded + ".", to: inner)
    let failure =
      again.failure.map { Text.wrap(words.errors.short($0), to: inner) }
      ?? []
    let chrome = isShort ? 6 : 10
    var rect = frame.overlayBox(
      frame.anchored(
        Size(width, min(frame.canvas.size.height, chrome + reason.count + max(2, failure.count)))),
      title: words.start.signInAgain)
    if isShort { rect = Rect(rect.x, rect.y - 1, rect.width, rect.height + 2) }
    var y = rect.y
    frame.canvas.write(
      Text.truncate(state.wallet.name, to: rect.width), rect.x, y,
      theme[.overlayText].with(.bold))
    y += 1
    for line in reason {
      frame.canvas.write(line, rect.x, y, theme[.overlayMuted])
      y += 1
    }
    y += isShort ? 0 : 1
    frame.secretField(
      words.start.password, again.input, isBusy: again.isBusy, Rect(rect.x, y, rect.width, 1),
      label: .overlayMuted, on: .overlay)
    y += isShort ? 1 : 2
    let background = theme[.overlay].background
    if again.isBusy {
      frame.canvas.write(
        Spinner(frame: frame).text ?? words.start.signingIn + "…", rect.x, y, theme[.overlayMuted])
    }
    for (index, line) in failure.enumerated() {
      frame.canvas.write(line, rect.x, y + index, theme[.danger].on(background))
    }
    frame.footerHints(
      again.isBusy
        ? [("Esc", words.cancel)]
        : [("Enter", words.signIn), ("Esc", words.backHint)],
      rect)
  }
}
