package import WalletModel

/// Cards that are read from a picture or a text.
extension Words {
  /// A sentence: what has to be typed, because it could not be read.
  package func scanGap(_ gap: ScanGap) -> String {
    switch gap {
    case .number:
      say(
        "No number of a Visa, Mastercard or American Express card could be read.",
        "Keine Nummer einer Karte von Visa, Mastercard oder American Express war zu lesen.")
    case .severalNumbers:
      say(
        "More than one card number could be read, so none was filled in.",
        "Mehr als eine Kartennummer war zu lesen, darum wurde keine eingetragen.")
    case .expiry:
      say(
        "No expiry date in the future could be read.",
        "Kein Ablaufdatum in der Zukunft war zu lesen.")
    }
  }

  // MARK: The form

  /// Where a card comes from.
  package var fromAPicture: String { say("From a picture or a text", "Aus Bild oder Text") }
  /// What the key for it does.
  package var scanHint: String { say("scan", "einlesen") }
  package var readIt: String { say("read it", "einlesen") }
  package var pictureHint: String { say("like ~/card.png", "wie ~/karte.png") }
  package var readingPicture: String { say("Reading the card", "Karte wird gelesen") }
  /// Below a field that was filled in.
  package var wasRead: String {
    say("From the file: compare it with your card", "Aus der Datei: bitte vergleichen")
  }

  // MARK: The command line

  /// Asks whether what was read is right: `Read ··1005, 09/29. Right? (y/n):`
  package func scanRead(_ last: String?, _ expiry: String?) -> String {
    let read = [last.map { "··\($0)" }, expiry].compactMap(\.self).joined(separator: ", ")
    return say("Read \(read). Right? (y/n):", "Gelesen: \(read). Richtig? (j/n):")
  }

  /// Whether a typed answer means yes, in any language.
  package func isYes(_ text: String) -> Bool {
    ["y", "yes", "j", "ja"].contains(text.lowercased().filter { $0 != " " })
  }
}
