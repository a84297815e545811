import QRCode
import Secrets
import WalletAPI
import WalletModel
import Words

/// The QR code and key of an enrolment on the terminal, until a key is pressed.
struct EnrolmentDisplay {
  private let console: Console
  private let words: Words

  init(_ console: Console, _ words: Words) {
    self.console = console
    self.words = words
  }

  func show(_ enrolment: AuthenticatorEnrolment) throws(WalletError) {
    let lines = drawCode(enrolment.uri)
    console.say(words.key + ": ")
    for start in stride(from: 0, to: enrolment.secret.count, by: 4) {
      if start > 0 { console.say(" ") }
      try Output.secret(enrolment.secret, start..<start + 4, to: console.descriptor)
    }
    console.say("\n")
    try console.waitForKey({ .seconds(300) }) { _ in
      console.say("\r\u{1b}[K" + words.scanThenPress)
    } end: {
      console.say("\r\u{1b}[\(lines + 1)A\u{1b}[J")
      enrolment.uri.wipe()
      enrolment.secret.wipe()
    }
  }

  /// Two modules a cell with a light margin, black on white. Answers the lines it took; 0 where
  /// there is no room, so that the key alone is shown. Written cell by cell: the code is the secret.
  private func drawCode(_ uri: Secret) -> Int {
    let margin = 2
    guard let matrix = QRMatrix.encode(uri), let size = console.size else { return 0 }
    let lines = (matrix.size + 2 * margin + 1) / 2
    guard size.columns >= matrix.size + 2 * margin, size.rows >= lines + 4 else { return 0 }
    for line in 0..<lines {
      console.say("\u{1b}[30;107m")
      let y = line * 2 - margin
      for x in -margin..<matrix.size + margin {
        switch (matrix[x, y], matrix[x, y + 1]) {
        case (true, true): console.say("█")
        case (true, false): console.say("▀")
        case (false, true): console.say("▄")
        case (false, false): console.say(" ")
        }
      }
      console.say("\u{1b}[0m\n")
    }
    return lines
  }
}
