import Secrets
import TextLayout
import WalletModel
import WalletServer

/// The operator's addresses, one on each line. Lines that begin with `#` are comments.
enum WebhooksFile {
  /// Each has a thread.
  private static let mostAddresses = 8

  /// - Parameter trust: A file with certificates; nil: those of the system.
  /// - Throws: `.configuration` with the wrong line, or if a key is too short.
  static func read(_ path: String, _ secretPath: String, trust: String?)
    throws(WalletError) -> WebhookOptions
  {
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
    if let trust, !(try Files.text(trust)).contains("-----BEGIN CERTIFICATE-----") {
      throw wrong(trust, line: nil, "there is no certificate (PEM)")
    }
    let keys = try keys(secretPath)
    return WebhookOptions(
      addresses: addresses, key: keys.first, nextKey: keys.next, trust: trust)
  }

  /// The keys of the first and second line. The second is there while the key is being replaced.
  private static func keys(_ path: String)
    throws(WalletError) -> (first: WebhookKey, next: WebhookKey?)
  {
    let lines = try Files.secretLines(path)
    if lines.count > 2 { throw wrong(path, line: 3, "there are two keys at most") }
    func key(_ line: Int) throws(WalletError) -> WebhookKey {
      guard lines.indices.contains(line - 1), let key = WebhookKey(lines[line - 1]) else {
        throw wrong(path, line: line, "the key has less than \(WebhookKey.shortest) bytes")
      }
      return key
    }
    return (try key(1), lines.count < 2 ? nil : try key(2))
  }

  private static func wrong(_ path: String, line: Int?, _ what: String) -> WalletError {
    let place = Text.clean(path) + (line.map { ":\($0)" } ?? "")
    return WalletError(
      .configuration, .verbatim("Can't use the addresses for webhooks"),
      details: [.verbatim("\(place): \(what)")],
      advice: .verbatim("See Webhooks in walletd(8)."))
  }
}
