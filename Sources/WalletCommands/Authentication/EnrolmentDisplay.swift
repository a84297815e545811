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
  let console: Console
  let words: Words

  /// The light margin of the code, in modules.
  private static let margin = 2
  /// The digits of the key in a line, so that no line is wrapped on a narrow terminal.
  private static let lineDigits = 16

  func show(_ enrolment: AuthenticatorEnrolment) throws(WalletError) {
    let (key, matrix) = (enrolment.secret, QRMatrix.encode(enrolment.uri))
    let size = console.size ?? (columns: Console.minColumns, rows: 0)
    // A cell has two modules, one above the other. The last line is for the hint.
    let columns = (matrix?.size ?? 0) + 2 * Self.margin
    let codeLines = (columns + 1) / 2
    let keyLines = (key.count + Self.lineDigits - 1) / Self.lineDigits
    let rows = codeLines + keyLines + 1
    let fits = matrix != nil && columns <= size.columns && rows <= size.rows
    let text = matrix == nil ? words.codes.typeThisKey : words.codes.typeThisKey(columns, rows)
    let lines = fits ? [] : Text.wrap(text, to: size.columns - 1)
    try console.showUntilKey(
      { .seconds(300) },
      hint: { _ in fits ? words.commandLine.scanThenPress : words.commandLine.thenPress },
      write: { () throws(WalletError) in
        for line in lines { console.say(line + "\n") }
        if fits, let matrix { draw(matrix) }
        try write(key)
        return lines.count + (fits ? codeLines : 0) + keyLines
      },
      end: {
        enrolment.uri.wipe()
        enrolment.secret.wipe()
      })
  }

  private func write(_ key: Secret) throws(WalletError) {
    let label = words.commandLine.key + ": "
    let margin = String(repeating: " ", count: Text.width(of: label))
    for start in stride(from: 0, to: key.count, by: 4) {
      let isNewLine = start % Self.lineDigits == 0
      console.say(start == 0 ? label : isNewLine ? "\n" + margin : " ")
      try Output.secret(key, start..<start + 4, to: console.output)
    }
    console.say("\n")
  }

  /// Draws two modules in each cell with a light margin, black on white. The code is written cell by
  /// cell, because it contains the secret.
  private func draw(_ matrix: QRMatrix) {
    let modules = -Self.margin..<matrix.size + Self.margin
    for y in stride(from: modules.lowerBound, to: modules.upperBound, by: 2) {
      console.send(.blackOnWhite)
      for x in modules {
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
  }
}
