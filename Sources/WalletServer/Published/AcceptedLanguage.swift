import Languages

extension FormLanguage {
  /// The language that a browser prefers (RFC 9110, 12.5.4). English if it names none that we have.
  ///
  /// - Parameter header: `Accept-Language`, of which the first 16 parts are read; nil: it sent none.
  init(accepted header: String?) {
    var best: (language: FormLanguage, weight: Double)?
    for part in (header ?? "").split(separator: ",").prefix(16) {
      let fields = part.split(separator: ";")
      let tag = fields.first?.trimmed.prefix { $0 != "-" } ?? ""
      var weight = 1.0
      if let text = fields.dropFirst().first?.trimmed, text.hasPrefix("q=") {
        weight = Double(text.dropFirst(2)) ?? 0
      }
      guard let language = FormLanguage(code: tag.lowercased()), weight > best?.weight ?? 0 else {
        continue
      }
      best = (language, weight)
    }
    self = best?.language ?? .english
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
