import Canvas

extension Frame {
  /// Where a dialog of that size belongs: three rows below the header and in the middle, so that it
  /// stays there from step to step. Where rows are scarce, higher.
  func anchored(_ size: Size, in area: Rect? = nil) -> Rect {
    let area = area ?? Rect(canvas.size)
    let top = canvas.size.height >= 30 ? 3 : canvas.size.height >= 20 ? 1 : 0
    return Rect(
      area.x + max(0, (area.width - size.width) / 2),
      area.y + min(top, max(0, area.height - size.height)), size.width, size.height)
  }
}
