import Languages

/// Copying a part of shown details.
extension Words {
  package var copyField: CommandText {
    let text =
      switch language {
      case .english:
        ("Copy", "Copies the part of the shown details that has the focus; Tab goes on.", "copy")
      case .german:
        (
          "Kopieren",
          "Kopiert den ausgewählten Teil der gezeigten Kartendaten; Tab geht weiter.", "kopieren"
        )
      }
    return CommandText(title: text.0, doc: text.1, hint: text.2)
  }

  // MARK: Parts of details

  package var cardNumber: String { say("Number", "Nummer") }
  package var cvv: String { say("CVV", "Prüfziffer (CVV)") }
  package var expiryDate: String { say("Expiry date", "Ablaufdatum") }
  package var holderName: String { say("Name", "Name") }

  // MARK: Why nothing is copied

  package var nothingToCopy: String {
    say("there are no details in sight", "es sind keine Kartendaten zu sehen")
  }

  package var pinIsNeverCopied: String {
    say("a PIN is never copied", "eine PIN wird nie kopiert")
  }

  /// - Parameter setting: The word for it in the configuration.
  package func copyingIsOff(_ field: String, _ setting: String) -> String {
    say(
      "\(field): copying is off; `copy: [\(setting)]` in the configuration switches it on",
      "\(field): Kopieren ist aus; `copy: [\(setting)]` in der Konfiguration schaltet es ein")
  }

  package var nothingToCopyWith: String {
    say("There is nothing to copy with", "Es gibt nichts zum Kopieren")
  }

  package var nothingToCopyWithDetail: String {
    say(
      "install wl-clipboard, xclip or xsel; `walletui doctor` looks for them",
      "installieren Sie wl-clipboard, xclip oder xsel; `walletui doctor` sucht danach")
  }

  package func copyRefused(_ field: String, _ program: String) -> String {
    say("\(program) did not take it: \(field)", "\(program) nahm es nicht an: \(field)")
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
      "whether it took it cannot be known, and it cannot be cleared from here",
      "ob es das annahm, lässt sich nicht feststellen, und löschen auch nicht von hier")
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
    say("The clipboard was cleared", "Die Zwischenablage wurde geleert")
  }

  package func copyEndDetail(tmux: Bool) -> String? {
    tmux
      ? say(
        "in tmux; what tmux passed on to the terminal cannot be taken back",
        "in tmux; was tmux ans Terminal weitergab, ist nicht zurückzuholen") : nil
  }

  package var clipboardLeftAlone: String {
    say("The clipboard was left alone", "Die Zwischenablage blieb, wie sie ist")
  }

  package var copiedSince: String {
    say("something else was copied since", "inzwischen wurde etwas anderes kopiert")
  }

  package var clipboardNotCleared: String {
    say("The clipboard was not cleared", "Die Zwischenablage wurde nicht geleert")
  }

  package var terminalCannotBeAsked: String {
    say(
      "the terminal cannot be asked what it holds; copy something else",
      "das Terminal kann man nicht fragen, was sie enthält; kopieren Sie etwas anderes")
  }

  package func didNotAnswer(_ program: String) -> String {
    say(
      "\(program) gave no answer; copy something else",
      "\(program) gab keine Antwort; kopieren Sie etwas anderes")
  }
}
