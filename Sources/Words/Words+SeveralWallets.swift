import Languages

/// Several wallets in one list.
extension Words {
  /// For the header: `3 wallets`.
  package func wallets(_ count: Int) -> String {
    say("\(count) wallet\(count == 1 ? "" : "s")", "\(count) Wallet\(count == 1 ? "" : "s")")
  }

  package func walletLost(_ name: String) -> String {
    say("Can't use the wallet \(name) now", "Die Wallet \(name) ist gerade nicht benutzbar")
  }

  /// For the header, and as a fact of its cards.
  package func walletLost(_ name: String, since time: String) -> String {
    say("\(name) not reachable since \(time)", "\(name) seit \(time) nicht erreichbar")
  }

  /// For the header, where several are lost or there is little room.
  package func walletsLost(_ count: Int, of all: Int, isShort: Bool) -> String {
    isShort
      ? say("\(count) of \(all) offline", "\(count) von \(all) offline")
      : say(
        "\(count) of \(all) wallets not reachable", "\(count) von \(all) Wallets nicht erreichbar")
  }

  package func walletIsBack(_ name: String) -> String {
    say("The wallet \(name) is back", "Die Wallet \(name) ist wieder da")
  }

  /// Why a card of it cannot be changed.
  package func unreachable(_ wallet: String, since time: String) -> String {
    say(
      "can't reach \(wallet) (since \(time))", "\(wallet) ist seit \(time) nicht erreichbar")
  }

  /// For commands, whose answer lacks it.
  package func leavesOut(_ wallet: String, _ why: String) -> String {
    say("\(wallet) is left out: \(why).", "\(wallet) fehlt: \(why).")
  }
}
