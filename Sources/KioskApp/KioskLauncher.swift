package import Arguments
import Canvas
import FrontEnd
import ScreenApp
import Script
import Secrets
import TerminalRuntime
import WalletModel
import WalletUI
import Words

/// Runs the command `kiosk` on the terminal, under the watchdog.
package enum KioskLauncher {
  /// Options that a kiosk does not accept. It does not read the configuration either.
  private static let refusedOptions = [
    "demo-cards", "vault", "passphrase-file", "server", "log", "config", "profile",
  ]

  /// Runs on the main thread, before there are other threads.
  package static func run(_ invocation: Invocation) -> Int32 {
    do throws(ScriptFile.Refusal) {
      let scripts = try scripts(invocation)
      return run(invocation, scripts)
    } catch {
      for line in error.lines(invocation.words) { Output.note("walletui: " + line) }
      return error.exit.rawValue
    }
  }

  private static func run(_ invocation: Invocation, _ scripts: [Script]) -> Int32 {
    do {
      try refuse(invocation, scripts)
      let fitting = try fitting(scripts, named: invocation.has("script"))
      _ = try pin(invocation)
      if case .ended(let status) = try Watchdog.begin() {
        if status != 0 {
          Output.note("walletui: \(invocation.words.kiosk.ended(Int(status))).")
        }
        return status
      }
      return try runWorker(invocation, fitting)
    } catch {
      return Report.failure(error, invocation.words)
    }
  }

  private static func refuse(_ invocation: Invocation, _ scripts: [Script]) throws(WalletError) {
    if invocation.has("script"), !scripts[0].isForKiosks {
      throw WalletError.usage(
        "this script is not for a kiosk: it says `set kiosk no`",
        "dieses Skript ist nicht für einen Kiosk: darin steht `set kiosk no`")
    }
    if let name = refusedOptions.first(where: invocation.has) {
      throw WalletError.usage(
        "--\(name) and kiosk don't go together", "--\(name) und kiosk gehen nicht zusammen")
    }
  }

  /// The script that was named, and the built-in ones.
  private static func scripts(_ invocation: Invocation) throws(ScriptFile.Refusal) -> [Script] {
    var scripts: [Script] = []
    if let name = invocation.text("script") {
      scripts.append(try ScriptFile.read(name, invocation))
    }
    for name in ScriptLibrary.names {
      let script = try ScriptFile.read(name, invocation)
      if script.isForKiosks, script.file != scripts.first?.file { scripts.append(script) }
    }
    return scripts
  }

  /// The scripts that fit the terminal. A script that was named must fit.
  private static func fitting(_ scripts: [Script], named: Bool) throws -> [Script] {
    let size = try Terminal.size()
    func fits(_ script: Script) -> Bool {
      size.width >= script.room.width && size.height >= script.room.height
    }
    let wanted = named ? scripts.prefix(1) : scripts[...]
    if wanted.contains(where: fits) { return scripts.filter(fits) }
    let room = wanted.map(\.room).min { $0.height < $1.height } ?? size
    throw WalletError(
      .terminal,
      .text("The terminal is too small for the kiosk", "Das Terminal ist zu klein für den Kiosk"),
      detail: .text(
        """
        it needs \(room.width) columns and \(room.height) rows; this one has \(size.width) and \
        \(size.height)
        """,
        """
        es braucht \(room.width) Spalten und \(room.height) Zeilen; dieses hat \(size.width) und \
        \(size.height)
        """),
      advice: .text(
        "Make it larger, or use another script.",
        "Machen Sie es größer, oder nehmen Sie ein anderes Skript."))
  }

  private static func pin(_ invocation: Invocation) throws(WalletError) -> Secret? {
    guard let file = invocation.text("operator-pin-file") else { return nil }
    let pin = try SecretFile.digits(
      of: file, what: .text("operator's PIN", "PIN des Betriebs"), invocation.words)
    let isRight = pin.withBytes { bytes in
      KioskPin.digits.contains(bytes.count) && bytes.allSatisfy { (0x30...0x39).contains($0) }
    }
    if isRight { return pin }
    throw WalletError.usage(
      "an operator's PIN has \(KioskPin.digits.lowerBound) to \(KioskPin.digits.upperBound) digits",
      "eine PIN des Betriebs hat \(KioskPin.digits.lowerBound) bis \(KioskPin.digits.upperBound) Ziffern"
    )
  }

  /// Runs in the worker process.
  private static func runWorker(_ invocation: Invocation, _ scripts: [Script]) throws -> Int32 {
    let waker = Waker()
    let environment = { (script: Script) in ScriptEnvironment(script, invocation, isKiosk: true) }
    var plan = KioskProgram.Plan(
      words: environment(scripts[0]).settings.words, scripts: scripts,
      play: { script in
        try PlayProgram(Playback(script)) { try environment(script).program(waker) }
      }, open: { script in try environment(script).program(waker) })
    plan.idle = invocation.number("idle") ?? plan.idle
    plan.pin = try pin(invocation)
    let options = ScreenOptions(invocation, problems: [])
    return try Terminal.run(
      KioskProgram(plan), waker: waker,
      options: TerminalOptions(colours: WalletScreen.depth(options), mouse: false))
  }
}

extension Script {
  /// The size that the script needs in a kiosk.
  fileprivate var room: Size {
    let wallet = size ?? State.minimumSize
    return Size(wallet.width, wallet.height + KioskProgram.rows)
  }
}
