/// What may be written to the log. Secrets have no such form, so that none gets there by mistake.
package protocol LogValue {
  var logText: String { get }
}

extension String: LogValue {
  package var logText: String { self }
}

extension Int: LogValue {
  package var logText: String { String(self) }
}

extension Int32: LogValue {
  package var logText: String { String(self) }
}

/// A text for the log, into which only a `LogValue` can be put.
package struct LogText: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: some LogValue) { text += value.logText }
  }

  package let text: String

  package init(stringLiteral value: String) { text = value }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
