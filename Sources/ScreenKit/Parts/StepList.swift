package import Canvas
import TextLayout
package import Themes
package import Words

/// A step of something that takes several: done, on its way, or to come.
package struct ProgressStep: Sendable, Equatable {
  package enum Stage: Sendable { case done, now, failed, later }
  package var stage: Stage
  package var text: String
  /// How it happens, in a line below; empty: nobody needs to know.
  var detail: String
  /// How long it took: `0.6 s`. Empty: it is not known.
  package var note: String
  /// The part that seems done, 0…1, as a bar before the note; nil: no bar.
  package var share: Double?

  package init(_ stage: Stage, _ text: String, detail: String = "", note: String = "") {
    self.stage = stage
    self.text = text
    self.detail = detail
    self.note = note
  }
}

/// When each of some steps began: how many are done, and which one happens now.
package struct StepTimes: Sendable, Equatable {
  package let count: Int
  /// In nanoseconds since boot; one more than are done.
  private var began: [UInt64]
  /// Whether the next step happens. False: it failed, or all are done.
  package private(set) var isRunning = true

  private static let tenth = Clock.second / 10

  /// - Parameter count: At least one.
  package init(_ count: Int, at now: UInt64) {
    self.count = count
    began = [now]
  }

  package var start: UInt64 { began[0] }
  /// When the step that happens now has begun.
  package var currentStart: UInt64 { began[began.count - 1] }
  /// The number of steps that are done.
  package var done: Int { began.count - 1 }
  /// The step that happens now; nil: it is over.
  var current: Int? { isRunning ? done : nil }
  private var isComplete: Bool { done == count }

  /// The next steps are done, too, up to this one.
  package mutating func finish(_ step: Int, at now: UInt64) {
    while isRunning, done <= step {
      began.append(now)
      if isComplete { isRunning = false }
    }
  }

  /// The step that happens now is the last one.
  package mutating func stop() { isRunning = false }

  /// Tenths of a second that a step took, or has taken until now; nil: it has not begun.
  func tenths(_ step: Int, at now: UInt64) -> UInt64? {
    guard began.indices.contains(step) else { return nil }
    let end = began.indices.contains(step + 1) ? began[step + 1] : now
    return (max(end, began[step]) - began[step]) / Self.tenth
  }

  /// The part that is done: 0…1. A step on its way comes nearer to the next one without reaching it,
  /// since nobody knows how long it takes.
  package func share(at now: UInt64) -> Double {
    guard let current else { return isComplete ? 1 : 0 }
    let seconds = Double(tenths(current, at: now) ?? 0) / 10
    return (Double(done) + seconds / (seconds + 2)) / Double(count)
  }

  /// The steps with their times. The last one is a state, which takes no time.
  ///
  /// - Parameters:
  ///   - texts: What happens in each step, and how.
  ///   - waiting: The text beside the step that happens now, in place of its time.
  package func steps(
    _ texts: [(text: String, detail: String)], waiting: String? = nil, at now: UInt64,
    _ words: Words
  ) -> [ProgressStep] {
    return texts.enumerated().map { index, step in
      let time =
        index == count - 1
        ? "" : tenths(index, at: now).map(words.screen.secondsTaken) ?? ""
      if index < done { return ProgressStep(.done, step.text, detail: step.detail, note: time) }
      guard index == done else {
        let isNext = index == done + 1 && isRunning
        return ProgressStep(
          .later, step.text, detail: step.detail, note: isNext ? words.screen.stepNext : "")
      }
      return isRunning
        ? ProgressStep(.now, step.text, detail: step.detail, note: waiting ?? time)
        : ProgressStep(.failed, step.text, detail: step.detail)
    }
  }
}

/// What is done, what happens now, and what is to come.
package struct StepListView: SurfacePart {
  package let surface: Surface
  let steps: [ProgressStep]
  let ground: Role

  package init(surface: Surface, steps: [ProgressStep], ground: Role = .surface) {
    self.surface = surface
    self.steps = steps
    self.ground = ground
  }

  private func on(_ role: Role) -> Style { theme[role].on(theme[ground].background) }

  /// Each step has a line, and where all have room for it, a second one that says how. Ends with the
  /// rectangle.
  package func draw(_ rect: Rect) {
    let (plain, muted): (Role, Role) =
      ground == .overlay ? (.overlayText, .overlayMuted) : (.text, .muted)
    let hasDetails = rect.height >= Self.height(of: steps)
    var y = rect.y
    for step in steps where y < rect.maxY {
      let (sign, role): (StateSign?, Role) =
        switch step.stage {
        case .done: (.done, .success)
        case .now: (.waiting, .accent)
        case .failed: (.ended, .danger)
        case .later: (nil, muted)
        }
      surface.canvas.write(sign?.text(ascii: surface.isASCII) ?? "·", rect.x, y, on(role))
      // Signs are not read out.
      let text =
        surface.isLinear ? "\(words.screen.stage(of: step)): \(step.text)" : step.text
      let used = surface.canvas.write(
        Text.truncate(text, to: rect.width - Text.width(of: step.note) - 4), rect.x + 2, y,
        on(step.stage == .later ? muted : plain))
      note(step, from: rect.x + 2 + used, to: rect.maxX, y, on(muted))
      y += 1
      guard hasDetails, !step.detail.isEmpty else { continue }
      surface.canvas.write(Text.truncate(step.detail, to: rect.width - 2), rect.x + 2, y, on(muted))
      y += 1
    }
  }

  /// The note of a step at the end of its row, and the bar before it where there is room.
  private func note(_ step: ProgressStep, from start: Int, to end: Int, _ y: Int, _ style: Style) {
    surface.write(step.note, endingAt: end, y, style)
    let last = end - Text.width(of: step.note) - 2
    let width = min(10, last - start - 2)
    guard let share = step.share, width >= 4, !surface.isLinear else { return }
    surface.thinBar(share, Rect(last - width, y, width, 1), on: ground)
  }

  /// Lines of steps with all that there is to say of them.
  package static func height(of steps: [ProgressStep]) -> Int {
    steps.reduce(0) { $0 + ($1.detail.isEmpty ? 1 : 2) }
  }
}

extension ScreenWords {
  /// The stage of a step, for people who do not see its sign.
  fileprivate func stage(of step: ProgressStep) -> String {
    switch step.stage {
    case .done: stageDone
    case .now: stageNow
    case .failed: stageFailed
    case .later: stageLater
    }
  }
}
