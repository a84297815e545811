import ChildProcess
import Foundation
import Issuer
import PostgresServer
import Secrets
import Testing
import WalletAPI
import WalletModel

@testable import PostgresLedger

/// S5: neither a dump of the database nor the server's folder has anything of a customer in clear.
@Suite(.serialized) struct AtRestTests {
  private static let customers = isTorture ? 1000 : 250
  private static let cardsOfEach = 4

  /// Looks for values in files, in all forms in which PostgreSQL writes them.
  private struct Search {
    /// The values by their forms.
    private let forms: [String: String]

    init(_ values: [String]) {
      var forms: [String: String] = [:]
      for value in values {
        for form in Self.forms(of: value) { forms[form] = value }
      }
      self.forms = forms
    }

    private static func forms(of value: String) -> Set<String> {
      // `bytea_output = 'escape'`, in a message and in a dump.
      func escaped(_ backslash: String) -> String {
        value.utf8.map { byte in
          byte < 0x7f
            ? String(UnicodeScalar(byte))
            : backslash + (byte < 0o100 ? "0" : "") + String(byte, radix: 8)
        }.joined()
      }
      let hex = Hex.encode(Array(value.utf8))
      return [value, hex, hex.uppercased(), escaped("\\"), escaped("\\\\")]
    }

    /// The values that are in the files, or in the files of the folders.
    func found(in paths: [String]) throws -> Set<String> {
      let list = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: list) }
      let lines = forms.keys.sorted().joined(separator: "\n")
      try Data((lines + "\n").utf8).write(to: list)
      let output = try AtRestTests.program(
        "/usr/bin/grep", ["-r", "-a", "-o", "-h", "-F", "-f", list.path, "--"] + paths,
        // The bytes as they are.
        environment: ["LC_ALL": "C"], succeeds: [0, 1])
      let matches = Set(output.split(separator: UInt8(ascii: "\n")))
      return Set(matches.compactMap { forms[String(decoding: $0, as: UTF8.self)] })
    }
  }

  /// What a program writes.
  private static func program(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil,
    succeeds statuses: Set<Int32> = [0]
  ) throws -> Data {
    let child = ChildProcess()
    let output = Pipe()
    child.executableURL = URL(fileURLWithPath: path)
    child.arguments = arguments
    child.environment = environment
    child.standardOutput = output
    try child.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    try #require(statuses.contains(child.terminationStatus), "\(path)")
    return data
  }

  /// Customers with cards, and all that must not be found.
  private struct People {
    var names: [String] = []
    var addresses: [String] = []
    var phones: [String] = []
    var emails: [String] = []
    var aliases: [String] = []
    var numbers: [String] = []

    var all: [String] { names + addresses + phones + emails + aliases + numbers }

    private static let letters = Dictionary(uniqueKeysWithValues: zip("0123456789", "abcdefghij"))

    /// Adds them with the operations of a server.
    init(_ ledger: PostgresLedger, _ count: Int, cards: Int) throws {
      let issuer = Issuer.simulation(ledger)
      for person in 0..<count {
        let name = "ZOË QUINTESSA \(1000 + person)"
        let email = "zoe.quintessa.\(person)@example.com"
        let profile = CustomerProfile(
          customerID: CustomerID("person-\(person)"), name: name,
          mobile: "+359 88\(3_000_000 + person)", email: email, market: .eu)
        try ledger.addCustomer(profile)
        names.append(name)
        emails.append(email)
        phones.append(profile.mobile)
        for card in 0..<cards { try add(card + person * cards, profile.customerID, issuer) }
      }
      for person in 0..<count {
        numbers += try ledger.read { reader throws(WalletError) in
          let customer = CustomerID("person-\(person)")
          return try reader.all(CardRecord.self, of: customer).map { card throws(WalletError) in
            try reader.pan(of: card, customer).withBytes { String(decoding: $0, as: UTF8.self) }
          }
        }
      }
    }

    private mutating func add(_ index: Int, _ customer: CustomerID, _ issuer: Issuer)
      throws(WalletError)
    {
      let street = "\(10_000 + index) Grünewalder Allee"
      // A city has no digits.
      let city = "Oberhausen " + "\(10_000 + index)".compactMap { Self.letters[$0] }
      let mobile = "+359 87\(4_000_000 + index)"
      let alias = "Käsekasse \(10_000 + index)"
      let request = CardRequest(
        programName: physicalProgram, currency: "EUR", mobile: mobile,
        deliveryAddress: DeliveryAddress(
          address1: street, city: city, countryCode: "BG", postalCode: "1000"),
        alias: alias)
      _ = try issuer.perform(CreateCard(request), .test(customer, key: "key-\(index)"))
      addresses += [street, city]
      phones.append(mobile)
      aliases.append(alias)
    }
  }

  /// The numbers with spaces, as people write them.
  private static func grouped(_ number: String) -> String {
    stride(from: 0, to: number.count, by: 4).map { String(number.dropFirst($0).prefix(4)) }
      .joined(separator: " ")
  }

  @Test(.timeLimit(.minutes(60))) func nothingOfACustomerIsInClear() throws {
    // The log has all commands with their parameters.
    let server = try PostgresServer(["fsync=off", "log_statement=all"])
    defer { server.stop() }
    let address = try server.newDatabase()
    try TestDatabase.create(address)
    let people = try People(
      try TestDatabase.open(address), Self.customers, cards: Self.cardsOfEach)
    #expect(Set(people.numbers).count == Self.customers * Self.cardsOfEach)
    let values = people.all + people.numbers.map(Self.grouped)

    let dump = server.folder + "/dump"
    func export() throws {
      let database = TestDatabase.name(of: address)
      try Self.program(
        "/usr/bin/pg_dump", ["-d", server.address(database)]
      ).write(to: URL(fileURLWithPath: dump))
      try server.run("CHECKPOINT")
    }
    try export()
    let files = try FileManager.default.subpathsOfDirectory(atPath: server.folder)
    #expect(files.contains { $0.contains("pg_wal/0000") }, "control: the folder has the WAL")
    #expect(try Search(values).found(in: [server.folder]) == [])
    #expect(try Search(values).found(in: [dump]) == [])
    #expect(try Search(["CREATE TABLE public.record"]).found(in: [dump]).count == 1, "control")

    // Positive control: values in clear, as text and as bytes, are found in each place.
    let samples = [people.names[0], people.addresses[0], people.numbers[0], people.phones[0]]
    let rows = samples.map { "('\($0)', convert_to('\($0)', 'UTF8'))" }.joined(separator: ", ")
    try server.run("CREATE TABLE scratch(t text)", in: TestDatabase.name(of: address))
    try server.run("CREATE TABLE scratch2(b bytea)", in: TestDatabase.name(of: address))
    try server.run(
      """
      WITH clear(t, b) AS (VALUES \(rows)), first AS (INSERT INTO scratch SELECT t FROM clear)
      INSERT INTO scratch2 SELECT b FROM clear
      """, in: TestDatabase.name(of: address))
    try export()
    for place in ["/dump", "/log", "/data/base", "/data/pg_wal"] {
      let found = try Search(values).found(in: [server.folder + place])
      #expect(found == Set(samples), "control: \(place)")
    }
    for (table, setting) in [("scratch", "hex"), ("scratch2", "hex"), ("scratch2", "escape")] {
      let database = server.address(TestDatabase.name(of: address))
      try Self.program(
        "/usr/bin/pg_dump", ["-d", database, "-t", table],
        environment: ["PGOPTIONS": "-c bytea_output=\(setting)"]
      ).write(to: URL(fileURLWithPath: dump))
      #expect(try Search(values).found(in: [dump]) == Set(samples), "control: \(table) \(setting)")
    }
  }
}
