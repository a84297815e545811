import WalletAPI
import WalletModel

extension CombinedBackend {
  /// The programmes of all wallets. A name that two of them have is told with its wallet.
  func programs(_ operation: GetPrograms, _ context: RequestContext)
    async throws(WalletError) -> [CardProgram]
  {
    let all = try await programsByWallet(operation, context)
    var counts: [String: Int] = [:]
    for program in all.flatMap(\.programs) { counts[program.name, default: 0] += 1 }
    return all.flatMap { wallet, programs in
      let name = wallets[wallet].name
      return programs.map { program in
        var program = program
        program.wallet = name
        if counts[program.name, default: 0] > 1 {
          program.name = CardProgram.fullName(program.name, in: name)
        }
        return program
      }
    }
  }

  /// The wallet in which a card of this programme is ordered, and the programme's name there.
  ///
  /// - Throws: `.fieldErrors` if several wallets have it and none is named.
  func place(ofProgram name: String, _ context: RequestContext)
    async throws(WalletError) -> (wallet: Int, program: String)
  {
    for (index, wallet) in wallets.enumerated() {
      let prefix = CardProgram.fullName("", in: wallet.name)
      if name.hasPrefix(prefix) { return (index, String(name.dropFirst(prefix.count))) }
    }
    let found = try await programsByWallet(GetPrograms(), context).filter {
      $0.programs.contains { $0.name == name }
    }
    if found.count > 1 {
      let names = found.map { CardProgram.fullName(name, in: wallets[$0.wallet].name) }
      throw WalletError(
        .fieldErrors,
        fieldErrors: [
          FieldError(
            "programName",
            .text(
              "Must name the wallet: \(names.joined(separator: " or "))",
              "Muss die Wallet nennen: \(names.joined(separator: " oder "))"))
        ])
    }
    return (found.first?.wallet ?? primary, name)
  }

  private func programsByWallet(_ operation: GetPrograms, _ context: RequestContext)
    async throws(WalletError) -> [(wallet: Int, programs: [CardProgram])]
  {
    let all = try await gather { wallet throws(WalletError) in
      try await self.ask(wallet, operation, context)
    }
    return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
