import Arguments
import Configuration
import FrontEnd
import Glibc
import Script
import TextLayout
import TextOutput
import Themes
import WalletAPI
import WalletModel
import WalletService
import Yaml

/// Answers a shell that asks how a command line may continue: `walletui __complete WORD…
/// WORD-BEING-TYPED`. Each line is a candidate with its help after a tab. `:files` asks the shell
/// to complete files.
///
/// It never asks the user for anything. It lists cards only if no passphrase has to be typed.
enum Completer {
  /// The first argument of such a question.
  static let word = "__complete"

  static func answer(_ words: [String]) async throws(WalletError) {
    let output = Streams.current.output
    for candidate in await candidates(words) {
      try Output.text(Text.clean(candidate.word))
      if !candidate.help.isEmpty {
        try? output.sequences([.tab])
        try Output.text(Text.clean(candidate.help))
      }
      try Output.text("\n")
    }
  }

  private static func candidates(_ words: [String]) async -> [Completion.Candidate] {
    let completion = Commands.parser.completion(of: words)
    let candidates: [Completion.Candidate]
    switch completion.kind {
    case .words(let words): candidates = words
    case .file: return [.init(":files")]
    case .value(let option): candidates = await values(option, completion)
    case .argument(let argument): candidates = await arguments(argument, completion)
    }
    return completion.matching(candidates).filter { isPlain($0.word) }
  }

  /// Shells may run the text that they insert. So only words without a meaning for shells are
  /// offered.
  private static func isPlain(_ word: String) -> Bool {
    word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
      default: "-_.,:/@+=%".utf8.contains(byte)
      }
    }
  }

  private static func values(_ option: CommandOption, _ completion: Completion) async
    -> [Completion.Candidate]
  {
    switch option.name {
    case "theme":
      ThemeLibrary.names(searchFolders: StandardPaths.themeFolders).map { .init($0) }
    case "profile":
      (try? Setup(invocation("profiles", completion)))?.configuration.profiles.map { profile in
        .init(profile.name.text, profile.server?.text ?? profile.vault?.text ?? "")
      } ?? []
    case "at": (try? await merchants(completion)) ?? []
    case "card": (try? await cards(completion)) ?? []
    case "saved": (try? await savedCards(completion)) ?? []
    case "persona": (try? await personas(completion)) ?? []
    case "source": (try? await fundingSources(completion)) ?? []
    case "merchant": (try? await merchants(completion)) ?? []
    default: []
    }
  }

  private static func arguments(_ argument: CommandArgument, _ completion: Completion) async
    -> [Completion.Candidate]
  {
    switch argument.name {
    case CommandArgument.cardID.name: (try? await cards(completion)) ?? []
    case CommandArgument.cardOrAll.name: [.init("all")] + ((try? await cards(completion)) ?? [])
    case CommandArgument.merchant.name: (try? await merchants(completion)) ?? []
    case CommandArgument.paymentHandle.name: (try? await handles(completion)) ?? []
    case CommandArgument.paymentQuestion.name: (try? await questions(completion)) ?? []
    case CommandArgument.savedCard.name: (try? await savedCards(completion)) ?? []
    case CommandArgument.persona.name: (try? await personas(completion)) ?? []
    case CommandArgument.fundingSource.name: (try? await fundingSources(completion)) ?? []
    case CommandArgument.virtualCard.name: (try? await virtualCards(completion)) ?? []
    case CommandArgument.shell.name: Completions.allCases.map { .init($0.rawValue) }
    case CommandArgument.theme.name, CommandArgument.themeOrFile.name:
      ThemeLibrary.names(searchFolders: StandardPaths.themeFolders).map { .init($0) }
    case CommandArgument.script.name: ScriptLibrary.names.map { .init($0) }
    case CommandArgument.page.name:
      (Manual.allCases.map(\.rawValue) + CommandPage.all.map(\.file)).map { .init($0) }
    default: []
    }
  }

  private static func cards(_ completion: Completion) async throws(WalletError)
    -> [Completion.Candidate]
  {
    let list = try await wallet(completion)?.cards.getAll().cards ?? []
    return list.map {
      .init($0.id.rawValue, "\($0.title) ··\($0.lastFour), \($0.status.title)")
    }
  }

  private static func merchants(_ completion: Completion) async throws(WalletError)
    -> [Completion.Candidate]
  {
    try await wallet(completion)?.send(ListMerchants()).map { .init($0.id, $0.name) } ?? []
  }

  private static func handles(_ completion: Completion) async throws(WalletError)
    -> [Completion.Candidate]
  {
    let list = try await wallet(completion)?.send(ListPaymentHandles()).handles ?? []
    return list.map { .init($0.id, "\($0.money.decimal) \($0.money.currency), \($0.merchantName)") }
  }

  private static func questions(_ completion: Completion) async throws(WalletError)
    -> [Completion.Candidate]
  {
    let list = try await wallet(completion)?.send(ListAuthentications()) ?? []
    return list.map { .init($0.id, "\($0.money.decimal) \($0.money.currency), \($0.merchant)") }
  }

  private static func savedCards(_ completion: Completion) async throws(WalletError)
    -> [Completion.Candidate]
  {
    let list = try await wallet(completion)?.send(ListSavedCards()) ?? []
    return list.map { .init($0.id, $0.maskedNumber) }
  }

  private static func personas(_ completion: Completion) async throws(WalletError)
    -> [Completion.Candidate]
  {
    let list = try await wallet(completion)?.send(ListPersonas()) ?? []
    return list.map { .init($0.id, $0.name) }
  }

  private static func fundingSources(_ completion: Completion) async throws(WalletError)
    -> [Completion.Candidate]
  {
    let list = try await wallet(completion)?.send(ListFundingSources()) ?? []
    return list.map {
      .init($0.id, "\($0.network.rawValue) ··\($0.lastFour), \($0.state.rawValue)")
    }
  }

  /// The public part of the cards: their keys may take a second.
  private static func virtualCards(_ completion: Completion) async throws(WalletError)
    -> [Completion.Candidate]
  {
    let query = VirtualCardQuery(limit: VirtualCardQuery.maximumLimit)
    let list = try await wallet(completion)?.virtualCards.page(query).cards ?? []
    return list.map { .init($0.id, "\($0.cardHolder) ··\($0.lastFour), \($0.state.rawValue)") }
  }

  /// Opens the wallet; nil: the user would have to type something.
  private static func wallet(_ completion: Completion) async throws(WalletError) -> WalletService? {
    var invocation = try invocation("cards", completion)
    try Setup(invocation).fill(&invocation, opensWallet: true)
    guard opensWithoutQuestion(invocation) else { return nil }
    return try await WalletOpener(invocation).open(readOnly: true)
  }

  /// Whether the wallet opens without a question: the demo, or a passphrase or password in a file.
  private static func opensWithoutQuestion(_ invocation: Invocation) -> Bool {
    if invocation.has("demo") || invocation.has("demo-cards") { return true }
    let remote = RemoteOptions(invocation)
    let named = remote.map(\.passwordFile) ?? invocation.text("passphrase-file")
    var info = stat()
    // Reading from a pipe would take the secret away from the command that follows.
    return named.map { stat($0, &info) == 0 && info.st_mode & S_IFMT == S_IFREG } ?? false
  }

  /// The command with the wallet's options that were typed.
  private static func invocation(_ command: String, _ completion: Completion)
    throws(WalletError) -> Invocation
  {
    let words = Commands.shared.compactMap { option in
      completion.options[option.name].map {
        option.value.isFlag ? "--" + option.name : "--\(option.name)=\($0)"
      }
    }
    guard case .run(let invocation) = try Commands.parser.parse([command] + words) else {
      throw WalletError(.usage)
    }
    return invocation
  }
}
