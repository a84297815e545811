import ChildProcess
import Foundation
import Testing

/// Certificates for one run: an authority, and certificates with and without its signature.
struct Certificates {
  let folder: URL
  static let shared = Result { try Certificates() }

  private init() throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("walletui-tls-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    // One folder for the whole run.
    atexit { if let made = try? Certificates.shared.get() { made.remove() } }
    try openssl("req -x509 \(Self.ec) -keyout ca.key -out ca.pem -days 2 -subj /CN=Authority")
    try "subjectAltName=IP:127.0.0.1".write(to: file("here.ext"), atomically: true, encoding: .utf8)
    try "subjectAltName=DNS:elsewhere.example".write(
      to: file("elsewhere.ext"), atomically: true, encoding: .utf8)
    try "subjectAltName=IP:127.0.0.1\nextendedKeyUsage=clientAuth".write(
      to: file("client.ext"), atomically: true, encoding: .utf8)
    try authority.write(to: file("ca.cnf"), atomically: true, encoding: .utf8)
    try "".write(to: file("index"), atomically: true, encoding: .utf8)
    try make("good")
    try make("other", extensions: "elsewhere")
    try make("client", extensions: "client")
    try make("old", from: "20200101000000Z", to: "20200102000000Z")
    try make("early", from: "20990101000000Z", to: "20990102000000Z")
    try make("weak", key: "-newkey rsa:1024 -nodes")
    try openssl(
      "req -x509 \(Self.ec) -keyout self.key -out self.pem -days 2 -subj /CN=Self "
        + "-addext subjectAltName=IP:127.0.0.1")
  }

  private static let ec = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

  /// `openssl ca` is the only command that can set the start of validity.
  private var authority: String {
    """
    [ca]
    default_ca=a
    [a]
    database=index
    new_certs_dir=.
    rand_serial=yes
    certificate=ca.pem
    private_key=ca.key
    default_md=sha256
    policy=p
    unique_subject=no
    [p]
    commonName=supplied
    """
  }

  private func make(
    _ name: String, key: String = ec, extensions: String = "here",
    from: String = "20200101000000Z", to: String = "20990101000000Z"
  ) throws {
    try openssl("req \(key) -keyout \(name).key -out \(name).csr -subj /CN=\(name)")
    try openssl(
      "ca -batch -notext -config ca.cnf -in \(name).csr -out \(name).pem "
        + "-startdate \(from) -enddate \(to) -extfile \(extensions).ext")
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }
  private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
  func path(_ name: String) -> String { file(name).path }
  func text(_ name: String) throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  /// SHA-256 of a certificate's key, in hexadecimal.
  func pin(_ name: String) throws -> String {
    let unique = UUID().uuidString
    try openssl("x509 -in \(name).pem -pubkey -noout -out \(unique).pub")
    try openssl("pkey -pubin -in \(unique).pub -outform DER -out \(unique).der")
    let digest = try openssl("dgst -sha256 -r \(unique).der")
    return String(try #require(digest.split(separator: " ").first))
  }

  @discardableResult
  private func openssl(_ command: String) throws -> String {
    let run = try ChildProcess.run(
      ["openssl"] + command.split(separator: " ").map(String.init), in: folder)
    try #require(run.status == 0, "openssl \(command)")
    return run.output
  }
}
