import ChildProcess
import Foundation
import Testing

/// A certificate that signs itself, and its key, in PEM. They are made while the tests run.
struct TestCertificate {
  let certificate: String
  let key: String
  static let shared = Result { try TestCertificate() }

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "walletui-certificate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
    func openssl(_ command: String) throws {
      let words = ["openssl"] + command.split(separator: " ").map(String.init)
      try #require(try ChildProcess.run(words, in: folder).status == 0, "openssl \(command)")
    }
    try Self.authority.write(to: file("authority"), atomically: true, encoding: .utf8)
    try "".write(to: file("index"), atomically: true, encoding: .utf8)
    try openssl(
      "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out request "
        + "-subj /CN=localhost")
    // It is valid whatever the clock of this machine says.
    try openssl(
      "ca -batch -notext -selfsign -config authority -in request -keyfile key -out certificate "
        + "-startdate 20200101000000Z -enddate 20990101000000Z")
    certificate = try String(contentsOf: file("certificate"), encoding: .utf8)
    key = try String(contentsOf: file("key"), encoding: .utf8)
  }

  /// `openssl ca` is the only command that can set the start of validity.
  private static let authority = """
    [ca]
    default_ca=a
    [a]
    database=index
    new_certs_dir=.
    rand_serial=yes
    default_md=sha256
    policy=p
    [p]
    commonName=supplied
    """
}
