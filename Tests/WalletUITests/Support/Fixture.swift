import Canvas
import Languages
import ScreenKit
import Secrets
import Synchronization
import Themes
import Waiting
import WalletModel
import WalletService
import Words

@testable import WalletUI

/// The six cards of the demo at a fixed time, for reducer and golden tests.
enum Fixture {
  /// The language inside `$language.withValue`.
  @TaskLocal static var language = Language.english

  static var settings: Settings {
    var settings = Settings()
    settings.words = Words(language)
    return settings
  }

  /// From a large screen down to the smallest.
  static let sizes = [Size(200, 60)] + GoldenTests.sizes + [Size(40, 12)]

  /// 2026-11-20T12:41:07Z.
  static let now = Timestamp(milliseconds: 1_795_178_467_000)
  /// 2026-03-03T09:00:00Z.
  static let created = Timestamp(milliseconds: 1_772_528_400_000)
  /// The clock of secrets. It stands still.
  static let revealClock = ManualMonotonicClock().clock
  static let clock = Clock(now: 1_000 * Clock.second, wall: now)

  static let cards: [Card] = [
    card("Everyday", .active, .mastercard, .physical, "4821"),
    card("Groceries", .active, .visa, .physical, "1177"),
    card("Travel", .locked, .visa, .virtual, "0093"),
    card("Shopping", .digital, .visa, .physical, "7711"),
    card("New plastic", .issued, .mastercard, .physical, "3306"),
    card("Old", .expired, .mastercard, .physical, "9254"),
  ]

  static func card(
    _ alias: String, _ status: CardStatus, _ scheme: CardScheme, _ type: CardType, _ last: String
  ) -> Card {
    var card = Card(
      id: CardID("card-\(last)"), status: status, expiry: CardExpiry(month: 9, year: 2029),
      lastFour: last, bin: scheme == .visa ? "400000" : "555555", customerID: CustomerID("ana"),
      cardType: type, programName: "SKRILL-\(type.rawValue)-\(scheme.rawValue)-EEA",
      currency: Currency("EUR"), createdDate: created,
      accountID: AccountID("account-1"), scheme: scheme, holderName: "ANA PETROVA")
    card.alias = alias
    card.isPinSet = status == .active || status == .locked
    card.statusDate = now.adding(seconds: -130)
    card.mobile = "+359 881234412"
    if status == .active || status == .locked {
      card.activationDate = Timestamp("2026-03-03T09:05:00Z")
    }
    if last == "0093" {
      card.tokenizations = [
        MobileWalletTokenization(dpanRef: "d", walletType: .applePay, status: .completed)
      ]
    }
    return card
  }

  /// A sample card in this status, in a later version.
  static func card(_ row: Int, _ status: CardStatus, version: Int = 2) -> Card {
    var card = cards[row]
    (card.status, card.version) = (status, version)
    return card
  }

  static let programs = [
    CardProgram(
      cardType: .virtual, scheme: .mastercard, name: "SKRILL-VIRTUAL-MC-EEA",
      currencies: [Currency("EUR"), Currency("USD")], allowableCards: 3),
    CardProgram(
      cardType: .physical, scheme: .visa, name: "SKRILL-PHYSICAL-VISA-EEA",
      currencies: [Currency("EUR")], allowableCards: 2, isDigital: true),
    CardProgram(
      cardType: .virtual, scheme: .mastercard, name: "BRAND-VIRTUAL-MC",
      currencies: [Currency("EUR")], allowableCards: 0),
  ]

  static let themes = ThemeLibrary.builtinNames.map {
    ThemeItem(
      name: $0, appearance: ThemeLibrary.load(named: $0, depth: .mono).0.appearance)
  }

  /// A short file, with an option that overrides a part of it.
  static var configuration: ConfigurationSnapshot {
    func item(
      _ id: String, _ kind: SettingItem.Kind, _ usual: String, _ value: String? = nil,
      line: Int? = nil
    ) -> SettingItem {
      var item = SettingItem(id, kind, usual: usual)
      item.inFile = value
      item.line = line
      return item
    }
    var idle = item("idle-seconds", .number(30...120), "120", "60", line: 6)
    idle.option = "90"
    return ConfigurationSnapshot(
      items: [
        item("theme", .theme, "auto", "nord", line: 2),
        item("colours", .choice(["truecolor", "256", "16", "mono"]), "all"),
        item("accessible", .toggle, "no"), item("motion", .choice(["full", "reduced"]), "full"),
        item("ascii", .toggle, "no"), item("mouse", .toggle, "no", "", line: 3),
        item("title", .toggle, ""),
        item("pan-separator", .choice(["space", "dash", "slash", "none"]), "space"),
        item("copy", .choices(DetailField.allCases.map(\.rawValue)), "", "cvv", line: 5),
        item("reveal-seconds", .number(1...30), "30"), idle,
        item("vault", .text, "~/.local/share/walletui/wallet.vault"), item("log", .text, ""),
        item("lang", .choice(["en", "de"]), "en"),
        item("keys", .elsewhere, "0", "2"), item("profiles", .elsewhere, "0", "0"),
      ],
      text: """
        # looks
        theme: nord
        mouse: yes

        copy: [cvv]
        idle-seconds: 60
        keys:
          card.lock: [L]
          quit: [Q]

        """,
      before: "", problems: [], settings: settings, theme: ThemeChoice("nord"), mouse: true)
  }

  static func transactions(_ card: Card) -> [Transaction] {
    let rows: [(Int64, String, Int64, TransactionType)] = [
      (0, "Lidl Sofia", 3120, .decline), (1, "Café Lumière", 420, .pending),
      (2, "ÖBB", 5800, .complete), (3, "Ramen Tōkyō", 1290, .complete),
      (5, "Refund · Zalando", 4995, .refund), (6, "Spotify", 1099, .complete),
      (8, "Shell", 6310, .complete), (9, "Billa", 2245, .complete),
    ]
    return rows.map { days, name, amount, type in
      Transaction(
        id: TransactionID("t-\(days)"), cardID: card.id, type: type,
        transactedAt: now.adding(seconds: -days * 86_400),
        billedAmount: Money(amount, card.currency), description: name,
        declineReason: type == .decline ? .cardLocked : nil)
    }
  }

  static func details(_ card: Card) -> CardDetails {
    CardDetails(
      card: card,
      account: Account(
        id: card.accountID, customerID: card.customerID,
        totalBalance: Money(28_410, card.currency),
        availableBalance: Money(28_410, card.currency)),
      transactions: transactions(card))
  }

  /// An error after which nobody knows whether the change was made.
  static func lost(_ code: ErrorCode) -> WalletError {
    var error = WalletError(code)
    error.mayHaveHappened = true
    return error
  }

  /// Rules of each kind.
  static var rules: SpendingRules {
    var rules = SpendingRules(monthlyLimit: 400_00)
    rules.paymentLimit = 50_00
    rules.dailyLimit = 80_00
    rules.categories = RuleList(allowed: ["EATING_OUT", "GROCERIES"])
    rules.countries = RuleList(blocked: ["US"])
    rules.switchedOff = [.online]
    return rules
  }

  /// The first card gets these rules. So much of its month's limit is used.
  static func limit(_ state: inout State, to rules: SpendingRules = rules, spent: Int64 = 160_85) {
    var card = cards[0]
    card.rules = rules
    if rules.dailyLimit != nil { card.spent.today = 12_00 }
    if rules.monthlyLimit != nil { card.spent.thisMonth = spent }
    CardReading.update(card, &state)
    state.cards.details.store(details(card), at: now)
  }

  private struct Kept: Hashable {
    let size: Size
    let focus: Int
    let language: Language
  }
  private static let kept = Mutex<[Kept: State]>([:])

  /// The idle wallet with the third card selected. Making it takes longer than most tests, so each is
  /// made once.
  static func state(_ size: Size = Size(120, 40), focus: Int = 2) -> State {
    let key = Kept(size: size, focus: focus, language: language)
    if let state = kept.withLock({ $0[key] }) { return state }
    let state = make(size, focus)
    kept.withLock { $0[key] = state }
    return state
  }

  private static func make(_ size: Size, _ focus: Int) -> State {
    var state = State(
      wallet: WalletInfo(name: "demo wallet", isDemo: true, path: nil, showsPhone: true),
      size: size, gate: .open, clock: clock, settings: settings)
    state.input.wantsMouse = true
    state.program.configuration.isAvailable = true
    _ = state.start()
    _ = reduce(&state, .cards(cards))
    _ = reduce(&state, .programs(.success(programs)))
    _ = reduce(&state, .profile(CustomerProfileInfo(name: "Ana Petrova", market: .eu)))
    state.cards.list.select(focus)
    for card in cards { _ = reduce(&state, .loaded(card.id, .success(details(card)))) }
    loadMonth(&state)
    return state
  }

  /// The same in a file, with a passphrase.
  static func vault(_ size: Size = Size(120, 40), focus: Int = 2) -> State {
    var state = state(size, focus: focus)
    state.wallet = WalletInfo(name: "w", isDemo: false, path: "/tmp/w", showsPhone: false)
    return state
  }

  /// The idle wallet with the visible details of the third card.
  static func revealed() -> State {
    var state = state()
    state.secrets.reveal = Reveal(
      subject: .card(cards[2].id),
      content: .details(
        pan: secret("4000000000000093"), cvv: secret("123"),
        expiry: CardExpiry(month: 9, year: 2029), holderName: "ANA PETROVA"),
      deadline: state.clock.after(seconds: 30), seconds: 30)
    return state
  }

  /// The payments of all cards have been read.
  static func loadMonth(_ state: inout State) {
    let payments = cards.flatMap { card in
      transactions(card).map { payment in
        var payment = payment
        payment.id = TransactionID("\(card.lastFour)-\(payment.id.rawValue)")
        return payment
      }
    }
    state.answer(
      PaymentReading.settle(&state),
      TransactionPage(payments.sorted { $0.transactedAt > $1.transactedAt }))
  }

  static func event(_ channels: [ScaChannel] = [.sms, .email]) -> ScaEvent {
    ScaEvent(
      id: ScaEventID("event-1"), walletOperationID: WalletOperationID("op-1"),
      availableVerifications: channels.map {
        ScaVerification(
          method: .otp, channel: $0,
          target: $0 == .sms ? "+359 ••• ••• 412" : $0 == .email ? "a•••@example.com" : nil)
      }, creationTime: now, expirationTime: now.adding(seconds: 900))
  }

  static func challenge(_ event: ScaEvent) -> ScaChallenge {
    ScaChallenge(
      eventID: event.id, walletOperationID: event.walletOperationID,
      verification: event.availableVerifications[0], allowableChallenges: 4, currentChallenges: 1,
      creationTime: now, expirationTime: now.adding(seconds: 180), attemptsLeft: 5,
      resendTime: now.adding(seconds: 30))
  }

  static func attempt(_ event: ScaEvent, _ status: ScaAttemptStatus, used: Int = 1) -> ScaAttempt {
    ScaAttempt(
      eventID: event.id, walletOperationID: event.walletOperationID, status: status,
      allowableAttempts: 5, currentAttempts: used, creationTime: now)
  }
}

func secret(_ text: StaticString) -> Secret {
  text.withUTF8Buffer { Secret(copying: UnsafeRawBufferPointer($0)) }
}

/// The text of the screen.
func screen(_ state: State) -> String { state.text.joined(separator: "\n") }

extension State {
  /// Presses a key for each character of `text`.
  @discardableResult
  mutating func type(_ text: String) -> [Effect] {
    text.unicodeScalars.flatMap { press(.character($0)) }
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> [Effect] {
    keys.flatMap { reduce(&self, .input(.key($0))) }
  }

  /// This state after the text was typed: how most tests open a form or a search.
  func typing(_ text: String) -> State {
    var state = self
    state.type(text)
    return state
  }

  /// Types the text and Enter. Returns what Enter asks for.
  @discardableResult
  mutating func submit(_ text: String) -> [Effect] {
    type(text)
    return press(Key(.enter))
  }

  /// Types the text in place of what is in the field.
  mutating func retype(_ text: String) {
    press(.control("u"))
    type(text)
  }

  /// Types these texts, with Tab between them. The first may begin with the key of the form.
  mutating func typeFields(_ texts: String...) {
    for (index, text) in texts.enumerated() {
      if index > 0 { press(Key(.tab)) }
      self.type(text)
    }
  }

  /// An intent needs a code, and the first way of sending it is chosen.
  mutating func requestCode(_ intent: AnyIntent, _ event: ScaEvent) {
    _ = reduce(&self, .performed(intent, .failure(.scaRequired(event))))
    press(Key(.enter))
    _ = reduce(&self, .challenged(event.id, .success(Fixture.challenge(event))))
  }

  /// Lets this number of seconds pass.
  @discardableResult
  mutating func pass(seconds: Int) -> [Effect] {
    let clock = Clock(
      now: self.clock.after(seconds: seconds),
      wall: self.clock.wall.adding(seconds: Int64(seconds)), zone: self.clock.zone)
    return reduce(&self, .tick(clock))
  }
}

extension Effect {
  /// An intent that is sent without a grant.
  var intent: AnyIntent? {
    if case .perform(let intent, nil) = self { intent } else { nil }
  }

  /// The secret that was typed for it.
  var secret: Secret? {
    switch self {
    case .openVault(_, let secret), .createVault(_, let secret, _), .signIn(_, let secret),
      .signInAgain(let secret), .connect(_, _, let secret):
      secret
    default: nil
    }
  }
}

extension [Effect] {
  /// Whether this effect is among them, with a secret that was typed so.
  func contains(typed text: StaticString, _ effect: (Secret) -> Effect) -> Bool {
    compactMap(\.secret).contains { $0.matches(secret(text)) && contains(effect($0)) }
  }
}

extension AnyIntent {
  /// The new PIN.
  var pin: Secret? { (base as? PinChange)?.pin }

  static func setStatus(_ id: CardID, _ action: CardAction, version: Int?, undoable: Bool) -> Self {
    Self(StatusChange(id: id, action: action, version: version, isUndoable: undoable))
  }
  static func create(_ request: CardRequest) -> Self { Self(CardCreation(request: request)) }
  static func activate(_ id: CardID, _ request: CardActivationRequest) -> Self {
    Self(CardActivation(id: id, request: request))
  }
  static func setPin(_ id: CardID, _ pin: Secret) -> Self { Self(PinChange(id: id, pin: pin)) }
  static func details(_ id: CardID) -> Self { Self(DetailsReveal(id: id)) }
  static func pin(_ id: CardID) -> Self { Self(PinReveal(id: id)) }
  static func pay(_ id: CardID, merchant: String, _ amount: ShopAmount) -> Self {
    Self(Payment(id, at: merchant, amount))
  }
}

/// The answers to intents, by name.
enum Outcome {
  case card(Card)
  case details(SecureDetailsView)
  case pin(SecretView)
  case receipt(ShopReceipt, Merchant)

  var answer: Any {
    switch self {
    case .card(let card): card
    case .details(let view): view
    case .pin(let view): view
    case .receipt(let receipt, let merchant): Payment.Answer(receipt: receipt, merchant: merchant)
    }
  }
}

extension Action {
  /// An intent was carried out.
  static func done(_ intent: AnyIntent, _ outcome: Outcome) -> Action {
    func done<I: Intent>(_ intent: I) -> Action {
      guard let answer = outcome.answer as? I.Answer else {
        preconditionFailure("\(outcome) is no answer to \(intent)")
      }
      return .done(intent, answer)
    }
    return done(intent.base)
  }
}

extension Gate {
  var passphrase: PassphraseState? {
    if case .passphrase(let passphrase) = self { passphrase } else { nil }
  }
}
