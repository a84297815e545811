// A process that uses a vault, for tests that need several of them or kill one.
//
//   vaultworker toggle PATH PASSPHRASE COUNT [COMMITS]
//       changes the status of the first card COUNT times, with the change's number as reason.
//       Prints each number when the change is acknowledged. COMMITS is the folder for the last
//       commit.
//   vaultworker hold PATH PASSPHRASE COUNT [COMMITS]
//       the same, then waits to be killed
//   vaultworker watch PATH PASSPHRASE COUNT [COMMITS]
//       the same, and looks for news of the file while it waits
//   vaultworker backup PATH PASSPHRASE FILE
//       copies the vault into a new file
//   vaultworker unsure PATH PASSPHRASE
//       changes the status of the first card once. The disk fails during the sync of the next
//       change. Prints how this is reported, and ends as if it was killed.
//   vaultworker passwd PATH PASSPHRASE NEW
//       changes the passphrase
//   vaultworker restore PATH PASSPHRASE BACKUP COMMITS
//       puts the backup in the place of the vault
//   vaultworker import PATH PASSPHRASE EXPORT COMMITS
//       the same with an export; its passphrase is that of the vault
//   vaultworker repair PATH PASSPHRASE
//       repairs the vault
//   vaultworker fill PATH PASSPHRASE CARDS
//       creates a vault with this number of cards and the lowest cost of the passphrase
//   vaultworker measure CARDS
//       prints the times of opening and listing
//   vaultworker virtual CARDS
//       prints the times of listing so many prepaid and virtual cards, as JSON
import Glibc
import Issuer
import Secrets
import VaultLedger
import WalletAPI
import WalletModel

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

nonisolated(unsafe) var diskFails = false

/// Replaces the function of the C library. SQLite syncs with it.
@_cdecl("fdatasync")
public func fdatasyncOrFail(_ descriptor: Int32) -> Int32 {
  typealias Sync = @convention(c) (Int32) -> Int32
  guard !diskFails, let real = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "fdatasync") else {
    errno = EIO
    return -1
  }
  return unsafeBitCast(real, to: Sync.self)(descriptor)
}

func unsure(_ path: String, _ passphrase: String) throws(WalletError) {
  let ledger = try Vault.open(at: path, passphrase: secret(passphrase))
  let issuer = Issuer(ledger: ledger)
  let context = RequestContext(customerID: ledger.owner, sessionID: "worker", deviceID: "test")
  let card = try issuer.perform(ListCards(CardQuery(limit: 1)), context).cards[0]
  let lock = SetCardStatus(card.id, .locked, reason: "1")
  let unlock = SetCardStatus(card.id, .active, reason: "2")
  _ = try issuer.perform(card.status == .locked ? unlock : lock, context)
  diskFails = true
  do throws(WalletError) {
    _ = try issuer.perform(card.status == .locked ? lock : unlock, context)
    say("done")
  } catch {
    say("\(error.code.rawValue) \(error.mayHaveHappened)")
  }
  _exit(0)
}

func say(_ text: String) {
  var line = text + "\n"
  line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

enum End {
  case quit, hold, watch
}

func toggle(
  _ path: String, _ passphrase: String, _ count: Int, commits: String?, then end: End
) throws(WalletError) -> Int {
  let ledger = try Vault.open(at: path, passphrase: secret(passphrase), commits: commits)
  let issuer = Issuer(ledger: ledger)
  let context = RequestContext(
    customerID: ledger.owner, sessionID: "worker \(getpid())", deviceID: "test")
  let id = try issuer.perform(ListCards(CardQuery(limit: 1)), context).cards[0].id
  // It watches the file before anybody knows that it has it open.
  let backend = end == .watch ? LocalBackend(ledger: ledger) : nil
  say("ready")
  var changes = 0
  while changes < count {
    let card = try issuer.perform(GetCard(id), context)
    var seen = context
    seen.expectedVersion = card.version
    let target: CardStatus = card.status == .locked ? .active : .locked
    do throws(WalletError) {
      _ = try issuer.perform(
        SetCardStatus(id, target, reason: "\(changes + 1)"), seen)
      changes += 1
      say("\(changes)")
    } catch {
      // Another process was faster. Read again.
      if error.code != .versionConflict { throw error }
    }
  }
  while end != .quit { pause() }
  withExtendedLifetime(backend) {}
  return changes
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  let took = clock.now - start
  return Double(took.components.attoseconds) / 1e18 + Double(took.components.seconds)
}

func milliseconds(_ seconds: Double) -> String {
  let hundredths = Int(seconds * 100_000)
  return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10) ms"
}

func residentKiB() -> Int {
  guard let file = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, 256, file) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    if text.hasPrefix("VmRSS") { return Int(text.filter { $0.isNumber }) ?? 0 }
  }
  return 0
}

func measure(_ cards: Int) throws {
  for _ in 0..<3 {
    say("demo of 6 opens in \(milliseconds(try seconds { _ = try Vault.demo() }))")
  }
  var ledger: VaultLedger?
  say(
    "demo of \(cards) opens in "
      + milliseconds(try seconds { ledger = try Vault.demo(cards: cards) }))
  guard let ledger else { return }
  let rest = try seconds { while try ledger.backgroundStep() != nil {} }
  say("the rest is there after \(milliseconds(rest)), resident \(residentKiB()) KiB")
  let issuer = Issuer(ledger: ledger)
  let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
  for offset in [0, cards / 2, cards - 200] {
    let page = try seconds {
      _ = try issuer.perform(ListCards(CardQuery(limit: 200, offset: offset)), context)
    }
    say("a page of 200 at \(offset) takes \(milliseconds(page))")
  }
  let filtered = try seconds {
    _ = try issuer.perform(ListCards(CardQuery(statuses: [.locked])), context)
  }
  say("a page of one status takes \(milliseconds(filtered))")
}

func fill(_ path: String, _ passphrase: Secret, _ cards: Int) throws(WalletError) {
  try Vault.create(
    at: path, passphrase: passphrase, options: VaultOptions(kdf: .minimum), profile: nil)
  let ledger = try Vault.open(at: path, passphrase: passphrase, readOnly: false)
  let sample = SampleWallet(clock: .system)
  try ledger.write { writer throws(WalletError) in
    let owner = try writer.get(CustomerProfile.self, of: ledger.owner)
    for index in 0..<cards { try sample.addCard(index, writer, owner) }
  }
}

/// Creates a file with `cards` cards and the lowest cost of the passphrase, opens it and lists all
/// cards.
func measureFile(_ cards: Int) throws {
  let path = "/tmp/walletui-measure-\(getpid())"
  let passphrase = secret("x")
  defer { for end in ["", "-wal", "-shm"] { unlink(path + end) } }
  try fill(path, passphrase, cards)
  var info = stat()
  lstat(path, &info)
  say("a file of \(cards) cards has \(info.st_size / 1024) KiB")
  for _ in 0..<3 {
    var ledger: VaultLedger?
    let open = try seconds {
      ledger = try Vault.open(at: path, passphrase: passphrase, readOnly: false)
    }
    guard let ledger else { return }
    let issuer = Issuer(ledger: ledger)
    let context = RequestContext(customerID: ledger.owner, sessionID: "s", deviceID: "d")
    var count = 0
    let list = try seconds {
      while count < cards {
        count += try issuer.perform(
          ListCards(CardQuery(limit: 1000, offset: count)), context
        ).cards.count
      }
    }
    say("it opens in \(milliseconds(open)), \(count) cards are listed in \(milliseconds(list))")
  }
  let check = try seconds { _ = try Vault.check(at: path, passphrase: passphrase) }
  say("it is checked in \(milliseconds(check))")
}

let arguments = CommandLine.arguments
do {
  switch arguments.dropFirst().first {
  case "toggle", "hold", "watch":
    guard arguments.count == 5 || arguments.count == 6 else { exit(2) }
    _ = try toggle(
      arguments[2], arguments[3], Int(arguments[4]) ?? 0,
      commits: arguments.count == 6 ? arguments[5] : nil,
      then: arguments[1] == "hold" ? .hold : arguments[1] == "watch" ? .watch : .quit)
  case "backup" where arguments.count == 5:
    _ = try Vault.backUp(arguments[2], passphrase: secret(arguments[3]), to: arguments[4])
    say("done")
  case "unsure" where arguments.count == 4: try unsure(arguments[2], arguments[3])
  case "passwd" where arguments.count == 5:
    try Vault.changeSlots(
      at: arguments[2], secret: secret(arguments[3]), .replace(with: secret(arguments[4])))
    say("done")
  case "restore" where arguments.count == 6:
    _ = try Vault.restore(
      arguments[4], passphrase: secret(arguments[3]), to: arguments[2], keepsOld: true,
      commits: arguments[5])
    say("done")
  case "import" where arguments.count == 6:
    _ = try Vault.importExport(
      arguments[4], exportPassphrase: secret(arguments[3]), to: arguments[2],
      newPassphrase: secret(arguments[3]), keepsOld: false, commits: arguments[5])
    say("done")
  case "repair" where arguments.count == 4:
    _ = try Vault.repair(arguments[2], passphrase: secret(arguments[3]))
    say("done")
  case "fill" where arguments.count == 5:
    try fill(arguments[2], secret(arguments[3]), Int(arguments[4]) ?? 0)
  case "measure" where arguments.count == 3:
    try measure(Int(arguments[2]) ?? 10_000)
    try measureFile(Int(arguments[2]) ?? 10_000)
  case "virtual" where arguments.count == 3:
    try await VirtualCardMeasurement.print(Int(arguments[2]) ?? 10_000)
  default: exit(2)
  }
} catch {
  say("\(error)")
  exit(1)
}
