package import Canvas
import Themes
import Words

/// A part of the screen as a value: it shows its own values, and nothing else. If they are equal to
/// those of one of the last frames, what was drawn then is copied.
///
/// It draws on a surface, which knows no state, so what it shows cannot be out of date. It looks the
/// same in any row. It begins with an empty ground, and what it draws outside of its rectangle is cut
/// off. It leaves `box` alone.
package protocol CachedView: Equatable {
  func draw(on surface: Surface, in rect: Rect)
}

/// What the views of the last frames have drawn, and those of the screens below the one that is shown.
/// What shows a secret is never kept.
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
  struct Picture {
    let rect: Rect
    /// Whether something had the cursor before. A view may leave it there.
    let hadCursor: Bool
    /// nil: it left the cursor where it was.
    let cursor: Point?
    let faces: [Rect]
    var cells: [Cell] = []
  }

  class Drawing {
    let picture: Picture

    init(_ picture: Picture) { self.picture = picture }
  }

  /// The same with the view. It is compared where it is: views are long to copy.
  final class DrawingOf<View: CachedView>: Drawing {
    let view: View

    init(_ view: View, _ picture: Picture) {
      self.view = view
      super.init(picture)
    }
  }

  /// The drawings of one kind of view that have the same columns and the same height.
  private struct Group {
    let kind: ObjectIdentifier
    /// Its columns, and its height from 0.
    let rect: Rect
    /// Before `shown` those of this frame, in the order of drawing. Then those of the last one that it
    /// has not shown yet, and older ones.
    var drawings: [Drawing] = []
    var shown = 0
    /// How many were shown in the last frame that showed some.
    var last = 0
  }

  private var environment: Environment?
  private var groups: [Group] = []
  /// The group of the last view.
  private var current = 0
  /// Those of each screen below the one that is shown.
  private var below: [[Group]] = []
  /// How many views were drawn and how many were copied so far, for tests and measurements.
  package private(set) var drawn = 0
  package private(set) var copied = 0

  package init() {}

  /// - Parameter depth: How many screens are below the one that is shown.
  func begin(_ environment: Environment, depth: Int) {
    if environment != self.environment { (groups, below) = ([], []) }
    self.environment = environment
    while below.count < depth {
      below.append(groups)
      groups = []
    }
    while below.count > depth { groups = below.removeLast() }
    for index in groups.indices {
      (groups[index].last, groups[index].shown) = (groups[index].shown, 0)
    }
    current = 0
  }

  /// To be called when the wallet locks: there may be no frame for a while.
  package func forget() { (groups, below) = ([], []) }

  /// A frame is complete. Kinds of views that it did not show are forgotten.
  package func finish() { groups.removeAll { $0.shown == 0 } }

  /// The index of a view's group. It is that of the last view or the next one, unless the order changes.
  func group<View: CachedView>(of kind: View.Type, _ rect: Rect) -> Int {
    let (kind, rect) = (ObjectIdentifier(kind), Rect(rect.x, 0, rect.width, rect.height))
    for _ in groups.indices {
      if groups[current].kind == kind, groups[current].rect == rect { return current }
      current = (current + 1) % groups.count
    }
    groups.append(Group(kind: kind, rect: rect))
    current = groups.count - 1
    return current
  }

  /// What an equal view has drawn. The first one that is compared was here in the last frame, unless the
  /// order changes.
  func picture<View: CachedView>(_ view: View, in group: Int, hasCursor: Bool) -> Picture? {
    let shown = groups[group].shown
    for index in shown..<groups[group].drawings.count {
      let drawing = groups[group].drawings[index]
      // All of a group are of one kind.
      guard drawing.picture.hadCursor == hasCursor,
        unsafeDowncast(drawing, to: DrawingOf<View>.self).view == view
      else { continue }
      if index > shown {
        groups[group].drawings.insert(groups[group].drawings.remove(at: index), at: shown)
      }
      groups[group].shown += 1
      copied += 1
      return drawing.picture
    }
    drawn += 1
    return nil
  }

  /// Keeps what a view has drawn. Besides those of this frame and the last one there are sixteen, as
  /// many as cards of which details are kept; on a huge terminal fewer.
  func keep(_ view: some CachedView, _ picture: Picture, of canvas: Canvas, in group: Int) {
    var picture = picture
    let (shown, rect) = (groups[group].shown, picture.rect)
    let most = max(1, min(16, 0x10000 / max(1, rect.width * rect.height)))
    if groups[group].drawings.count - max(shown, groups[group].last) >= most {
      // The oldest one. Its memory is used again.
      picture.cells = groups[group].drawings.removeLast().picture.cells
    }
    canvas.copy(rect, to: &picture.cells)
    groups[group].drawings.insert(DrawingOf(view, picture), at: shown)
    groups[group].shown += 1
  }
}

extension Surface {
  private var showsSecret: Bool { !canvas.secrets.isEmpty || !canvas.secretPictures.isEmpty }

  /// Draws a view, or copies what an equal one drew in one of the last frames.
  package func draw(_ view: some CachedView, in rect: Rect) {
    guard let cache, !showsSecret, canvas.clip == Rect(canvas.size),
      canvas.clip.intersection(rect) == rect
    else { return drawInside(view, rect) }
    let (before, cursor) = (faces.count, canvas.cursor)
    let group = cache.group(of: type(of: view), rect)
    if let picture = cache.picture(view, in: group, hasCursor: cursor != nil) {
      canvas.put(picture.cells, in: rect)
      let down = rect.y - picture.rect.y
      for face in picture.faces {
        faces.append(Rect(face.x, face.y + down, face.width, face.height))
      }
      canvas.cursor = picture.cursor.map { Point($0.x, $0.y + down) } ?? cursor
      return
    }
    drawInside(view, rect)
    if showsSecret { return }
    let picture = ViewCache.Picture(
      rect: rect, hadCursor: cursor != nil, cursor: canvas.cursor == cursor ? nil : canvas.cursor,
      faces: Array(faces[before...]))
    cache.keep(view, picture, of: canvas, in: group)
  }

  private func drawInside(_ view: some CachedView, _ rect: Rect) {
    let clip = canvas.clip
    canvas.clip(to: clip.intersection(rect))
    canvas.fill(rect, theme[.surface])
    view.draw(on: self, in: rect)
    canvas.clip(to: clip)
  }
}
