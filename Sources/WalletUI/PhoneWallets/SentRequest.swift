import Canvas
import Secrets
import TextLayout
import Themes
import WalletAPI
import WalletModel
import Words

/// What a device has sent to the issuer in full, in lines that can be scrolled. Of the answer only
/// the lengths of what is sealed.
struct SentRequest: Overlay {
  private let title: String
  /// Each field, and an empty line before the answer.
  private let lines: [String]
  private var first = 0

  init(adding: PhoneAdding, _ words: Words) {
    title = words.sentRequest
    guard let request = adding.request else {
      lines = []
      return
    }
    func named(_ parts: [(name: String, value: String?)]) -> [String] {
      parts.compactMap { part in part.value.map { part.name + ": " + $0 } }
    }
    var lines = named([
      ("walletType", request.walletType.rawValue), ("clientDeviceId", request.clientDeviceID),
      ("clientWalletAccountId", request.clientWalletAccountID),
      ("leafCertificate", request.leafCertificate),
      ("subordinateCertificate", request.subordinateCertificate), ("nonce", request.nonce),
      ("nonceSignature", request.nonceSignature),
    ])
    if let answer = adding.answer {
      func sealed(_ text: String?) -> String? {
        text.flatMap(Base64.decode).map { words.sealedBytes(words.number($0.count)) }
      }
      lines.append("")
      lines += named([
        ("encryptedPassData", sealed(answer.encryptedPassData)),
        ("ephemeralPublicKey", answer.ephemeralPublicKey),
        ("opaquePaymentCard", sealed(answer.opaquePaymentCard)),
        ("activationData", sealed(answer.activationData)),
        ("cardNetwork", answer.cardNetwork.rawValue),
        ("tokenProvider", answer.tokenProvider.rawValue),
      ])
    }
    self.lines = lines
  }

  /// All of it, as it is copied.
  var text: String { lines.joined(separator: "\n") }

  private func wrapped(_ width: Int) -> [String] {
    lines.flatMap { $0.isEmpty ? [""] : Self.pieces($0, width) }
  }

  /// Base64 has no blanks to break at.
  private static func pieces(_ line: String, _ width: Int) -> [String] {
    let clean = Array(Text.clean(line))
    return stride(from: 0, to: clean.count, by: max(1, width)).map {
      String(clean[$0..<min(clean.count, $0 + max(1, width))])
    }
  }

  private static func box(_ state: State) -> Rect { PickerView.box(state) }
  private static func inside(_ state: State) -> Rect {
    let box = box(state)
    return Rect(box.x + 3, box.y + 2, box.width - 7, box.height - 5)
  }

  func key(_ key: Key, _ state: inout State) -> [Effect] {
    let page = Self.inside(state).height
    switch key.code {
    case .escape, .enter, .character(0x64):
      state.pop()
      return []
    case .character(0x79): return [.copy(.deviceRequest, Secret(text: text))]
    case .pageDown: return scroll(page, &state)
    case .pageUp: return scroll(-page, &state)
    case .down: return scroll(1, &state)
    case .up: return scroll(-1, &state)
    default:
      switch state.keymap.command(for: key)?.id {
      case "move.down": return scroll(1, &state)
      case "move.up": return scroll(-1, &state)
      default: return [.bell]
      }
    }
  }

  private func scroll(_ lines: Int, _ state: inout State) -> [Effect] {
    let inside = Self.inside(state)
    let last = max(0, wrapped(inside.width).count - inside.height)
    var view = self
    view.first = max(0, min(last, first + lines))
    state.replaceTop(view)
    return []
  }

  func wheel(_ lines: Int, _ state: inout State) -> [Effect] { scroll(lines, &state) }

  func draw(in frame: Frame) {
    let state = frame.state
    let words = frame.words
    let box = Self.box(state)
    let inside = Self.inside(state)
    let all = wrapped(inside.width)
    let first = min(first, max(0, all.count - inside.height))
    frame.box = box
    frame.canvas.fill(box, frame.theme[.overlay])
    frame.overlayEdge(
      box, title: title,
      note: words.range(first + 1, min(all.count, first + inside.height), of: all.count))
    for (index, line) in all.dropFirst(first).prefix(inside.height).enumerated() {
      frame.canvas.write(line, inside.x, inside.y + index, frame.theme[.overlayText])
    }
    frame.scrollbar(
      first: first, visible: inside.height, of: all.count,
      Rect(box.maxX - 3, inside.y, 1, inside.height), focused: true, on: .overlay)
    frame.hints(
      [("↑↓", words.scroll), ("y", words.copyRequest), ("Esc", words.backHint)],
      Rect(inside.x, box.maxY - 2, inside.width, 1), on: .overlay, keepsLast: true)
    frame.canvas.cursor = Point(inside.x, inside.y)
    frame.canvas.mark(.dialog, title, box)
  }
}
