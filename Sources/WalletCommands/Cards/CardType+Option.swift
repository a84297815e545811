import Arguments
import WalletModel

extension CommandOption {
  static let cardType = CommandOption(
    "type", .choice("TYPE", ["physical", "virtual"]), "only this type")
}

extension Invocation {
  /// The requested type; nil: both.
  var cardType: CardType? {
    text(CommandOption.cardType.name).flatMap { CardType(rawValue: $0.uppercased()) }
  }
}
