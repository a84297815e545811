package import Canvas
package import Secrets
package import WalletAPI
package import WalletModel

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
  /// What the answer to a query does; why there is none, if so.
  case answered(Completion, WalletError?)
  case performed(AnyIntent, Result<Completion, WalletError>)
  /// The answer to a change was lost; all changes that are without one.
  case unanswered(AnyIntent, WalletError, [RecordedChange])
  case copied(DetailField, CopyAttempt)
  case tookCopyBack(CopyEnd)
  /// nil: somebody is signed in again.
  case signedInAgain(WalletError?)
  /// A wallet was opened; nil error: all is well.
  case opened(WalletInfo, WalletError?)
}

/// What the outside world is asked to do. Each answers with an `Action`, or with nothing.
package enum Effect: Sendable, Equatable {
  case query(AnyQuery)
  case perform(AnyIntent, ScaReference?)
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
