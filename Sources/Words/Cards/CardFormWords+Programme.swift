import Synchronization
package import WalletModel

/// A programme's name in words, made from the code that the issuer uses.
package struct ProgrammeName: Hashable, Sendable {
  /// The name on a card, which shows its type elsewhere: `Skrill Mastercard`.
  package let short: String
  /// The same with where it is issued: `Skrill Mastercard, EEA`.
  package let regional: String
  /// The name that distinguishes programmes: `Skrill Virtual Mastercard, EEA`.
  package let full: String
  /// Only its issuer, where there is little room: `Skrill`.
  package let issuer: String
}

extension CardFormWords {
  /// The words of a programme's code: `SKRILL-VIRTUAL-MC-EEA` is a Skrill Virtual Mastercard, EEA.
  ///
  /// The parts of a code are separated by hyphens or underscores. Types and schemes are known, and
  /// what follows the scheme is the region. All other parts, and so a code of which nothing is
  /// known, are written with capital initials. A name that is no code stays as it is.
  package func programme(_ code: String) -> ProgrammeName {
    // Most codes have nothing but ASCII before the small letters, which needs no table of Unicode.
    let isCode =
      code.utf8.allSatisfy { (0x21...0x60).contains($0) }
      || !code.contains { $0.isLowercase || $0.isWhitespace }
    guard isCode else {
      return ProgrammeName(short: code, regional: code, full: code, issuer: code)
    }
    let key = NameKey(code: code, words: words)
    if let name = Self.names.withLock({ $0[key] }) { return name }
    let name = name(of: code)
    Self.names.withLock { names in
      if names.count >= Self.mostNames { names = [:] }
      names[key] = name
    }
    return name
  }

  private func name(of code: String) -> ProgrammeName {
    var names: [String] = []
    var (type, scheme, region): (CardType?, CardScheme?, String?)
    let parts = code.unicodeScalars.split { $0 == "-" || $0 == "_" }
    for part in parts.map({ String($0) }) {
      if scheme == nil, let known = Self.schemes[part] {
        scheme = known
      } else if type == nil, let known = Self.types[part] {
        type = known
      } else if scheme != nil, region == nil {
        region = part
      } else {
        names.append(part.prefix(1) + part.dropFirst().lowercased())
      }
    }
    func joined(_ parts: [String?]) -> String { parts.compactMap { $0 }.joined(separator: " ") }
    let (brand, kind) = (scheme.map(words.cards.scheme), type.map(words.cards.type))
    let capital = kind.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let all = say(joined(names + [capital, brand]), joined(names + [brand, kind]))
    let tail = region.map { ", \($0)" } ?? ""
    let short = joined(names + [brand])
    return ProgrammeName(
      short: short, regional: short + tail, full: all + tail, issuer: joined(names))
  }

  /// The name of a card in lists: the one that the user gave it, otherwise the programme's.
  package func title(_ card: Card) -> String {
    card.alias.isEmpty ? programme(card.programName).short : card.alias
  }

  private struct NameKey: Hashable {
    let code: String
    let words: Words
  }

  /// The last ones: an issuer has few programmes, and each frame with a card has the name of its own.
  private static let names = Mutex<[NameKey: ProgrammeName]>([:])
  private static let mostNames = 64

  private static let schemes: [String: CardScheme] = [
    "MC": .mastercard, "MASTERCARD": .mastercard, "VISA": .visa,
  ]
  private static let types: [String: CardType] = ["VIRTUAL": .virtual, "PHYSICAL": .physical]
}
