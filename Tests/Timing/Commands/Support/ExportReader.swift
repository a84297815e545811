import Foundation
import Testing

@testable import CommandTesting

/// Reads exported payments with the programs that they are meant for: see Tests/Export/read.
struct ExportReader {
  struct Payment: Decodable, Equatable {
    let id: String
    let payee: String
    let isPending: Bool
    /// What each account gets: account, number, currency.
    let changes: [[String]]

    /// What the account gets whose name begins like this.
    func change(_ account: String) -> [String]? {
      changes.first { $0[0].hasPrefix(account) }.map { Array($0.dropFirst()) }
    }
  }

  private static let python = project.appending(path: ".build/export/bin/python").path

  /// Whether the programs are there.
  static let isInstalled =
    FileManager.default.isExecutableFile(atPath: python)
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/ledger")
  static let isMissing: Comment =
    "the programs that read exports are missing: .ci/install-deps installs them"

  /// - Parameter texts: Files that are read as one journal.
  /// - Throws: If a program finds a mistake in them.
  static func read(_ format: String, _ texts: [String]) throws -> [Payment] {
    try JSONDecoder().decode([Payment].self, from: try answer(format, texts))
  }

  /// The rows of CSV by their titles.
  static func table(_ text: String) throws -> [[String: String]] {
    try JSONDecoder().decode([[String: String]].self, from: try answer("csv", [text]))
  }

  private static func answer(_ format: String, _ texts: [String]) throws -> Data {
    let folder = try TestFolder()
    let files = try texts.enumerated().map { try folder.write($1, to: "\($0).\(format)") }
    let run = try Run.program(
      python, [project.appending(path: "Tests/Export/read").path, format] + files,
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": folder.url.path])
    try #require(run.status == 0, "\(format) has a mistake: \(texts)")
    return Data(run.out.utf8)
  }
}
