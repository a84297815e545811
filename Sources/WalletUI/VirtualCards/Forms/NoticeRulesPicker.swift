import ScreenKit
import WalletAPI
import WalletModel
import Words

/// Which push messages about virtual cards the phone gets (F32): the rules in their order. Adds one,
/// and moves, turns or removes the one that is chosen.
struct NoticeRulesPicker: PickerOverlay {
  var picker = Picker()

  private static let new = "new"

  func list(_ state: State) -> PickerList {
    let words = state.words
    let known = state.virtual.forms.notices?.rules
    let refusal =
      known.map { $0.count < NoticeRules.maximum ? nil : words.virtualForms.noMoreRules }
      ?? words.readingShort
    let rules = (known ?? []).enumerated().map { index, rule in
      PickerList.Row(
        id: String(index),
        title: "\(index + 1)  \(NoticeRuleText.title(rule, state))",
        note: words.virtualCards.ruleStatus(rule.status), text: words.virtualForms.changeRuleText)
    }
    return picker.list(
      [
        PickerList.Group(
          title: words.virtualForms.addGroup,
          rows: [
            PickerList.Row(
              id: Self.new, title: words.virtualForms.newRule, refusal: refusal,
              text: words.virtualForms.ruleOrderText)
          ]),
        PickerList.Group(title: words.virtualForms.rulesGroup, rows: rules),
      ], words)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil else { return [.bell] }
    if row.id == Self.new { return NewNoticeRuleForm.open(&state) }
    guard let index = Int(row.id) else { return [] }
    return state.push(NoticeRulePicker(index: index))
  }

  func title(_ state: State) -> String { state.words.virtualForms.noticesCommand.title }
}

/// What can be done with one rule.
struct NoticeRulePicker: PickerOverlay {
  /// Among the rules that are known.
  let index: Int
  var picker = Picker()

  private enum Step: String {
    case turn, earlier, later, remove
  }

  private func rules(_ state: State) -> [NoticeRule] { state.virtual.forms.notices?.rules ?? [] }

  func list(_ state: State) -> PickerList {
    let words = state.words
    let rules = rules(state)
    guard rules.indices.contains(index) else {
      return PickerList([], impossible: words.screen.notPossibleNow)
    }
    let isOff = rules[index].status == .disable
    let rows = [
      PickerList.Row(
        id: Step.turn.rawValue,
        title: isOff ? words.virtualForms.sendThem : words.virtualForms.sendThemNot),
      PickerList.Row(
        id: Step.earlier.rawValue, title: words.virtualForms.ruleEarlier,
        refusal: index == 0 ? words.virtualForms.isFirstRule : nil,
        text: words.virtualForms.ruleOrderText),
      PickerList.Row(
        id: Step.later.rawValue, title: words.virtualForms.ruleLater,
        refusal: index == rules.count - 1 ? words.virtualForms.isLastRule : nil,
        text: words.virtualForms.ruleOrderText),
      PickerList.Row(id: Step.remove.rawValue, title: words.virtualForms.removeRule),
    ]
    return picker.list(
      [PickerList.Group(title: NoticeRuleText.title(rules[index], state), rows: rows)], words)
  }

  func chose(_ row: PickerList.Row, _ state: inout State) -> [Effect] {
    guard row.refusal == nil, let step = Step(rawValue: row.id) else { return [.bell] }
    var rules = rules(state)
    guard rules.indices.contains(index) else { return [] }
    switch step {
    case .turn: rules[index].status = rules[index].status == .disable ? .enable : .disable
    case .earlier: rules.swapAt(index, index - 1)
    case .later: rules.swapAt(index, index + 1)
    case .remove: rules.remove(at: index)
    }
    return NoticeRulesChange(rules: rules).send(&state)
  }

  func title(_ state: State) -> String { state.words.virtualForms.noticesCommand.title }
  func verb(_ state: State) -> String { state.words.run }
}

/// A new rule, which comes before all others.
struct NewNoticeRuleForm: FormPurpose {
  /// The card that was in focus; nil: none.
  let cardID: String?

  private static let about = "about"
  private static let card = "card"
  private static let sends = "sends"

  /// What a rule can be about.
  private static let subjects: [NoticeRule] =
    [NoticeRule(.disable), NoticeRule(.disable, type: VirtualCardNotice.transactionType)]
    + TransactionType.allCases.map { NoticeRule(.disable, transactionType: $0) }
    + [NoticeRule(.disable, type: VirtualCardNotice.fundingSourceType)]
    + FundingSourceFlag.allCases.map { NoticeRule(.disable, flag: $0) }

  func refresh(_ form: inout Form, _ state: State) {
    form.setVisible(Self.card, cardID != nil && Self.subjects[form.selected(Self.about)].isOfCards)
  }

  func errors(_ form: Form, _ state: State) -> [FieldError] { [] }

  func submit(_ form: Form, _ state: inout State) -> Submission? {
    var rule = Self.subjects[form.selected(Self.about)]
    rule.status = form.isOn(Self.sends) ? .enable : .disable
    if rule.isOfCards, form.selected(Self.card) == 1 { rule.cardID = cardID }
    return .intent(NoticeRulesChange(rules: [rule] + (state.virtual.forms.notices?.rules ?? [])))
  }

  static func open(_ state: inout State) -> [Effect] {
    let words = state.words
    let row = state.virtual.list.focused.flatMap { $0.card?.isDamaged == false ? $0 : nil }
    let name = row.map { VirtualText(state: state).name($0) } ?? ""
    let titles = subjects.map { NoticeRuleText.title($0, state) }
    return Dialog(
      NewNoticeRuleForm(cardID: row?.card?.id), title: words.virtualForms.newRule,
      lines: [words.virtualForms.ruleOrderText],
      submitLabel: words.virtualForms.addRuleHint, cancelLabel: words.backHint,
      fields: [
        FormField(about, words.virtualForms.ruleAbout, .choice(options: titles, selected: 0)),
        FormField(
          card, words.virtualForms.virtualCardName,
          .choice(options: [words.virtualForms.allCardsChoice, name], selected: 0)),
        FormField(sends, words.virtualForms.sendThem, .toggle(false)),
      ]
    ).open(&state)
  }
}

extension NoticeRule {
  /// Whether it can be about payments with one card.
  fileprivate var isOfCards: Bool {
    transactionType != nil || type == VirtualCardNotice.transactionType
  }
}

/// What a rule is about, for people.
enum NoticeRuleText {
  static func title(_ rule: NoticeRule, _ state: State) -> String {
    let words = state.words
    var parts: [String] = []
    if let type = rule.transactionType {
      parts.append(words.virtualForms.messagesOf(type))
    } else if rule.type == VirtualCardNotice.transactionType {
      parts.append(words.cards.paymentsTitle)
    }
    if let flag = rule.flag {
      parts.append(words.virtualForms.messagesOf(flag))
    } else if rule.type == VirtualCardNotice.fundingSourceType {
      parts.append(words.virtualForms.messagesOfSources)
    } else if let type = rule.type, type != VirtualCardNotice.transactionType {
      parts.append(type)
    }
    parts += [rule.state?.rawValue, rule.fundingSourceType?.rawValue, rule.owner].compactMap(\.self)
    if let id = rule.cardID {
      let row = state.virtual.list.row(id)
      parts.append(row.map { VirtualText(state: state).name($0) } ?? id)
    }
    return parts.isEmpty ? words.virtualForms.messagesOfAll : parts.joined(separator: " · ")
  }
}

struct NoticeRulesQuery: VirtualQuery, SendsOperation {
  var operation: GetNoticeRules { GetNoticeRules() }

  func succeed(_ rules: NoticeRules, _ state: inout State) -> [Effect] {
    state.virtual.forms.notices = rules
    return []
  }
}

/// Replaces the rules, and shows them again.
struct NoticeRulesChange: Intent, SendsOperation {
  let rules: [NoticeRule]

  func title(_ words: Words) -> String { words.virtualForms.changingRules }

  var operation: SetNoticeRules { SetNoticeRules(NoticeRules(rules)) }

  func succeed(_ answer: NoticeRules, _ state: inout State) -> [Effect] {
    // The list comes back, unless the user has opened something else.
    ScaFlow.pop(&state)
    Dialog.close(of: AnyIntent(self), &state)
    state.virtual.forms.notices = answer
    return state.view.overlays.isEmpty ? state.push(NoticeRulesPicker()) : []
  }

  func readAgain(_ state: State) -> [Effect] { [.read(NoticeRulesQuery())] }
}
