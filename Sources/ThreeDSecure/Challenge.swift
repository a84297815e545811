package import Languages
package import Secrets
import WalletModel

/// How the payer is asked (D27).
package enum ChallengeType: String, CaseIterable, WireWord {
  case oneTimeCode = "OTP"
  /// The payer agrees elsewhere, such as on the phone.
  case outOfBand = "OOB"
  case singleSelect = "SINGLE_SELECT"
  case multiSelect = "MULTI_SELECT"
  /// A page of the bank, which asks for a code.
  case html = "HTML"
}

/// What the payer is asked, and where.
package struct Challenge: Hashable, Sendable {
  /// The question.
  package let type: ChallengeType
  /// Whether the bank's HTML page asks it.
  package let isPage: Bool
  /// How it ends for every answer of the payer; nil: it depends on the answer.
  package let forcedEnd: ForcedEnd?

  package enum ForcedEnd: String, CaseIterable, WireWord {
    case timeout = "TIMEOUT"
    case cancelled = "CANCELLED"
  }

  /// The question in a form that the payer's device can draw. What is only a page becomes a question
  /// for a code where there are no pages, and with `html` every question is on a page.
  package init(_ type: ChallengeType, render: RenderType, forcedEnd: ForcedEnd? = nil) {
    self.type = type == .html && render == .native ? .oneTimeCode : type
    isPage = render == .html || self.type == .html
    self.forcedEnd = forcedEnd
  }

  /// What can be chosen; empty: nothing.
  package var options: [ChallengeOption] {
    switch type {
    case .singleSelect, .multiSelect: ChallengeOption.allCases
    case .oneTimeCode, .outOfBand, .html: []
    }
  }

  /// Whether a code is typed.
  package var asksForCode: Bool { type == .oneTimeCode || type == .html }

  /// The question in words.
  ///
  /// - Parameter target: Where the code was sent, masked.
  package func question(target: String) -> ChallengeText {
    switch type {
    case .oneTimeCode, .html: .code(target: target)
    case .outOfBand: .confirmElsewhere
    case .singleSelect: .chooseOne
    case .multiSelect: .chooseAll
    }
  }
}

/// The answers that can be chosen: shops. The raw value is the id on the wire.
package enum ChallengeOption: String, CaseIterable, WireWord {
  case bakery, bookshop, cinema, railway

  package var text: FormText {
    switch self {
    case .bakery:
      FormText(
        "Bakery", "Bäckerei",
        "Bageri",
        "Bageri",
        "Bakeri",
        "Leipomo")
    case .bookshop:
      FormText(
        "Bookshop", "Buchhandlung",
        "Bokhandel",
        "Boghandel",
        "Bokhandel",
        "Kirjakauppa")
    case .cinema:
      FormText(
        "Cinema", "Kino",
        "Bio",
        "Biograf",
        "Kino",
        "Elokuvateatteri")
    case .railway:
      FormText(
        "Railway", "Bahn",
        "Järnväg",
        "Jernbane",
        "Jernbane",
        "Rautatie")
    }
  }
}

/// The texts of a challenge, with their values.
package enum ChallengeText: Hashable, Sendable {
  case title, merchant, amount, card
  /// `target`: where the code was sent, masked.
  case code(target: String)
  case confirmElsewhere, chooseOne, chooseAll
  case codeLabel, submit, cancel
  case wrong(attemptsLeft: Int)
  case notConfirmedYet

  package var text: FormText {
    switch self {
    case .title:
      FormText(
        "Confirm your payment", "Zahlung bestätigen",
        "Bekräfta betalningen",
        "Bekræft betalingen",
        "Bekreft betalingen",
        "Vahvista maksu")
    case .merchant:
      FormText(
        "Merchant", "Händler",
        "Butik",
        "Butik",
        "Butikk",
        "Kauppa")
    case .amount:
      FormText(
        "Amount", "Betrag",
        "Belopp",
        "Beløb",
        "Beløp",
        "Summa")
    case .card:
      FormText(
        "Card", "Karte",
        "Kort",
        "Kort",
        "Kort",
        "Kortti")
    case .code(let target):
      FormText(
        "Enter the code that your bank sent to \(target).",
        "Geben Sie den Code ein, den Ihre Bank an \(target) gesendet hat.",
        "Ange koden som banken har skickat till \(target).",
        "Indtast koden, som banken har sendt til \(target).",
        "Skriv inn koden som banken har sendt til \(target).",
        "Anna koodi, jonka pankki lähetti: \(target).")
    case .confirmElsewhere:
      FormText(
        "Confirm the payment on your phone, then continue here.",
        "Bestätigen Sie die Zahlung auf Ihrem Telefon und fahren Sie dann hier fort.",
        "Bekräfta betalningen i telefonen och fortsätt sedan här.",
        "Bekræft betalingen på telefonen, og fortsæt så her.",
        "Bekreft betalingen på telefonen, og fortsett så her.",
        "Vahvista maksu puhelimessa ja jatka sitten täällä.")
    case .chooseOne:
      FormText(
        "Which shop did you pay last with this card?",
        "Welchen Händler haben Sie zuletzt mit dieser Karte bezahlt?",
        "Vilken butik betalade du senast med kortet?",
        "Hvilken butik betalte du sidst med kortet?",
        "Hvilken butikk betalte du sist med kortet?",
        "Missä kaupassa maksoit viimeksi tällä kortilla?")
    case .chooseAll:
      FormText(
        "Which of these shops have you paid with this card? Choose all.",
        "Welche dieser Händler haben Sie mit dieser Karte bezahlt? Wählen Sie alle.",
        "Vilka av butikerna har du betalat med kortet? Välj alla.",
        "Hvilke af butikkerne har du betalt med kortet? Vælg alle.",
        "Hvilke av butikkene har du betalt med kortet? Velg alle.",
        "Missä näistä olet maksanut tällä kortilla? Valitse kaikki.")
    case .codeLabel:
      FormText(
        "Code", "Code",
        "Kod",
        "Kode",
        "Kode",
        "Koodi")
    case .submit:
      FormText(
        "Continue", "Weiter",
        "Fortsätt",
        "Fortsæt",
        "Fortsett",
        "Jatka")
    case .cancel:
      FormText(
        "Cancel", "Abbrechen",
        "Avbryt",
        "Annuller",
        "Avbryt",
        "Peruuta")
    case .wrong(let left):
      left == 1
        ? FormText(
          "That was not right. One try left.", "Das war falsch. Noch ein Versuch.",
          "Det var fel. Ett försök kvar.",
          "Det var forkert. Ét forsøg tilbage.",
          "Det var feil. Ett forsøk igjen.",
          "Väärin. Yksi yritys jäljellä.")
        : FormText(
          "That was not right. \(left) tries left.", "Das war falsch. Noch \(left) Versuche.",
          "Det var fel. \(left) försök kvar.",
          "Det var forkert. \(left) forsøg tilbage.",
          "Det var feil. \(left) forsøk igjen.",
          "Väärin. \(left) yritystä jäljellä.")
    case .notConfirmedYet:
      FormText(
        "Not confirmed yet.", "Noch nicht bestätigt.",
        "Inte bekräftat ännu.",
        "Ikke bekræftet endnu.",
        "Ikke bekreftet ennå.",
        "Ei vielä vahvistettu.")
    }
  }
}

/// What is right.
package enum ChallengeSolution: Sendable {
  case code(Secret)
  /// It depends on the other device.
  case confirmation
  case options(Set<ChallengeOption>)

  /// The documented answers of the simulated bank: the code 123456, the bookshop, the bakery and the
  /// railway.
  package static func documented(_ type: ChallengeType) -> ChallengeSolution {
    switch type {
    case .oneTimeCode, .html:
      let code: StaticString = "123456"
      return .code(code.withUTF8Buffer { Secret(copying: UnsafeRawBufferPointer($0)) })
    case .outOfBand: return .confirmation
    case .singleSelect: return .options([.bookshop])
    case .multiSelect: return .options([.bakery, .railway])
    }
  }
}

/// What the payer answered.
package enum ChallengeReply: Sendable {
  case code(Secret)
  /// The ids that were chosen.
  case options([String])
  /// What the other device says.
  case confirmation(Confirmation)
  case cancel

  package enum Confirmation: Sendable, CaseIterable {
    case waiting, confirmed, declined
  }
}

/// What the bank says about an answer.
package enum ChallengeVerdict: Hashable, Sendable, CaseIterable {
  case right
  /// Counts as an attempt.
  case wrong
  /// Nothing was answered yet.
  case waiting
  /// The payer said on the other device that it was not them.
  case declined
  case cancelled
  case timedOut
}

/// The simulated access control server: the payer's bank.
package enum AccessControlServer {
  /// Judges an answer. A code is compared in constant time. Ids that are unknown or chosen twice are
  /// wrong.
  package static func verdict(
    _ reply: ChallengeReply, on challenge: Challenge, solution: ChallengeSolution
  ) -> ChallengeVerdict {
    if case .cancel = reply { return .cancelled }
    switch challenge.forcedEnd {
    case .timeout: return .timedOut
    case .cancelled: return .cancelled
    case nil: break
    }
    switch (reply, solution) {
    case (.code(let code), .code(let right)): return code.matches(right) ? .right : .wrong
    case (.options(let ids), .options(let right)):
      let chosen = ids.compactMap(ChallengeOption.init)
      return chosen.count == ids.count && chosen.count == right.count && Set(chosen) == right
        ? .right : .wrong
    case (.confirmation(.waiting), .confirmation): return .waiting
    case (.confirmation(.confirmed), .confirmation): return .right
    case (.confirmation(.declined), .confirmation): return .declined
    case (.code, _), (.options, _), (.confirmation, _), (.cancel, _): return .wrong
    }
  }
}
