import Canvas
import ScreenKit
import Secrets
import WalletAPI
import WalletModel
import Words

extension Tab {
  static let webPayments: Tab = Tab(
    4, "screen.payments", \.payments.screen, title: { $0.payments.webPayments },
    screen: { PaymentsScreen() })
}

extension Command.Place {
  package static let webPayments = Command.Place("payments")
}

/// Payments with a handle: the list, and the payment in focus.
package struct PaymentsScreen: ListDetailsScreen {
  static var tabs: [Tab] { [.webPayments] }
  static var place: Command.Place { .webPayments }
  static func refusalElsewhere(_ state: State) -> String { state.words.payments.onlyAmongPayments }

  static let commands: [Command] = [
    Command(
      "payment.new", \.payments.newPayment, keys: [.character("w")], place: .webPayments,
      disabled: { WebPayments.refusal($0) },
      run: { PaymentUse.open(&$0) }),
    Command(
      "payment.answer", \.payments.answerBank, keys: [.character("v")], place: .webPayments,
      disabled: { answerRefusal($0) },
      run: { state in
        state.paying.web.handles.focused.map { BankInquiry(subject: .payment($0)).send(&state) }
          ?? []
      }),
    Command(
      "payment.charge", \.payments.chargePayment, keys: [.character("U")], place: .webPayments,
      disabled: { refusal($0, unlessPayable: $0.words.payments.notReadyToCharge) },
      run: { PaymentCharge.ask(&$0) }),
    Command(
      "payment.token", \.payments.showToken, keys: [.character("t")], place: .webPayments,
      disabled: { refusal($0, unlessPayable: $0.words.payments.noTokenYet) },
      run: { state in
        state.paying.web.handles.focused.map { TokenReveal(handle: $0).send(&state) } ?? []
      }),
  ]

  private static func answerRefusal(_ state: State) -> String? {
    guard let handle = state.paying.web.handles.focused else {
      return state.words.activity.noPayment
    }
    guard handle.status(at: state.clock.wall) == .initiated, handle.needsRedirect else {
      return state.words.payments.noQuestionWaits
    }
    return WebPayments.refusal(state)
  }

  private static func refusal(_ state: State, unlessPayable reason: String) -> String? {
    guard let handle = state.paying.web.handles.focused else {
      return state.words.activity.noPayment
    }
    guard handle.status(at: state.clock.wall) == .payable else { return reason }
    return WebPayments.refusal(state)
  }

  package var tab: Tab { .webPayments }
  var pane = Pane.list

  func enter(_ state: inout State) -> [Effect] {
    guard !(state.shown is PaymentsScreen) else { return [] }
    state.replaceScreens(with: self)
    return WebPayments.readHandles(&state) + WebPayments.readMethods(state)
  }

  // MARK: Reading

  static func begin(_ state: inout State) -> [Effect] {
    state.paying.web = WebPayments()
    return []
  }

  static func event(_ event: WalletEvent, _ state: inout State) -> [Effect] {
    guard case .changed(.payments, _) = event else { return [] }
    let read = state.shown is PaymentsScreen ? WebPayments.readHandles(&state) : []
    return read + (state.gate == .open ? [.read(QuestionsQuery())] : [])
  }

  static func readAgain(byKey: Bool, _ state: inout State) -> [Effect] {
    guard state.shown is PaymentsScreen else { return [] }
    state.paying.web.isMissing = false
    return WebPayments.readHandles(&state) + WebPayments.readMethods(state)
  }

  /// What the bank said of the payment in focus.
  static func settle(_ state: inout State) -> [Effect] {
    guard state.shown is PaymentsScreen, !state.paying.web.isMissing, state.unreadable == nil,
      let handle = state.paying.web.handles.focused, !handle.isDamaged
    else { return [] }
    return state.paying.web.verdicts.begin(handle) ? [.read(VerdictQuery(handle: handle))] : []
  }

  static func adapt(_ state: inout State) {
    guard state.shown is PaymentsScreen else { return }
    let areas = WebAreas(state, hasFilter: state.paying.web.handles.filter != nil)
    state.paying.web.handles.height = areas.height
    state.paying.web.handles.scroll()
  }

  func didLeave(_ state: inout State) { state.endWork(state.words.activity.readingPayments) }

  // MARK: The list

  func list(_ state: State) -> ListPane<PaymentHandle> { state.paying.web.handles }
  func changeList(_ state: inout State, _ change: (inout ListPane<PaymentHandle>) -> Void) {
    change(&state.paying.web.handles)
  }
  func move(by lines: Int, _ state: inout State) -> [Effect] {
    let before = state.paying.web.handles.selected
    state.paying.web.handles.move(by: lines)
    guard
      let token = state.paying.web.handles.nextPage(going: lines, from: before, afterFailure: false)
    else { return [] }
    state.paying.web.handles.isLoading = true
    return [.read(HandlesQuery(nextToken: token))]
  }

  /// A token in sight is hidden before anything else.
  func back(_ state: inout State) -> [Effect] {
    guard state.secrets.reveal == nil else {
      state.concealReveal()
      return []
    }
    return leave(&state)
  }

  func openRefusal(_ state: State) -> String? {
    state.paying.web.handles.focused == nil ? state.words.activity.noPayment : nil
  }

  /// The bank's question, or the details.
  func open(_ state: inout State) -> [Effect] {
    if let answer = state.command("payment.answer"), answer.disabled(state) == nil {
      return answer.run(&state)
    }
    return show(.details, &state)
  }

  func copyRefusal(_ state: State) -> String? { openRefusal(state) }

  /// Copies the payment's id, which is not secret.
  func copy(_ state: inout State) -> [Effect] {
    state.paying.web.handles.focused.map { [.copy(.paymentID, Secret(text: $0.id))] } ?? []
  }

  // MARK: Drawing

  func draw(in frame: Frame, _ body: Rect) { PaymentsView(frame: frame, pane: pane).draw() }

  func hints(_ frame: Frame) -> [Hint]? {
    WebHints.hints(
      frame,
      ["payment.answer", "payment.charge", "payment.token", "payment.new", "list.filter"],
      pane: pane)
  }
}
