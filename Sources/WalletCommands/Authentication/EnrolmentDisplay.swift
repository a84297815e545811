import FrontEnd
import QRCode
import Secrets
import TextLayout
import TextOutput
import WalletAPI
import WalletModel
import Words

/// Shows the QR code and the key of an enrolment on the terminal until a key is pressed.
struct EnrolmentDisplay {
  private let console: Console
  private let words: Words

  init(_ console: Console, _ words: Words) {
    self.console = console
    self.words = words
  }

  func show(_ enrolment: AuthenticatorEnrolment) throws(WalletError) {
    try console.showUntilKey(
      { .seconds(300) }, hint: { _ in words.scanThenPress },
      write: { () throws(WalletError) in
        let lines = drawCode(enrolment.uri)
        try write(enrolment.secret)
        return lines + 2
      },
      end: {
        enrolment.uri.wipe()
        enrolment.secret.wipe()
      })
  }

  /// The key has two lines, so that neither is wrapped on a narrow terminal.
  private func write(_ key: Secret) throws(WalletError) {
    let label = words.key + ": "
    for start in stride(from: 0, to: key.count, by: 4) {
      let isNewLine = start > 0 && start % (key.count / 2) == 0
      let margin = String(repeating: " ", count: Text.width(of: label))
      console.say(start == 0 ? label : isNewLine ? "\n" + margin : " ")
      try Output.secret(key, start..<start + 4, to: console.output)
    }
    console.say("\n")
  }

  /// Draws two modules in each cell with a light margin, black on white. Returns the number of
  /// lines, 0 if there is no room. Then only the key is shown. The code is written cell by cell,
  /// because it contains the secret.
  private func drawCode(_ uri: Secret) -> Int {
    let margin = 2
    guard let matrix = QRMatrix.encode(uri), let size = console.size else { return 0 }
    let lines = (matrix.size + 2 * margin + 1) / 2
    guard size.columns >= matrix.size + 2 * margin, size.rows >= lines + 5 else { return 0 }
    for line in 0..<lines {
      console.send(.blackOnWhite)
      let y = line * 2 - margin
      for x in -margin..<matrix.size + margin {
        switch (matrix[x, y], matrix[x, y + 1]) {
        case (true, true): console.say("█")
        case (true, false): console.say("▀")
        case (false, true): console.say("▄")
        case (false, false): console.say(" ")
        }
      }
      console.send(.plain)
      console.say("\n")
    }
    return lines
  }
}
