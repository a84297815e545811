package import Canvas
package import CardEntry
package import ScreenKit
package import Secrets
package import WalletAPI
package import WalletModel

/// Everything that can happen.
package enum Action: Sendable {
  case input(InputEvent)
  /// The clock was read. A deadline may have passed.
  case tick(Clock)
  /// All pending input has been handled: request what the final state needs.
  case settle
  case event(WalletEvent)
  /// Hide all secrets at once: before a suspension, a signal or the end.
  case conceal

  /// The problems of the current theme, a sentence each.
  case themeProblems([String])

  // Answers to effects.
  case themes([ThemeItem])
  case configured(ConfigurationRequest, Result<ConfigurationSnapshot, WalletError>)
  /// What the answer to a query does, and why there was no answer, if there was none.
  case answered(AnswerHandler, WalletError?)
  case performed(AnyIntent, Result<AnswerHandler, WalletError>)
  /// The answer to a change was lost; with all changes that have no answer.
  case unanswered(AnyIntent, WalletError, [RecordedChange])
  case copied(CopiedText, CopyAttempt)
  case copyCleared(ClearingResult)
  /// A picture or a text of a card was read.
  case scanned(Result<ScannedCard, WalletError>)
  /// Keys were read from a file or written to one.
  case keyFile(Result<KeyFileAnswer, WalletError>)
  /// The editor has ended, at that time; nil: the text is the same.
  case edited(MetadataEdit, Result<[UInt8]?, WalletError>, Clock)
  /// nil: the sign-in succeeded.
  case signedInAgain(WalletError?)
  /// A wallet was opened. nil: without an error.
  case opened(WalletInfo, WalletError?)
}

/// A server that is chosen on the screen.
package enum ServerName: Sendable, Equatable {
  /// Its address was typed.
  case address(String)
  /// The profile of this name in the configuration has it.
  case profile(String)
}

/// What the reducer asks of the outside world. Each effect is answered by an `Action` or not at
/// all.
package enum Effect: Sendable, Equatable {
  case query(AnyQuery)
  case perform(AnyIntent, ScaReference?)
  case openDemo
  case openVault(path: String, passphrase: Secret)
  case signIn(user: String, password: Secret)
  case signInAgain(password: Secret)
  /// Signs in to a server that was chosen on the start screen.
  case connect(to: ServerName, user: String, password: Secret)
  /// Without `owner` the vault gets the sample cards and their owner.
  case createVault(path: String, passphrase: Secret, owner: CustomerDetails?)
  /// Erases the keys of the open vault.
  case closeVault
  /// Copies this to the clipboard, then wipes the secret.
  case copy(CopiedText, Secret)
  /// Clears the clipboard, unless it holds something else now.
  case clearCopy
  /// Cancels what the screen waits for.
  case cancel(Waiting)
  case loadThemes
  case configure(ConfigurationRequest)
  /// Reads the card in a picture or a text. `today`: this month at the place of the person.
  case scan(path: String, today: CalendarMonth)
  /// Reads keys of this device from a file, or writes them to one.
  case keyFile(KeyFileRequest)
  /// Opens metadata in the person's editor, which gets the terminal.
  case edit(MetadataEdit)
  /// Shows a notification, with a text that anybody may see.
  case notify(String)
  case bell
}

/// What Esc can cancel. Each request then answers at once with `.cancelled`.
package enum Waiting: Sendable, Equatable {
  /// Opening a wallet or signing in.
  case opening
  /// Pages of cards.
  case reading
  /// Changes and reveals.
  case intents
  /// Sending or checking a code.
  case codes
  /// Reading the card in a picture or a text.
  case scanning
}
