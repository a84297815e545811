// A client in its own process, so that its resources can be counted.
//
//   networker URL USER PASSWORD CLIENT-SECRET ROUNDS SEED
//
// Signs in, then starts operations and cancels each at another moment. Prints `done`, waits for a
// line, carries out one more operation and prints the results: a name and its values in each line.
import CHarden
import Glibc
import RemoteBackend
import Secrets
import SeededGenerator
import WalletAPI
import WalletModel

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

func say(_ text: String) {
  var line = text + "\n"
  line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// The resources that a leak would use up.
struct Holding {
  let descriptors: Int
  let threads: Int
  let lockedBytes: Int
  let residentKiB: Int

  init() {
    descriptors = Holding.entries("/proc/self/fd")
    threads = Holding.entries("/proc/self/task")
    lockedBytes = Int(harden_arena_used())
    residentKiB = Holding.resident()
  }

  private static func entries(_ path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }

  private static func resident() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4 } ?? 0
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 7, let rounds = Int(arguments[5]), let seed = UInt64(arguments[6]) else {
  say("networker URL USER PASSWORD CLIENT-SECRET ROUNDS SEED")
  exit(64)
}

func begin(_ wallet: RemoteBackend, _ card: CardID, _ which: UInt64, _ key: String) async {
  var context = wallet.context
  if (6...8).contains(which) { context.idempotencyKey = key }
  switch which {
  case 0: _ = try? await wallet.perform(ListCards(CardQuery()), context)
  case 1: _ = try? await wallet.perform(GetCard(card), context)
  case 2: _ = try? await wallet.perform(GetPrograms(), context)
  case 3: _ = try? await wallet.perform(ListPhoneMessages(), context)
  case 4: _ = try? await wallet.perform(GetSecureDetails(card), context)
  case 5: _ = try? await wallet.perform(SettleChange(key), context)
  case 6: _ = try? await wallet.perform(SetCardStatus(card, .locked, reason: "Test"), context)
  case 7: _ = try? await wallet.perform(SetCardStatus(card, .active, reason: "Test"), context)
  case 8: _ = try? await wallet.perform(CreatePersona(PersonaRequest(name: "Test")), context)
  case 9: _ = try? await wallet.perform(ListPersonas(), context)
  default: _ = try? await wallet.perform(ListVirtualCards(VirtualCardQuery()), context)
  }
}

/// Several lanes start and cancel operations. Returns how long each cancellation took, in
/// microseconds.
func giveUp(_ wallet: RemoteBackend, _ card: CardID, _ rounds: Int, _ seed: UInt64) async
  -> [Int]
{
  await withTaskGroup(of: [Int].self) { group in
    for lane in 0..<8 {
      group.addTask {
        var chance = SeededGenerator(seed: seed &+ UInt64(lane))
        var times: [Int] = []
        for round in 0..<rounds / 8 {
          let which = UInt64.random(in: 0..<11, using: &chance)
          let task = Task { await begin(wallet, card, which, "\(seed)-\(lane)-\(round)") }
          // From before the start until long after the answer.
          let wait =
            Int.random(in: 0..<4, using: &chance) == 0
            ? 0 : Int.random(in: 0..<20_000, using: &chance)
          if wait > 0 { try? await Task.sleep(for: .microseconds(wait)) }
          let start = ContinuousClock.now
          task.cancel()
          await task.value
          let took = (ContinuousClock.now - start).components
          times.append(Int(took.seconds * 1_000_000 + took.attoseconds / 1_000_000_000_000))
        }
        return times
      }
    }
    return await group.reduce(into: []) { $0 += $1 }
  }
}

/// Waits for an answer: requests may be paused for a while, and the last cancellation may not be
/// finished.
func settled(_ wallet: RemoteBackend, _ card: CardID) async throws -> Card {
  while true {
    do throws(WalletError) {
      return try await wallet.perform(GetCard(card), wallet.context)
    } catch {
      try await Task.sleep(for: .seconds(error.retryAfter ?? 1))
    }
  }
}

var profile = try RemoteProfile(server: arguments[1], insecureLoopback: true)
profile.clientSecret = secret(arguments[4])
var wallet: RemoteBackend? = try await RemoteBackend.signIn(
  profile, user: arguments[2], password: secret(arguments[3]))
if let wallet {
  let program = try await wallet.perform(GetPrograms(cardType: .virtual), wallet.context)[0]
  let create = CreateCard(CardRequest(programName: program.name, currency: "EUR"))
  let card = try await wallet.perform(create, wallet.context)
  say("ready")
  _ = readLine()
  // Resources that are created once are created before the counting starts.
  _ = await giveUp(wallet, card.id, 800, 0)
  _ = try await settled(wallet, card.id)
  let before = Holding()
  let times = await giveUp(wallet, card.id, rounds, seed).sorted()
  say("done")
  _ = readLine()
  let last = try await settled(wallet, card.id)
  let after = Holding()
  say("card \(last.status.rawValue)")
  say("microseconds \(times[times.count / 2]) \(times[times.count * 99 / 100]) \(times.last ?? 0)")
  say("descriptors \(before.descriptors) \(after.descriptors)")
  say("threads \(before.threads) \(after.threads)")
  say("locked \(before.lockedBytes) \(after.lockedBytes)")
  say("resident \(before.residentKiB) \(after.residentKiB)")
}
wallet = nil
