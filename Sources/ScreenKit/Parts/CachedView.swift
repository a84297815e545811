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

  struct Entry {
    let view: any CachedView
    let rect: Rect
    let cells: [Cell]
    let faces: ArraySlice<Rect>
    /// Whether something had the cursor before. A view may leave it there.
    let hadCursor: Bool
    /// nil: it left the cursor where it was.
    let cursor: Point?
  }

  private var environment: Environment?
  private var last: [Entry] = []
  private var current: [Entry] = []
  /// Where the next view is in `last`, if it is drawn in the same order.
  private var next = 0
  /// How many views were drawn and how many were copied so far, for tests and measurements.
  package private(set) var drawn = 0
  package private(set) var copied = 0

  package init() {}

  func begin(_ environment: Environment) {
    if environment != self.environment { last = [] }
    self.environment = environment
    next = 0
  }

  /// A frame is complete. What it did not show is forgotten.
  package func finish() {
    swap(&last, &current)
    current.removeAll(keepingCapacity: true)
  }

  func entry(_ view: some CachedView, _ rect: Rect, hasCursor: Bool) -> Entry? {
    for offset in last.indices {
      let index = (next + offset) % last.count
      guard last[index].rect == rect, last[index].hadCursor == hasCursor,
        view.isEqual(to: last[index].view)
      else { continue }
      next = index + 1
      copied += 1
      current.append(last[index])
      return last[index]
    }
    return nil
  }

  /// Keeps what was drawn, unless that shows a secret.
  func add(_ entry: Entry?) {
    drawn += 1
    if let entry { current.append(entry) }
  }
}

extension CachedView {
  fileprivate func isEqual(to other: any CachedView) -> Bool { other as? Self == self }
}

extension Surface {
  private var showsSecret: Bool { !canvas.secrets.isEmpty || !canvas.secretPictures.isEmpty }

  /// Draws a view, or copies what an equal one drew in the last frame.
  package func draw(_ view: some CachedView, in rect: Rect) {
    guard let cache, !showsSecret, canvas.clip == Rect(canvas.size),
      canvas.clip.intersection(rect) == rect
    else { return drawInside(view, rect) }
    let (before, cursor) = (faces.count, canvas.cursor)
    if let entry = cache.entry(view, rect, hasCursor: cursor != nil) {
      canvas.put(entry.cells, in: rect)
      faces += entry.faces
      canvas.cursor = entry.cursor ?? cursor
      return
    }
    drawInside(view, rect)
    cache.add(
      showsSecret
        ? nil
        : ViewCache.Entry(
          view: view, rect: rect, cells: canvas.cells(in: rect), faces: faces[before...],
          hadCursor: cursor != nil, cursor: canvas.cursor == cursor ? nil : canvas.cursor))
  }

  private func drawInside(_ view: some CachedView, _ rect: Rect) {
    let clip = canvas.clip
    canvas.clip(to: clip.intersection(rect))
    canvas.fill(rect, theme[.surface])
    view.draw(on: self, in: rect)
    canvas.clip(to: clip)
  }
}
