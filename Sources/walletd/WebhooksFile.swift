import Secrets
import TextLayout
import WalletModel
import WalletServer

/// The operator's addresses, one on each line. Lines that begin with `#` are comments.
enum WebhooksFile {
  /// Each has a thread.
  private static let mostAddresses = 8
  private static let shortestSecret = 16

  /// - Throws: `.configuration` with the wrong line, or if the secret is too short.
  static func read(_ path: String, _ secretPath: String) throws(WalletError) -> WebhookOptions {
    var addresses: [WebhookAddress] = []
    let lines = try Files.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.hasPrefix("#") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let word = words.first else { continue }
      func wrong(_ what: String) -> WalletError { Self.wrong(path, line: index + 1, what) }
      if words.count > 1 { throw wrong("a line is one address") }
      let address: WebhookAddress
      do throws(WebhookAddress.Problem) {
        address = try WebhookAddress(String(word))
      } catch {
        throw wrong(error.text)
      }
      if addresses.contains(address) { throw wrong("it is there twice") }
      if addresses.count == mostAddresses { throw wrong("\(mostAddresses) addresses at most") }
      addresses.append(address)
    }
    if addresses.isEmpty { throw wrong(path, line: nil, "there is no address") }
    let secret = try Files.secret(secretPath)
    if secret.withBytes({ $0.count }) < shortestSecret {
      throw wrong(secretPath, line: nil, "the key has less than \(shortestSecret) bytes")
    }
    return WebhookOptions(addresses: addresses, secret: secret)
  }

  private static func wrong(_ path: String, line: Int?, _ what: String) -> WalletError {
    let place = Text.clean(path) + (line.map { ":\($0)" } ?? "")
    return WalletError(
      .configuration, .verbatim("Can't use the addresses for webhooks"),
      detail: .verbatim("\(place): \(what)"),
      advice: .verbatim("See Webhooks in walletd(8)."))
  }
}
