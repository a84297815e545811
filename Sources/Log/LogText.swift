/// A type that may be written to the log. Secrets do not conform, so none can be logged by mistake.
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

/// Text for the log. Only values of `LogValue` can be interpolated.
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
