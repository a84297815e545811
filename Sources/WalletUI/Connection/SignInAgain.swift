import Canvas
import Secrets
import TextLayout
import Themes
package import WalletModel
import Words

/// The password once more, over the place where one is.
package struct SignInAgain: Sendable, Equatable {
  /// Why.
  package let reason: WalletError
  package var input = SecretInput()
  package var isBusy = false
  package var failure: WalletError?
  /// What was asked for meanwhile, and is asked for again.
  package var intents: [AnyIntent] = []

  package init(_ reason: WalletError) { self.reason = reason }

  package func wipe() {
    input.secret.wipe()
    for intent in intents { intent.end() }
  }
}

extension WalletError {
  /// Whether signing in again helps.
  var needsSignIn: Bool { code == .unauthorized || code == .signInIdle }

  /// Whether the password or passphrase was judged, and is wrong: else it need not be typed again.
  var refusesPassword: Bool { code == .unauthorized || code == .vaultPassphrase }
}

extension State {
  /// Asks for the password, and keeps what was asked for.
  mutating func askToSignIn(_ error: WalletError, _ intent: AnyIntent? = nil) -> [Effect] {
    guard wallet.asksPassword else {
      show(error)
      return []
    }
    if error.code == .unauthorized { connection = .signedOut }
    if var again = top(SignInAgain.self) {
      if let intent { again.intents.append(intent) }
      replaceTop(again)
      return []
    }
    var again = SignInAgain(error)
    if let intent { again.intents = [intent] }
    return push(again)
  }

  /// A read was refused. Nobody is interrupted in what they type.
  mutating func readRefused(_ error: WalletError) -> [Effect] {
    let isNew = connection != .signedOut
    connection = .signedOut
    return isNew && overlays.isEmpty ? askToSignIn(error) : []
  }

  fileprivate mutating func signInKey(_ key: Key, _ again: SignInAgain) -> [Effect] {
    var again = again
    switch key.code {
    case .escape where again.isBusy:
      again.isBusy = false
      replaceTop(again)
      endWork(words.signingIn)
      return [.cancel(.opening)]
    case .escape:
      pop()
      return []
    case _ where again.isBusy: return []
    case .enter:
      guard again.input.count > 0 else { return [] }
      again.isBusy = true
      again.failure = nil
      replaceTop(again)
      startWork(words.signingIn)
      return [.signInAgain(password: again.input.secret.copy())]
    default:
      guard again.input.handle(key) else { return [] }
      again.failure = nil
      replaceTop(again)
      return []
    }
  }

  mutating func signedInAgain(_ error: WalletError?) -> [Effect] {
    endWork(words.signingIn)
    guard var again = top(SignInAgain.self) else { return [] }
    if error?.refusesPassword ?? true {
      again.input.wipe()
      again.input = SecretInput()
    }
    if let error {
      again.isBusy = false
      again.failure = error.code == .cancelled ? nil : error
      replaceTop(again)
      return []
    }
    overlays.removeLast()
    connection = .up
    forgetOutage()
    toasts.show(.success, words.signedIn, clock: clock)
    return reload() + readScreensAgain() + [.loadChanges] + again.intents.flatMap { send($0) }
  }
}

extension SignInAgain: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] { state.signInKey(key, self) }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    var again = self
    if !isBusy { again.input.paste(secret) }
    state.replaceTop(again)
    return []
  }

  func lineInput(_ state: State) -> LineInput { isBusy ? .keys : .secret(state.words.password) }
  func draw(in frame: Frame) { frame.signInAgain(self) }

  func concealed() -> SignInAgain? {
    wipe()
    return nil
  }

  var isWaitedFor: Bool { true }
}

extension Frame {
  func signInAgain(_ again: SignInAgain) {
    let width = min(58, canvas.size.width - 2)
    let inner = width - 6
    let isShort = canvas.size.height < 20
    let reason = Text.wrap(
      again.reason.code == .signInIdle
        ? words.bankAsksWho
        : words.signInHasEnded + ".", to: inner)
    let failure =
      again.failure.map { Text.wrap(words.short($0), to: inner) }
      ?? []
    let chrome = isShort ? 6 : 10
    var rect = overlayBox(
      Size(width, min(canvas.size.height, chrome + reason.count + max(1, failure.count))),
      title: words.signInAgain)
    if isShort { rect = Rect(rect.x, rect.y - 1, rect.width, rect.height + 2) }
    var y = rect.y
    canvas.write(
      Text.truncate(state.wallet.name, to: rect.width), rect.x, y,
      theme[.overlayText].with(.bold))
    y += 1
    for line in reason {
      canvas.write(line, rect.x, y, theme[.overlayMuted])
      y += 1
    }
    y += isShort ? 0 : 1
    secretField(
      words.password, again.input, isBusy: again.isBusy, Rect(rect.x, y, rect.width, 1),
      label: .overlayMuted, on: .overlay)
    y += isShort ? 1 : 2
    let ground = theme[.overlay].background
    if again.isBusy {
      canvas.write(spinnerText ?? words.signingIn + "…", rect.x, y, theme[.overlayMuted])
    }
    for (index, line) in failure.enumerated() {
      canvas.write(line, rect.x, y + index, theme[.danger].on(ground))
    }
    footerHints(
      again.isBusy
        ? [("Esc", words.cancel)]
        : [("Enter", words.signIn), ("Esc", words.backHint)],
      rect)
  }

  /// A label and dots for what was typed.
  func secretField(
    _ label: String, _ input: SecretInput, isBusy: Bool, _ rect: Rect, label role: Role,
    on ground: Role
  ) {
    canvas.write(label, rect.x, rect.y, theme[role].on(theme[ground].background))
    let field = Rect(rect.x + 12, rect.y, rect.width - 12, 1)
    let style = theme[isBusy ? .field : .fieldFocus]
    canvas.fill(field, style)
    let dots = min(input.count, field.width - 2)
    canvas.write(
      String(repeating: state.settings.ascii ? "*" : "●", count: dots), field.x + 1, field.y, style)
    if !isBusy { canvas.cursor = Point(field.x + 1 + dots, field.y) }
    canvas.mark(.field, label, field)
  }
}
