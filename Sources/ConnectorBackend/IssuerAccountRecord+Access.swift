package import HTTPClient
package import Issuer
package import IssuerConnectors
package import WalletModel

extension IssuerAccountRecord {
  /// How the account is reached.
  ///
  /// - Throws: `.usage` if the issuer is not known, or its address or the key for PINs is none.
  package func access() throws(WalletError) -> (
    kind: IssuerKind, connector: any IssuerConnector, connection: ServerConnection
  ) {
    guard let kind = IssuerKind(rawValue: issuer) else {
      throw WalletError(
        .usage,
        details: [
          .text(
            "this version doesn't know the issuer \(issuer)",
            "diese Version kennt den Kartenherausgeber \(issuer) nicht")
        ])
    }
    // Plain HTTP only to this machine, as to the issuers of tests.
    let connection = try ServerConnection(
      server: server ?? kind.server(isSandbox: isSandbox), insecureLoopback: true)
    var key: PinKey?
    if let pinKey { key = try PinKey(pem: pinKey) }
    return (kind, kind.connector(isSandbox: isSandbox, pinKey: key), connection)
  }
}
