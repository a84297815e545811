package import ScreenKit
import Secrets
package import WalletModel
import Words

/// The steps to an authorised intent: choose a way, get a code, type it, repeat the intent.
package struct ScaFlow: Sendable, Equatable {
  package enum Step: Sendable, Equatable {
    /// The index of the selected way.
    case choose(Int)
    case sending(Int)
    case code(ScaChallenge, SecretInput, note: Note?)
    case verifying(ScaChallenge)
    /// Authorised. The same request is on its way again.
    case repeating
    /// `again`: when a new try makes sense, if known.
    case failed(WalletError, again: Timestamp?)
  }

  /// The note below a code.
  package enum Note: Sendable, Equatable {
    case text(String)
    /// A countdown until another code can be sent.
    case tooSoon
  }

  package let intent: AnyIntent
  package let event: ScaEvent
  /// `Travel · Visa ··0093`.
  package let subject: String
  package var step = Step.choose(0)
  /// The challenge whose code was sent last. It stays valid while the user chooses another way.
  var sentCode: ScaChallenge?
  /// Another way is being chosen while that code is valid. Esc returns to it.
  var keepsCode = false

  /// Wipes the code that is being typed and the PIN that is to be set.
  package func wipe() {
    if case .code(_, let input, _) = step { input.secret.wipe() }
    intent.end()
  }

  /// The ways, as every picker lists what there is to choose.
  func list(_ state: State) -> PickerList {
    let words = state.words
    let rows = event.ways.enumerated().map { index, way in
      PickerList.Row(
        id: "\(index)", keys: "\(index + 1)", title: words.codes.way(way),
        text: place(of: way, state))
    }
    return PickerList(
      [PickerList.Group(title: "", rows: rows)], impossible: words.screen.notPossibleNow)
  }

  /// Where the code of that way is found; empty: where such messages come, which is not known here.
  private func place(of way: ScaVerification, _ state: State) -> String {
    if way.channel == .authenticator { return state.words.codes.appMakesCode }
    if state.wallet.showsPhone { return state.words.codes.onPhoneHere }
    return state.wallet.phoneCommand.map(state.words.codes.readWith) ?? ""
  }
}
