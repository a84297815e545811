package import Secrets
package import WalletModel
package import WalletService
package import Words

/// A change or a reveal that the user asked for. The same request is sent again once it is
/// authorised (B09).
///
/// The conforming type holds everything that is particular to an intent: the request, the texts,
/// and what its answer does to the screen. Nothing else distinguishes kinds of intents.
package protocol Intent: Sendable, Equatable {
  associatedtype Answer: Sendable

  /// The card that it is about; nil: no existing card.
  var cardID: CardID? { get }
  /// The secret that was typed for it. Only the intent owns it, and wipes it at its end.
  var secret: Secret? { get }

  /// The title of its confirmation.
  func title(_ words: Words) -> String
  /// Why a one-time code is needed, in a sentence.
  func reason(_ words: Words) -> String
  /// What Enter does after the code was typed.
  func confirmLabel(_ words: Words) -> String
  /// The label of its spinner.
  func progress(_ words: Words) -> String

  /// - Parameter sca: The event that authorised it; nil: none did.
  func request(_ service: WalletService, _ sca: ScaReference?) async throws(WalletError) -> Answer

  /// Shows the intent as pending. Called each time before it is sent.
  func begin(_ state: inout State)
  /// Reverts what `begin` has shown.
  func rollBack(_ state: inout State)
  func succeed(_ answer: Answer, _ state: inout State) -> [Effect]
  /// Handles a lost answer if the book of changes does not record this kind of intent. nil: it
  /// fails like any other.
  func handleLostAnswer(_ state: inout State) -> [Effect]?
  /// Reads what it is about after it failed: it may have changed elsewhere.
  func readAgain(_ state: State) -> [Effect]
}

extension Intent {
  package var cardID: CardID? { nil }
  package var secret: Secret? { nil }
  package func reason(_ words: Words) -> String { words.codeForThis }
  package func confirmLabel(_ words: Words) -> String { words.confirm }
  package func progress(_ words: Words) -> String { title(words) }
  package func begin(_ state: inout State) {}
  package func rollBack(_ state: inout State) {}
  package func handleLostAnswer(_ state: inout State) -> [Effect]? { nil }
  package func readAgain(_ state: State) -> [Effect] {
    cardID.map { [.read(CardRowQuery($0))] } ?? []
  }
}

/// Any intent, type-erased. Its owner calls `end`: the state while it waits for an answer,
/// otherwise the overlay that holds it.
package struct AnyIntent: Sendable, Equatable {
  package let base: any Intent

  package init(_ base: any Intent) { self.base = base }

  package static func == (a: AnyIntent, b: AnyIntent) -> Bool { a.base.equals(b.base) }

  /// Overwrites the secret that was typed for it, after it was carried out or cancelled.
  package func end() { base.secret?.wipe() }

  /// Sends the request. Answers with `Action.performed`.
  package func perform(by service: WalletService, _ sca: ScaReference?) async -> Action {
    await Self.perform(base, service, sca)
  }

  private static func perform(
    _ intent: some Intent, _ service: WalletService, _ sca: ScaReference?
  ) async -> Action {
    do throws(WalletError) {
      return .done(intent, try await intent.request(service, sca))
    } catch {
      return .performed(AnyIntent(intent), .failure(error))
    }
  }
}

/// What the answer to an intent or a query does to the screen.
package struct Completion: Sendable {
  let run: @Sendable (inout State) -> [Effect]
  /// Whether it changes nothing visible.
  let isInvisible: @Sendable (State) -> Bool
}

extension Action {
  /// An intent was carried out.
  package static func done<I: Intent>(_ intent: I, _ answer: I.Answer) -> Action {
    let completion = Completion(
      run: { intent.succeed(answer, &$0) }, isInvisible: { _ in false })
    return .performed(AnyIntent(intent), .success(completion))
  }
}

extension Equatable {
  /// Whether the other is of the same type and equal.
  func equals(_ other: Any) -> Bool { other as? Self == self }
}
