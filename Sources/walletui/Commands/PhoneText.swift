import Canvas
import Secrets
import WalletAPI
import WalletModel
import Words

/// Messages of the simulated phone, written with the code straight from locked memory.
enum PhoneText {
  /// One line: `2026-03-03 12:41 UTC  SMS  WALLETUI: Code 123456 to show the PIN of card ··0093.`
  static func write(
    _ message: PhoneMessage, _ words: Words, prefix: String = "", to descriptor: Int32
  ) throws(WalletError) {
    let channel = words.channel(message.channel)
    let head = "\(CardText.date(message.time)) UTC  \(channel)  \(Text.clean(message.sender)): "
    try Output.text(prefix + head, to: descriptor)
    try body(message, missing: words.noLongerValid, to: descriptor) { Text.clean($0) }
    try Output.text("\n", to: descriptor)
  }

  /// A list of objects; `code` is null once it was used or has expired.
  static func writeJSON(_ messages: [PhoneMessage], to descriptor: Int32) throws(WalletError) {
    try Output.text(Output.head + "[", to: descriptor)
    for (index, message) in messages.enumerated() {
      try Output.text(index == 0 ? "\n" : ",\n", to: descriptor)
      try writeJSON(message, to: descriptor)
    }
    try Output.text((messages.isEmpty ? "]" : "\n]") + Output.tail, to: descriptor)
  }

  /// One object on one line.
  static func writeJSON(_ message: PhoneMessage, to descriptor: Int32) throws(WalletError) {
    try Output.text("{\"channel\": \"\(message.channel.rawValue)\", \"code\": ", to: descriptor)
    if let code = message.code {
      try Output.text("\"", to: descriptor)
      try Output.secret(code, to: descriptor)
      try Output.text("\"", to: descriptor)
    } else {
      try Output.text("null", to: descriptor)
    }
    let fields = [
      ("id", message.id), ("sender", message.sender), ("time", message.time.description),
    ]
    for (name, value) in fields {
      try Output.text(", \"\(name)\": \(Output.quoted(value))", to: descriptor)
    }
    try Output.text(", \"text\": \"", to: descriptor)
    try body(message, missing: "······", to: descriptor) {
      String(Output.quoted($0).dropFirst().dropLast())
    }
    try Output.text("\"}", to: descriptor)
  }

  /// The text with the code in its gap.
  private static func body(
    _ message: PhoneMessage, missing: String, to descriptor: Int32, _ clean: (String) -> String
  ) throws(WalletError) {
    let parts = split(message.text)
    try Output.text(clean(parts.before), to: descriptor)
    guard let after = parts.after else { return }
    if let code = message.code {
      try Output.secret(code, to: descriptor)
    } else {
      try Output.text(missing, to: descriptor)
    }
    try Output.text(clean(after), to: descriptor)
  }

  private static func split(_ text: String) -> (before: String, after: String?) {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].hasPrefix("%@") {
        return (
          String(text[..<index]), String(text[text.index(index, offsetBy: 2)...])
        )
      }
      index = text.index(after: index)
    }
    return (text, nil)
  }
}
