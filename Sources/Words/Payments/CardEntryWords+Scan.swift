package import WalletModel

/// Cards that are read from a picture or a text.
extension CardEntryWords {
  /// A sentence: what has to be typed, because it could not be read.
  package func scanGap(_ gap: ScanGap) -> String {
    switch gap {
    case .number:
      form(
        "No number of a Visa, Mastercard or American Express card could be read.",
        "Keine Nummer einer Karte von Visa, Mastercard oder American Express war zu lesen.",
        "Inget nummer på ett kort från Visa, Mastercard eller American Express kunde läsas.",
        "Intet nummer på et kort fra Visa, Mastercard eller American Express kunne læses.",
        "Ikke noe nummer på et kort fra Visa, Mastercard eller American Express kunne leses.",
        "Visa-, Mastercard- tai American Express -kortin numeroa ei voitu lukea.")
    case .severalNumbers:
      form(
        "More than one card number could be read, so none was filled in.",
        "Mehr als eine Kartennummer war zu lesen, darum wurde keine eingetragen.",
        "Mer än ett kortnummer kunde läsas, så inget fylldes i.",
        "Mere end ét kortnummer kunne læses, så intet blev udfyldt.",
        "Mer enn ett kortnummer kunne leses, så ingenting ble fylt inn.",
        "Useampi kuin yksi numero voitiin lukea, joten mitään ei täytetty.")
    case .expiry:
      form(
        "No expiry date in the future could be read.",
        "Kein Ablaufdatum in der Zukunft war zu lesen.",
        "Inget giltighetsdatum i framtiden kunde läsas.",
        "Ingen udløbsdato i fremtiden kunne læses.",
        "Ingen utløpsdato i fremtiden kunne leses.",
        "Tulevaa voimassaoloaikaa ei voitu lukea.")
    }
  }

  // MARK: The form

  /// Where a card comes from.
  package var fromAPicture: String {
    form(
      "From a picture or a text", "Aus Bild oder Text", "Från en bild eller text",
      "Fra et billede eller en tekst", "Fra et bilde eller en tekst", "Kuvasta tai tekstistä")
  }
  /// What the key for it does.
  package var scanHint: String { form("scan", "einlesen", "läs in", "scan", "skann", "lue") }
  package var readIt: String { form("read it", "einlesen", "läs in", "læs", "les", "lue") }
  package var pictureHint: String {
    form(
      "like ~/card.png", "wie ~/karte.png", "som ~/kort.png", "som ~/kort.png",
      "som ~/kort.png", "esim. ~/kortti.png")
  }
  package var readingPicture: String {
    form(
      "Reading the card", "Karte wird gelesen", "Kortet läses", "Kortet læses", "Kortet leses",
      "Korttia luetaan")
  }
  /// Below a field that was filled in.
  package var wasRead: String {
    form(
      "From the file: compare it with your card", "Aus der Datei: bitte vergleichen",
      "Från filen: jämför med kortet", "Fra filen: sammenlign med kortet",
      "Fra filen: sammenlign med kortet", "Tiedostosta: vertaa korttiin")
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
