import ScreenKit
package import WalletModel
package import WalletService
package import Words

/// A change or a reveal that the user asked for. The same request is sent again once it is
/// authorised (B09), or once the user has signed in again.
///
/// The conforming type holds everything that is particular to an intent: the request, the texts,
/// and what its answer does to the screen. Nothing else distinguishes kinds of intents.
package protocol Intent: Sendable, Equatable {
  associatedtype Answer: Sendable

  /// The card that it is about; nil: no existing card.
  var cardID: CardID? { get }
  /// Overwrites the secrets that were typed for it, which only the intent owns. Called when it has
  /// ended, not by `request`, which may be sent again.
  func wipe()

  /// The title of its confirmation.
  func title(_ words: Words) -> String
  /// What it is about, as its confirmation names it; nil: the wallet.
  func subject(_ state: State) -> String?
  /// Why a one-time code is needed, in a sentence.
  func reason(_ words: Words) -> String
  /// What Enter does after the code was typed.
  func confirmLabel(_ words: Words) -> String
  /// The label of its spinner.
  func progress(_ words: Words) -> String

  /// - Parameter service: It is authorised by the event that the user has confirmed.
  func request(_ service: WalletService) async throws(WalletError) -> Answer

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
  package func wipe() {}
  package func subject(_ state: State) -> String? {
    cardID.flatMap { state.cards.list.row($0) }.map {
      "\($0.title) · \(state.words.cards.scheme($0.scheme)) ··\($0.lastFour)"
    }
  }
  package func reason(_ words: Words) -> String { words.codes.codeForThis }
  package func confirmLabel(_ words: Words) -> String { words.confirm }
  package func progress(_ words: Words) -> String { title(words) }
  package func begin(_ state: inout State) {}
  package func rollBack(_ state: inout State) {}
  package func handleLostAnswer(_ state: inout State) -> [Effect]? { nil }
  package func readAgain(_ state: State) -> [Effect] {
    cardID.map { [.read(CardRowQuery(id: $0))] } ?? []
  }

  /// The answer of an intent that shows its failures itself: all but those after which the user has
  /// to agree or to sign in.
  static func caught<Value: Sendable>(_ body: () async throws(WalletError) -> Value)
    async throws(WalletError) -> Result<Value, WalletError>
  {
    do throws(WalletError) {
      return .success(try await body())
    } catch {
      if error.asksUser { throw error }
      return .failure(error)
    }
  }
}

/// Any intent, type-erased. Its owner calls `end`: the state while it waits for an answer,
/// otherwise the overlay that holds it.
package struct AnyIntent: Sendable, Equatable {
  package let base: any Intent

  package init(_ base: any Intent) { self.base = base }

  package static func == (a: AnyIntent, b: AnyIntent) -> Bool { a.base.equals(b.base) }

  /// Overwrites the secrets that were typed for it, after it was carried out or cancelled.
  package func end() { base.wipe() }

  /// Sends the request. Answers with `Action.performed`.
  ///
  /// - Parameter sca: The event that authorised it; nil: none did.
  package func perform(by service: WalletService, _ sca: ScaReference?) async -> Action {
    await Self.perform(base, service.authorized(by: sca))
  }

  private static func perform(_ intent: some Intent, _ service: WalletService) async -> Action {
    do throws(WalletError) {
      return .done(intent, try await intent.request(service))
    } catch {
      return .performed(AnyIntent(intent), .failure(error))
    }
  }
}

/// What the answer to an intent or a query does to the screen.
package struct AnswerHandler: Sendable {
  let run: @Sendable (inout State) -> [Effect]
  /// Whether it changes nothing visible.
  let isInvisible: @Sendable (State) -> Bool
}

extension Action {
  /// An intent was carried out.
  package static func done<I: Intent>(_ intent: I, _ answer: I.Answer) -> Action {
    let handler = AnswerHandler(
      run: { intent.succeed(answer, &$0) }, isInvisible: { _ in false })
    return .performed(AnyIntent(intent), .success(handler))
  }
}

extension Equatable {
  /// Whether the other is of the same type and equal.
  func equals(_ other: Any) -> Bool { other as? Self == self }
}
