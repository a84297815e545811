package import Canvas
package import Secrets
package import WalletAPI
package import WalletModel
package import WalletService

/// Everything that can happen.
package enum Action: Sendable {
  case input(InputEvent)
  /// The clock was read; a deadline may have passed.
  case tick(Clock)
  /// All pending input has been handled: ask for what the final state needs.
  case settle
  case event(WalletEvent)
  /// Everything revealed goes, now: suspension, a signal, the end.
  case conceal

  /// What is wrong with the theme that is painted with: a sentence each.
  case themeProblems([String])

  // Answers to effects.
  case themes([ThemeItem])
  case page(offset: Int, Result<CardList, WalletError>)
  case row(CardID, Result<Card, WalletError>)
  case loaded(CardID, Result<CardDetails, WalletError>)
  case programs(Result<[CardProgram], WalletError>)
  /// What the answer to a query does; why there is none, if so.
  case answered(Completion, WalletError?)
  case profile(CustomerProfileInfo)
  case phone([PhoneMessage])
  case performed(AnyIntent, Result<Completion, WalletError>)
  case challenged(ScaEventID, Result<ScaChallenge, WalletError>)
  case attempted(ScaEventID, Result<ScaAttempt, WalletError>)
  case authenticatorConfirmed(Result<AuthenticatorState, WalletError>)
  /// The answer to a change was lost; all changes that are without one.
  case unanswered(AnyIntent, WalletError, [RecordedChange])
  /// All changes that are without an answer.
  case changes([RecordedChange])
  case settled(RecordedChange, Result<ChangeService.Settlement, WalletError>)
  case copied(DetailField, CopyAttempt)
  case tookCopyBack(CopyEnd)
  /// nil: somebody is signed in again.
  case signedInAgain(WalletError?)
  /// A wallet was opened; nil error: all is well.
  case opened(WalletInfo, WalletError?)
}

/// All that the details pane shows of one card.
package struct CardDetails: Sendable, Equatable {
  package var card: Card
  package var account: Account?
  /// Newest first.
  package var transactions: [Transaction]
  package init(card: Card, account: Account?, transactions: [Transaction]) {
    self.card = card
    self.account = account
    self.transactions = transactions
  }
}

/// What the outside world is asked to do. Each answers with an `Action`, or with nothing.
package enum Effect: Sendable, Equatable {
  case loadPage(offset: Int, limit: Int)
  case loadRow(CardID)
  case loadDetails(CardID)
  case loadPrograms
  case query(AnyQuery)
  case loadProfile
  case loadPhone
  case perform(AnyIntent, ScaReference?)
  case challenge(ScaReference, ScaVerification)
  case attempt(ScaReference, code: Secret)
  case confirmAuthenticator(code: Secret)
  case loadChanges
  case settle(RecordedChange)
  case openDemo
  case openVault(path: String, passphrase: Secret)
  case signIn(user: String, password: Secret)
  case signInAgain(password: Secret)
  /// Without `owner` the vault gets the sample cards and their owner.
  case createVault(path: String, passphrase: Secret, owner: CustomerDetails?)
  /// Forgets the keys of the vault that is open.
  case closeVault
  /// Hands this part of the details to the clipboard; it is wiped then.
  case copy(DetailField, Secret)
  /// Clears the clipboard of what was copied, unless it holds something else by now.
  case takeCopyBack
  /// Gives up what is waited for.
  case cancel(Waiting)
  case loadThemes
  case bell
}

/// What can be given up, with Esc. Each answers at once, that it was given up.
package enum Waiting: Sendable, Equatable {
  /// Opening a wallet, signing in.
  case opening
  /// Pages of cards.
  case reading
  /// Changes and reveals.
  case intents
  /// Sending a code, checking one.
  case codes
}
