/// The texts of each feature.
extension Words {
  /// Payments, what was spent on what, and budgets.
  package var activity: ActivityWords { ActivityWords(words: self) }
  /// What a bank asks before a payment, in the language of the form.
  package var bankQuestion: BankQuestionWords { BankQuestionWords(words: self) }
  /// The form for a card, in its language.
  package var cardEntry: CardEntryWords { CardEntryWords(words: self) }
  /// Forms and questions: new cards, activating, cancelling, PINs, several cards.
  package var cardForms: CardFormWords { CardFormWords(words: self) }
  /// Cards: states, facts, commands, and what became of a change.
  package var cards: CardWords { CardWords(words: self) }
  /// One-time codes, and the authenticator app.
  package var codes: CodeWords { CodeWords(words: self) }
  /// Commands without a screen, and the wallet line by line.
  package var commandLine: CommandLineWords { CommandLineWords(words: self) }
  /// Copying parts of shown details.
  package var copying: CopyWords { CopyWords(words: self) }
  /// Failures, what to do about them, and reasons.
  package var errors: ErrorWords { ErrorWords(words: self) }
  /// A kiosk, its visitors and its operator.
  package var kiosk: KioskWords { KioskWords(words: self) }
  /// Limits of a card, and declines because of them.
  package var limits: LimitWords { LimitWords(words: self) }
  /// What `watch` says.
  package var notifications: NotificationWords { NotificationWords(words: self) }
  /// Payments with a handle.
  package var payments: PaymentWords { PaymentWords(words: self) }
  /// Cards in phones: adding them, and their tokens.
  package var phones: PhoneWords { PhoneWords(words: self) }
  /// Saved cards.
  package var savedCards: SavedCardWords { SavedCardWords(words: self) }
  /// The screen: header, list, menus, keys, news.
  package var screen: ScreenWords { ScreenWords(words: self) }
  /// Settings and themes.
  package var settings: SettingsWords { SettingsWords(words: self) }
  /// The simulated shop.
  package var shop: ShopWords { ShopWords(words: self) }
  /// The first start, signing in, and a server that is lost.
  package var start: StartWords { StartWords(words: self) }
  /// Vaults, their slots, copies and files.
  package var vault: VaultWords { VaultWords(words: self) }
  /// Virtual cards: the list, the page, the commands.
  package var virtualCards: VirtualCardWords { VirtualCardWords(words: self) }
  /// Forms of virtual cards, personas, what pays for them, keys.
  package var virtualForms: VirtualFormWords { VirtualFormWords(words: self) }
}
