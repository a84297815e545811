import Canvas
import ScreenKit
import Secrets
import Words

extension Enrolment: Overlay {
  func key(_ key: Key, _ state: inout State) -> [Effect] {
    switch key.code {
    case .escape:
      state.pop()
      return isBusy ? [.cancel(.codes)] : []
    case .enter:
      guard code.isFull, !isBusy else {
        let note = state.words.codes.codeHasSixDigits
        return change(&state) { $0.note = note }
      }
      change(&state) { $0.isBusy = true }
      return [.read(AuthenticatorConfirmation(code: code.secret))]
    default: return change(&state) { if $0.code.handle(key) { $0.note = nil } }
    }
  }

  func paste(_ secret: Secret, _ state: inout State) -> [Effect] {
    change(&state) { $0.code.paste(secret) }
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
