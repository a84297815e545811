/// Screens, sequences of keys, and the mouse.
extension Words {
  package var virtual: String { say("Virtual", "Virtuell") }

  /// What Esc does with the first keys of several.
  package var leave: String { say("leave", "verlassen") }

  package var mouseIsOn: String { say("Mouse on", "Maus an") }

  package var mouseIsOff: String { say("Mouse off", "Maus aus") }

  /// After it was switched on: how it is switched off.
  package func mouseAgain(_ key: String) -> String {
    say(
      "\(key) turns it off", "\(key) schaltet sie aus")
  }

  package var mouseSelects: String {
    say("select text with it in your terminal", "Ihr Terminal markiert Text mit ihr")
  }
}
