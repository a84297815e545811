package import Canvas
package import Yaml

/// A demo, read from a file: what a person would do, and what they would see.
package struct Script: Sendable {
  /// One thing to do, and where it stands.
  package struct Step: Sendable, Equatable {
    package let line: Int
    package let action: Action
  }

  package enum Action: Sendable, Equatable {
    /// Shown below the wallet until the next one; empty: none.
    case caption(String)
    case key(Key)
    /// Keys, one a character.
    case type(String)
    /// Types what the wallet has at that moment.
    case take(Source)
    /// Lets milliseconds pass.
    case pause(Int)
    /// Goes on as soon as the screen is so; fails when it is not within milliseconds.
    case wait(Wanted, Int)
    /// Fails unless the screen is so.
    case expect(Wanted)
    /// A name for this moment.
    case mark(String)
    /// Starts over with a new wallet.
    case reset
  }

  /// What a script cannot hold, as it is new each time, or secret: taken from the wallet.
  package enum Source: String, CaseIterable, Sendable {
    /// The newest one-time code on the simulated phone.
    case code
    /// The newest CVV in a letter on the simulated phone.
    case cvv
    /// The last four digits of the card at which one stands.
    case lastFour = "last-four"
  }

  /// As it was found, or its name with the ending when it is built in: for messages.
  package let file: String
  /// Columns and rows of the wallet, captions not counted; nil: those of the terminal.
  package var size: Size?
  /// On a larger terminal it is larger.
  package internal(set) var grows = false
  package internal(set) var theme: Word?
  /// The wallet's language; nil: English. Never the locale's: a script waits for texts.
  package internal(set) var language: String?
  /// Twice as fast with 2.
  package internal(set) var speed = 1.0
  /// What the wallet's chance starts from.
  package internal(set) var seed: UInt64 = 1
  package internal(set) var steps: [Step] = []

  /// Without one, where there is no terminal.
  package static let usualSize = Size(100, 30)

  /// `120x38`, from 40x12 to 400x200; nil: it is no such size.
  package static func size(_ text: String) -> Size? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (40...400).contains(width), (12...200).contains(height)
    else { return nil }
    return Size(width, height)
  }

  /// Rows below the wallet.
  package var captionRows: Int { hasCaptions ? Playback.captionRows : 0 }

  private var hasCaptions: Bool {
    steps.contains { if case .caption = $0.action { true } else { false } }
  }

  /// The wallet's size on a terminal of that size.
  package func size(on terminal: Size) -> Size {
    let room = Size(terminal.width, terminal.height - captionRows)
    guard let size else { return room }
    return grows ? Size(max(size.width, room.width), max(size.height, room.height)) : size
  }

  package var marks: [String] {
    steps.compactMap { if case .mark(let name) = $0.action { name } else { nil } }
  }
}
