import Canvas
import ScreenKit
import Secrets
import Words

extension Enrolment: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    var enrolment = self
    switch key.code {
    case .escape:
      state.pop()
      return enrolment.isBusy ? [.cancel(.codes)] : []
    case .enter:
      guard enrolment.code.isFull, !enrolment.isBusy else {
        enrolment.note = state.words.codes.codeHasSixDigits
        state.replaceTop(enrolment)
        return []
      }
      enrolment.isBusy = true
      state.replaceTop(enrolment)
      return [.read(AuthenticatorConfirmation(code: enrolment.code.secret))]
    default:
      if enrolment.code.handle(key) { enrolment.note = nil }
      state.replaceTop(enrolment)
      return []
    }
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    var enrolment = self
    enrolment.code.paste(secret)
    state.replaceTop(enrolment)
    return []
  }

  func lineInput(_ state: State) -> LineInput {
    isBusy ? .keys : .code(state.words.commandLine.code)
  }
  func draw(in frame: Frame) { EnrolmentView(frame: frame).enrolment(self) }

  func concealed() -> Enrolment? {
    wipe()
    return nil
  }
}
