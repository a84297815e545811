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
    case .value(let option): candidates = (try? await values(option, completion)) ?? []
    case .argument(let argument):
      candidates = (try? await arguments(argument, completion)) ?? []
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

  private static func values(_ option: CommandOption, _ completion: Completion)
    async throws(WalletError) -> [Completion.Candidate]
  {
    switch option.name {
    case "theme": themes
    case "profile":
      try Setup(invocation("profiles", completion)).configuration.profiles.map { profile in
        .init(profile.name.text, profile.server?.text ?? profile.vault?.text ?? "")
      }
    case "at", "merchant": try await records(.merchant, completion)
    case "card": try await records(.cardID, completion)
    case "saved": try await records(.savedCard, completion)
    case "persona": try await records(.persona, completion)
    case "source": try await records(.fundingSource, completion)
    default: []
    }
  }

  private static func arguments(_ argument: CommandArgument, _ completion: Completion)
    async throws(WalletError) -> [Completion.Candidate]
  {
    switch argument.name {
    case CommandArgument.cardOrAll.name:
      [.init("all")] + ((try? await records(.cardID, completion)) ?? [])
    case CommandArgument.shell.name: Completions.allCases.map { .init($0.rawValue) }
    case CommandArgument.theme.name, CommandArgument.themeOrFile.name: themes
    case CommandArgument.script.name: ScriptLibrary.names.map { .init($0) }
    case CommandArgument.page.name:
      (Manual.allCases.map(\.rawValue) + CommandPage.all.map(\.file)).map { .init($0) }
    default: try await records(argument, completion)
    }
  }

  private static var themes: [Completion.Candidate] {
    ThemeLibrary.names(searchFolders: StandardPaths.themeFolders).map { .init($0) }
  }

  /// What the wallet has of the kind that an argument names.
  private static func records(_ kind: CommandArgument, _ completion: Completion)
    async throws(WalletError) -> [Completion.Candidate]
  {
    switch kind.name {
    case CommandArgument.cardID.name:
      try await wallet(completion).cards.getAll().cards.map {
        .init($0.id.rawValue, "\($0.title) ··\($0.lastFour), \($0.status.title)")
      }
    case CommandArgument.merchant.name:
      try await wallet(completion).send(ListMerchants()).map { .init($0.id, $0.name) }
    case CommandArgument.paymentHandle.name:
      try await wallet(completion).send(ListPaymentHandles()).handles.map {
        .init($0.id, "\($0.money.decimal) \($0.money.currency), \($0.merchantName)")
      }
    case CommandArgument.paymentQuestion.name:
      try await wallet(completion).send(ListAuthentications()).map {
        .init($0.id, "\($0.money.decimal) \($0.money.currency), \($0.merchant)")
      }
    case CommandArgument.savedCard.name:
      try await wallet(completion).send(ListSavedCards()).map { .init($0.id, $0.maskedNumber) }
    case CommandArgument.persona.name:
      try await wallet(completion).send(ListPersonas()).map { .init($0.id, $0.name) }
    case CommandArgument.fundingSource.name:
      try await wallet(completion).send(ListFundingSources()).map {
        .init($0.id, "\($0.network.rawValue) ··\($0.lastFour), \($0.state.rawValue)")
      }
    case CommandArgument.virtualCard.name:
      // The public part of the cards: their keys may take a second.
      try await wallet(completion).virtualCards.page(
        VirtualCardQuery(limit: VirtualCardQuery.maximumLimit)
      )
      .cards.map { .init($0.id, "\($0.cardHolder) ··\($0.lastFour), \($0.state.rawValue)") }
    default: []
    }
  }

  /// Opens the wallet.
  ///
  /// - Throws: `.usage` if the user would have to type something.
  private static func wallet(_ completion: Completion) async throws(WalletError) -> WalletService {
    var invocation = try invocation("cards", completion)
    try Setup(invocation).fill(&invocation, opensWallet: true)
    guard opensWithoutQuestion(invocation) else { throw WalletError(.usage) }
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
