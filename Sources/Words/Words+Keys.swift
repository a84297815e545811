/// Screens, sequences of keys, and the mouse.
extension Words {
  package var virtual: String { say("Virtual", "Virtuell") }

  package var noVirtualCards: String {
    say("There are no virtual cards.", "Es gibt keine virtuellen Karten.")
  }

  /// What Esc does with the first keys of several.
  package var leave: String { say("leave", "verlassen") }

  package var mouseIsOn: String { say("The mouse is on", "Die Maus ist an") }

  package var mouseIsOff: String { say("The mouse is off", "Die Maus ist aus") }

  /// After it was switched on: how it is switched off.
  package func mouseAgain(_ key: String) -> String {
    say(
      "\(key) gives it back to the terminal", "\(key) gibt sie dem Terminal zurück")
  }

  package var mouseSelects: String {
    say("the terminal selects text with it", "das Terminal markiert Text mit ihr")
  }
}
