import RemoteBackend
import WalletModel

extension ChangeFolder {
  /// The usual folder for changes that have no answer yet.
  ///
  /// - Parameter wallet: Whose changes they are.
  convenience init(of wallet: String) throws(WalletError) {
    self.init(path: try StandardPaths.kept(StandardPaths.changes), wallet: wallet)
  }
}

extension StandardPaths {
  /// A folder for what is kept.
  ///
  /// - Throws: `.usage` if the environment names none.
  static func kept(_ folder: String?) throws(WalletError) -> String {
    if let folder { return folder }
    throw WalletError(
      .usage, .text("Can't keep track of changes", "Änderungen lassen sich nicht festhalten"),
      details: [
        .text(
          "neither XDG_STATE_HOME nor HOME is set", "weder XDG_STATE_HOME noch HOME ist gesetzt")
      ], advice: .text("Set one of them.", "Setzen Sie eines davon."))
  }
}
