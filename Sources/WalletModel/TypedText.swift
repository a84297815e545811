package import Secrets
import TextLayout

// What people type: on the screen, at a prompt, in a file, in an option, or on the bank's page.

extension String {
  /// Digits without what separates them. Other characters stay, so that a check refuses them.
  package var withoutSeparators: String {
    var text = self
    text.unicodeScalars.removeAll { $0.separatesDigits }
    return text
  }

  /// A name, or another text of one line: in Normalization Form C, without blanks and a byte order
  /// mark at its ends.
  package init(typed text: String) {
    func isOutside(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar.value == 0xfeff
    }
    var scalars = Text.composed(text).unicodeScalars.drop(while: isOutside)
    while let last = scalars.last, isOutside(last) { scalars.removeLast() }
    self.init(scalars)
  }
}

extension Secret {
  /// The same for a secret, which is changed and returned.
  package func removingSeparators() -> Secret {
    let typed = copy()
    wipe()
    typed.withBytes { bytes in
      bytes.forEachScalarOfLine { if !$0.separatesDigits { append($0) } }
    }
    typed.wipe()
    return self
  }
}
