import Canvas
import ScreenKit
import Secrets
import TextLayout
import Themes
import Words

struct EnrolmentView: FramePart {
  let frame: Frame

  func enrolment(_ enrolment: Enrolment) {
    let matrix = QRMatrixView(enrolment.uri)
    let codeWidth = matrix?.columns ?? 0
    let codeHeight = matrix?.rows ?? 0
    let size = frame.canvas.size
    let isBeside = size.width >= codeWidth + 37 && size.height >= codeHeight + 2
    let fits = isBeside || (size.width >= codeWidth + 6 && size.height >= codeHeight + 14)
    let isLinear = state.settings.isLinear
    let showsCode = matrix != nil && fits && !isLinear
    let isTight = size.height < (isBeside ? codeHeight + 4 : 20)
    let width =
      showsCode && isBeside
      ? min(size.width, codeWidth + 47) : min(size.width, max(codeWidth + 6, 46))
    let height =
      !showsCode
      ? min(size.height, 15)
      : isBeside ? max(codeHeight + (isTight ? 2 : 4), 16) : codeHeight + 14
    let box = frame.anchored(Size(width, height))
    frame.overlayBox(box, title: words.codes.setUpAuthenticatorTitle)
    var rect = isTight ? box.inset(2, 1) : box.inset(3, 2)
    if showsCode, let matrix {
      draw(matrix, rect.x, rect.y)
      rect =
        isBeside
        ? Rect(rect.x + codeWidth + 3, rect.y, rect.width - codeWidth - 3, rect.height)
        : rect.splitTop(codeHeight + 1).rest
    }
    let text = theme[.overlayText]
    var y = rect.y
    let intro =
      isLinear
      ? words.codes.typeThisKey
      : showsCode ? words.codes.scanThis : words.codes.typeThisKey(codeWidth + 37, codeHeight + 2)
    y += frame.paragraph(intro, Rect(rect.x, y, rect.width, 4), text) + (isTight ? 0 : 1)
    y += key(enrolment.secret, Rect(rect.x, y, rect.width, 3)) + (isTight ? 0 : 1)
    frame.canvas.write(
      words.codes.thenTypeCode, rect.x, y, theme[.overlayMuted], limit: rect.width)
    frame.codeBoxes(enrolment.code, Rect(rect.x, y + 1, rect.width, 3))
    if let note = enrolment.note {
      frame.canvas.write(
        Text.truncate(note, to: rect.width), rect.x, y + 4,
        theme[.danger].on(theme[.overlay].background))
    }
    frame.footerHints(
      [("Enter", enrolment.isBusy ? "…" : words.confirm), ("Esc", words.backHint)], rect)
  }

  /// The key in groups of four, drawn from locked memory. Returns the number of lines.
  private func key(_ secret: Secret, _ rect: Rect) -> Int {
    let count = secret.count
    var x = rect.x
    var y = rect.y
    for start in stride(from: 0, to: count, by: 4) {
      let group = start..<min(start + 4, count)
      if x + group.count > rect.maxX {
        x = rect.x
        y += 1
      }
      frame.canvas.reveal(
        secret, group, x, y, theme[.secret].on(theme[.overlay].background), mask: "•")
      x += group.count + 1
    }
    return y - rect.y + 1
  }

  /// Draws two modules in each cell, black on white in every theme: cameras read that best.
  private func draw(_ matrix: QRMatrixView, _ x: Int, _ y: Int) {
    frame.canvas.markSecretPicture(Rect(x, y, matrix.columns, matrix.rows))
    for row in 0..<matrix.rows {
      for column in 0..<matrix.columns {
        let upper = matrix.isDark(column, row * 2)
        let lower = matrix.isDark(column, row * 2 + 1)
        let black: Color = theme.depth >= .indexed256 ? .rgb(0, 0, 0) : .indexed(0)
        let white: Color = theme.depth >= .indexed256 ? .rgb(255, 255, 255) : .indexed(15)
        let style =
          theme.depth == .mono
          ? theme[.surface]
          : Style(upper ? black : white, on: lower ? black : white)
        let glyph =
          theme.depth == .mono
          ? (upper ? (lower ? " " : "▄") : (lower ? "▀" : "█"))
          : "▀"
        frame.canvas.write(glyph, x + column, y + row, style)
      }
    }
  }
}
