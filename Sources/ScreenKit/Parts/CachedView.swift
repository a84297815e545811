package import Canvas
import Themes
import Words

/// A part of the screen as a value: it shows its own values, and nothing else. If they are equal to
/// those of the last frame, what was drawn then is copied.
///
/// It draws on a surface, which knows no state, so what it shows cannot be out of date. It begins with
/// an empty ground, and what it draws outside of its rectangle is cut off. It leaves `box` alone.
package protocol CachedView: Equatable {
  func draw(on surface: Surface, in rect: Rect)
}

/// What the views of the last frame have drawn. What shows a secret is never kept.
package final class ViewCache {
  /// What a view draws with, besides its own values.
  struct Environment: Equatable {
    let size: Size
    let theme: Theme
    let words: Words
    let isASCII: Bool
    let isLinear: Bool
    let isCovered: Bool
  }

  /// What a view has drawn.
  class Drawing {
    let rect: Rect
    /// Whether something had the cursor before. A view may leave it there.
    let hadCursor: Bool
    /// nil: it left the cursor where it was.
    let cursor: Point?
    let faces: [Rect]
    var cells: [Cell]

    init(_ rect: Rect, hadCursor: Bool, cursor: Point?, faces: [Rect], cells: [Cell]) {
      self.rect = rect
      self.hadCursor = hadCursor
      self.cursor = cursor
      self.faces = faces
      self.cells = cells
    }
  }

  /// The same with the view. It is compared where it is: views are long to copy.
  final class DrawingOf<View: CachedView>: Drawing {
    let view: View

    init(
      _ view: View, _ rect: Rect, hadCursor: Bool, cursor: Point?, faces: [Rect], cells: [Cell]
    ) {
      self.view = view
      super.init(rect, hadCursor: hadCursor, cursor: cursor, faces: faces, cells: cells)
    }
  }

  private var environment: Environment?
  /// In the order of drawing: before `next` those of this frame, then those of the last one that it
  /// has not shown yet.
  private var drawings: [Drawing] = []
  private var next = 0
  /// How many views were drawn and how many were copied so far, for tests and measurements.
  package private(set) var drawn = 0
  package private(set) var copied = 0

  package init() {}

  func begin(_ environment: Environment) {
    if environment != self.environment { drawings = [] }
    self.environment = environment
    next = 0
  }

  /// A frame is complete. What it did not show is forgotten.
  package func finish() {
    if next < drawings.count { drawings.removeSubrange(next...) }
  }

  /// The index of what was drawn here in the last frame. It is the next one, unless the order changes.
  private func index(of rect: Rect) -> Int? {
    for index in next..<drawings.count where drawings[index].rect == rect { return index }
    return nil
  }

  /// What an equal view drew here in the last frame.
  func drawing<View: CachedView>(
    _ view: View, _ rect: Rect, hasCursor: Bool
  ) -> DrawingOf<View>? {
    guard let index = index(of: rect), let drawing = drawings[index] as? DrawingOf<View>,
      drawing.hadCursor == hasCursor, drawing.view == view
    else { return nil }
    drawings.swapAt(index, next)
    next += 1
    copied += 1
    return drawing
  }

  /// Forgets what was drawn here in the last frame. Returns its cells: their memory is used again.
  func removeCells(_ rect: Rect) -> [Cell] {
    drawn += 1
    guard let index = index(of: rect) else { return [] }
    let drawing = drawings.remove(at: index)
    defer { drawing.cells = [] }
    return drawing.cells
  }

  func add(_ drawing: Drawing) {
    drawings.insert(drawing, at: next)
    next += 1
  }
}

extension Surface {
  private var showsSecret: Bool { !canvas.secrets.isEmpty || !canvas.secretPictures.isEmpty }

  /// Draws a view, or copies what an equal one drew in the last frame.
  package func draw(_ view: some CachedView, in rect: Rect) {
    guard let cache, !showsSecret, canvas.clip == Rect(canvas.size),
      canvas.clip.intersection(rect) == rect
    else { return drawInside(view, rect) }
    let (before, cursor) = (faces.count, canvas.cursor)
    if let drawing = cache.drawing(view, rect, hasCursor: cursor != nil) {
      canvas.put(drawing.cells, in: rect)
      if !drawing.faces.isEmpty { faces += drawing.faces }
      canvas.cursor = drawing.cursor ?? cursor
      return
    }
    drawInside(view, rect)
    var cells = cache.removeCells(rect)
    if showsSecret { return }
    canvas.copy(rect, to: &cells)
    cache.add(
      ViewCache.DrawingOf(
        view, rect, hadCursor: cursor != nil,
        cursor: canvas.cursor == cursor ? nil : canvas.cursor, faces: Array(faces[before...]),
        cells: cells))
  }

  private func drawInside(_ view: some CachedView, _ rect: Rect) {
    let clip = canvas.clip
    canvas.clip(to: clip.intersection(rect))
    canvas.fill(rect, theme[.surface])
    view.draw(on: self, in: rect)
    canvas.clip(to: clip)
  }
}
