import FrontEnd
import TextLayout
import TextOutput
import WalletAPI
import WalletModel
import Words

/// Messages of the simulated phone. The code is written directly from locked memory.
enum PhoneText {
  /// One line: `2026-03-03 12:41 UTC  SMS  WALLETUI: Code 123456 to show the PIN of card ··0093.`
  static func write(
    _ message: PhoneMessage, _ words: Words, prefix: String = "",
    to output: TextOutput = Streams.current.output
  ) throws(WalletError) {
    if message.isDamaged {
      return try Output.text(prefix + words.damagedEntry + "\n", to: output)
    }
    let channel = words.codes.channel(message.channel)
    let head = "\(CardText.date(message.time)) UTC  \(channel)  \(message.sender): "
    let parts = split(message.text)
    try Output.text(Text.clean(prefix + head + parts.before), to: output)
    if let after = parts.after {
      if let code = message.code {
        try Output.secret(code, to: output)
      } else {
        try Output.text(words.codes.noLongerValid, to: output)
      }
      try Output.text(Text.clean(after), to: output)
    }
    try Output.text("\n", to: output)
  }

  /// A list of objects. `code` is null after the code was used or has expired.
  static func writeJSON(_ messages: [PhoneMessage]) throws(WalletError) {
    try Output.json(piece: Output.head + "[")
    for (index, message) in messages.enumerated() {
      try Output.json(piece: index == 0 ? "\n" : ",\n")
      try writeJSON(message)
    }
    try Output.json(piece: (messages.isEmpty ? "]" : "\n]") + Output.tail)
  }

  /// One object on one line.
  static func writeJSON(_ message: PhoneMessage) throws(WalletError) {
    if message.isDamaged {
      return try Output.json(piece: "{\"id\": \(Output.quoted(message.id)), \"damaged\": true}")
    }
    let channel = Output.quoted(message.channel.rawValue)
    try Output.json(piece: "{\"channel\": \(channel), \"code\": ")
    if let code = message.code {
      try Output.json(piece: "\"")
      try Output.json(secret: code)
      try Output.json(piece: "\"")
    } else {
      try Output.json(piece: "null")
    }
    let fields = [
      ("id", message.id), ("sender", message.sender), ("time", message.time.description),
    ]
    for (name, value) in fields {
      try Output.json(piece: ", \"\(name)\": \(Output.quoted(value))")
    }
    let parts = split(message.text)
    try Output.json(piece: ", \"text\": " + Output.quoted(parts.before).dropLast())
    if let after = parts.after {
      if let code = message.code {
        try Output.json(secret: code)
      } else {
        try Output.json(piece: "······")
      }
      try Output.json(piece: String(Output.quoted(after).dropFirst().dropLast()))
    }
    try Output.json(piece: "\"}")
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
