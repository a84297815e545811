/// A time on both clocks. Neither setting the wall clock nor a restart makes a permission last
/// longer.
package struct Moment: Hashable, Sendable {
  package var wall: Timestamp
  /// Milliseconds since the machine was started.
  package var boot: Int64

  package init(wall: Timestamp, boot: Int64) {
    self.wall = wall
    self.boot = boot
  }

  /// By how many milliseconds a start may lie in the future. Several servers measure the clock that
  /// they share themselves, so one may be ahead of another.
  private static let mostAhead: Int64 = 2000

  /// The most milliseconds that may have passed, used for permissions. After a restart of the
  /// machine it is unlimited.
  package func longest(since start: Moment) -> Int64 {
    boot < start.boot - Self.mostAhead
      ? .max : max(0, boot - start.boot, wall.milliseconds - start.wall.milliseconds)
  }

  /// The milliseconds that have passed by either clock. A restart of the machine does not end
  /// anything.
  package func elapsed(since start: Moment) -> Int64 {
    max(boot - start.boot, wall.milliseconds - start.wall.milliseconds)
  }

  /// The fewest milliseconds that have passed, used for blocks.
  package func shortest(since start: Moment) -> Int64 {
    let byWall = max(0, wall.milliseconds - start.wall.milliseconds)
    return boot < start.boot ? byWall : boot - start.boot
  }
}
