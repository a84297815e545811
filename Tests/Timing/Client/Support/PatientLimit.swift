import Testing
import Waiting

extension Trait where Self == TimeLimitTrait {
  /// A limit that `WALLETUI_PATIENCE` makes longer.
  static func patientLimit(minutes: Int) -> Self {
    .timeLimit(.minutes(Int((Double(minutes) * patience).rounded(.up))))
  }
}
