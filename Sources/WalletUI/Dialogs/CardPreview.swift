import Canvas
import ScreenKit
import TextLayout
import Themes
import WalletModel
import Words

/// A preview of what a form makes, beside its fields where there is room.
protocol FormPreview {
  /// Lines that it needs with a face of this size.
  func height(_ face: Size) -> Int
  /// - Parameters:
  ///   - place: Where the face is.
  ///   - end: The first row below the room for the preview.
  func draw(in frame: Frame, _ place: Rect, until end: Int)
}

/// A card that is being ordered, beside the fields of its form.
struct CardPreview: FormPreview {
  /// nil: too little is known of it.
  var card: Card?

  /// Columns between the fields and the card.
  static let gap = 4

  /// The face beside the fields; nil: the screen has no room for one.
  static func face(on screen: Size) -> Size? {
    screen.width >= 118 && screen.height >= 24
      ? CardFaceView.details : screen.width >= 100 ? CardFaceView.small : nil
  }

  /// Title, face, and its line in the list.
  func height(_ face: Size) -> Int { face.height + 5 }

  func draw(in frame: Frame, _ place: Rect, until end: Int) {
    let (words, theme) = (frame.words, frame.theme)
    guard let card else { return frame.outline(place, on: .overlay) }
    let row = CardRow(card, words)
    CardFaceView(row, card, frame).draw(on: frame, in: place)
    let line = Rect(place.x, place.maxY + 1, place.width, Frame.chip.height)
    guard line.maxY <= end else { return }
    frame.chip(row, Rect(line.x, line.y, Frame.chip.width, Frame.chip.height))
    let x = line.x + Frame.chip.width + 2
    let ground = theme[.overlay].background
    frame.canvas.write(
      Text.truncate(row.title, to: line.maxX - x), x, line.y, theme[.strong].on(ground))
    frame.canvas.write(
      "\(words.cards.type(row.cardType)) · \(card.currency.code)", x, line.y + 1,
      theme[.overlayMuted])
  }
}
