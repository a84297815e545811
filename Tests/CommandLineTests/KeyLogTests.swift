import Foundation
import Testing

@testable import CommandTesting

/// With `SSLKEYLOGFILE`, which many developers set for all programs, TLS libraries write the keys
/// of each connection to a file.
struct KeyLogTests {
  @Test func keysOfConnectionsAreNotLogged() throws {
    let folder = try TestFolder()
    let (key, certificate) = (folder.path("key"), folder.path("certificate"))
    try run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
        key, "-out", certificate, "-days", "2", "-subj", "/CN=here", "-addext",
        "subjectAltName=IP:127.0.0.1",
      ])
    let (server, client) = (folder.path("server.keys"), folder.path("client.keys"))
    let daemon = try Daemon(
      ["--demo", "--tls-cert", certificate, "--tls-key", key], in: folder.url, lines: 4,
      environment: ["SSLKEYLOGFILE": server])
    let clientSecret = try #require(daemon.announced["client"]?.last)
    let password = try #require(daemon.announced["user ana"]?.last)
    try Binary.run(
      [
        "cards", "--server", daemon.url, "--connect-seconds", "60", "--answer-seconds", "300",
        "--ca", certificate, "--login", "ana",
        "--client-secret-file", try folder.write(clientSecret + "\n", to: "client"),
        "--password-file", try folder.write(password + "\n", to: "password"),
      ], environment: ["SSLKEYLOGFILE": client]
    ).succeeded()
    let control = folder.path("control.keys")
    try run(
      "python3",
      [
        "-c",
        """
        import ssl, urllib.request
        trusted = ssl.create_default_context(cafile="\(certificate)")
        urllib.request.urlopen("\(daemon.url)/healthz", context=trusted).read()
        """,
      ], environment: ["SSLKEYLOGFILE": control])
    #expect(FileManager.default.fileExists(atPath: control), "others write them")
    #expect(!FileManager.default.fileExists(atPath: client))
    #expect(!FileManager.default.fileExists(atPath: server))
  }

  private func run(_ program: String, _ words: [String], environment: [String: String] = [:]) throws
  {
    try Run.program(
      "/usr/bin/env", [program] + words,
      environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    ).succeeded()
  }
}
