import Languages

/// Copying a part of shown details.
package struct CopyWords: FeatureWords {
  package let words: Words

  package var copyField: CommandText {
    let text =
      switch language {
      case .english:
        (
          "Copy", "Copies the selected part of the shown details, or the ID of a payment.", "copy"
        )
      case .german:
        (
          "Kopieren",
          "Kopiert den gewählten Teil der gezeigten Kartendaten oder die ID einer Zahlung.",
          "kopieren"
        )
      }
    return CommandText(title: text.0, doc: text.1, hint: text.2)
  }

  // MARK: Parts of details

  package var cardNumber: String { say("Number", "Nummer") }
  package var cvv: String { say("CVV", "Prüfziffer (CVV)") }
  package var expiryDate: String { say("Expiry date", "Ablaufdatum") }
  package var holderName: String { say("Name", "Name") }
  package var paymentID: String { say("Payment ID", "Zahlungs-ID") }
  package var copyIDHint: String { say("copy ID", "ID kopieren") }

  // MARK: Why nothing is copied

  package var nothingToCopy: String {
    say("reveal the card first", "zeigen Sie die Kartendaten zuerst an")
  }

  package var pinIsNeverCopied: String {
    say("a PIN is never copied", "eine PIN wird nie kopiert")
  }

  /// - Parameter key: Opens the settings; nil: there are none.
  package func copyingIsOff(_ fields: String, key: String?) -> String {
    let text = say("Copying \(fields) is off", "Kopieren ist aus: \(fields)")
    return key.map { text + say(". \($0) opens Settings", ". \($0) öffnet die Einstellungen") }
      ?? text
  }

  package var numbersToCopy: String { say("numbers", "Nummern") }
  package var cvvsToCopy: String { say("CVVs", "Prüfziffern (CVV)") }
  package var datesToCopy: String { say("expiry dates", "Ablaufdaten") }
  package var namesToCopy: String { say("names", "Namen") }

  package var nothingToCopyWith: String {
    say("Nothing to copy with", "Kein Programm zum Kopieren")
  }

  package var nothingToCopyWithDetail: String {
    say(
      "install wl-clipboard, xclip or xsel; `walletui doctor` looks for them",
      "installieren Sie wl-clipboard, xclip oder xsel; `walletui doctor` sucht danach")
  }

  package func copyRefused(_ field: String, _ program: String) -> String {
    say("\(program) refused it: \(field)", "\(program) nahm es nicht an: \(field)")
  }

  // MARK: What was attempted

  package func copySent(_ field: String, _ program: String) -> String {
    say("\(field) sent to \(program)", "\(field) an \(program) gesendet")
  }

  package func copyAsked(_ field: String) -> String {
    say("\(field): asked the terminal (OSC 52)", "\(field): das Terminal gebeten (OSC 52)")
  }

  package var copyAskedDetail: String {
    say(
      "it doesn't say whether it took it, and walletui can't clear it",
      "es sagt nicht, ob es das annahm, und löschen lässt es sich von hier nicht")
  }

  /// For the header.
  package func clearsClipboard(_ seconds: Int, isShort: Bool) -> String {
    isShort
      ? say("clipboard \(seconds) s", "Ablage \(seconds) s")
      : say(
        "clears the clipboard in \(seconds) s", "leert die Zwischenablage in \(seconds) s")
  }

  // MARK: What became of it

  package var clipboardCleared: String {
    say("Clipboard cleared", "Zwischenablage geleert")
  }

  package func copyEndDetail(tmux: Bool) -> String? {
    tmux
      ? say(
        "in tmux; what it passed on to the terminal stays there",
        "in tmux; was es ans Terminal weitergab, bleibt dort") : nil
  }

  package var clipboardLeftAlone: String {
    say("Clipboard left as it is", "Zwischenablage unverändert")
  }

  package var copiedSince: String {
    say("you've copied something else since", "Sie haben inzwischen etwas anderes kopiert")
  }

  package var clipboardNotCleared: String {
    say("Clipboard not cleared", "Zwischenablage nicht geleert")
  }

  package var terminalCannotBeAsked: String {
    say(
      "the terminal doesn't say what it holds; copy something else",
      "das Terminal sagt nicht, was sie enthält; kopieren Sie etwas anderes")
  }

  package func didNotAnswer(_ program: String) -> String {
    say(
      "\(program) didn't answer; copy something else",
      "\(program) hat nicht geantwortet; kopieren Sie etwas anderes")
  }

  // MARK: Hints

  package func copyShort(_ part: String) -> String { say("copy \(part)", "\(part) kopieren") }
  package var numberShort: String { say("number", "Nummer") }
  package var expiryShort: String { say("expiry", "Ablauf") }
  package var holderShort: String { say("name", "Namen") }
  package var hide: String { say("hide", "verbergen") }
}
