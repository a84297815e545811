import Foundation
import Testing

@testable import CommandTesting

/// walletd's files: others must not be able to change them, and files that others can read are
/// reported.
struct FileModeTests {
  private let vault: TestVault
  private let folder: TestFolder
  /// The files by the option that names them.
  private var files: [String: String] = [:]

  init() throws {
    vault = try TestVault(sample: false)
    folder = try TestFolder()
    let passphrase = try String(contentsOfFile: vault.passphraseFile, encoding: .utf8)
    files["--passphrase-file"] = try folder.write(passphrase, to: "passphrase")
    files["--users"] = try folder.write("# nobody\n", to: "users")
    files["--client-secret-file"] = try folder.write("hush\n", to: "client")
    files["--tls-cert"] = try folder.write("none\n", to: "certificate")
    files["--tls-key"] = try folder.write("none\n", to: "key")
    files["--deliver"] = try folder.program("#!/bin/sh\n", "deliver")
  }

  /// walletd's output. It ends by itself, because the certificate is invalid.
  private func said() throws -> (status: Int32, text: String) {
    let run = try Run.program(
      Daemon.binary.path,
      ["--store", vault.file, "--listen", "127.0.0.1:0"] + files.flatMap { [$0.key, $0.value] },
      environment: [:])
    return (run.status, run.err)
  }

  private static let options = [
    "--passphrase-file", "--users", "--client-secret-file", "--tls-cert", "--tls-key", "--deliver",
  ]

  @Test func ownFilesAreRead() throws {
    let (status, text) = try said()
    // Control: the certificate is what stops it.
    #expect(status == 78 && text.contains("Can't use the certificate and its key"), "\(text)")
    #expect(!text.contains("others"))
  }

  @Test(arguments: options, [0o720, 0o702, 0o777])
  func filesThatOthersCanChangeAreRefused(_ option: String, _ mode: mode_t) throws {
    let path = try #require(files[option])
    #expect(chmod(path, mode) == 0)
    let (status, text) = try said()
    #expect(status == 77, "\(text)")
    #expect(text.contains(path + ": others can write to it"), "\(text)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"), arguments: options)
  func filesOfOtherUsersAreRefused(_ option: String) throws {
    let path = try #require(files[option])
    #expect(chown(path, 12345, 12345) == 0)
    let (status, text) = try said()
    #expect(status == 77, "\(text)")
    #expect(text.contains(path + ": it belongs to someone else"), "\(text)")
  }

  @Test(arguments: options, [0o704, 0o740])
  func filesThatOthersCanReadAreReported(_ option: String, _ mode: mode_t) throws {
    let path = try #require(files[option])
    #expect(chmod(path, mode) == 0)
    let (status, text) = try said()
    #expect(status == 78, "\(text)")
    let isSecret = ["--passphrase-file", "--client-secret-file", "--tls-key"].contains(option)
    #expect(text.contains("walletd: others can read " + path) == isSecret, "\(text)")
  }

  /// systemd passes credentials to a user other than root in this way: readable by its group, or by
  /// a link.
  @Test func linksAreFollowed() throws {
    var linked = self
    for (option, path) in files {
      let link = path + ".link"
      #expect(symlink(path, link) == 0)
      linked.files[option] = link
    }
    let (status, text) = try linked.said()
    #expect(status == 78 && !text.contains("others"), "\(text)")
    let key = try #require(files["--tls-key"])
    #expect(chmod(key, 0o666) == 0)
    #expect(try linked.said().status == 77)
  }
}
