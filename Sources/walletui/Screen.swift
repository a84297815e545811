/// The wallet on screen. Being written.
enum Screen {
  /// Runs until the person quits; answers the exit status.
  static func run(_ options: ScreenOptions) -> Int32 {
    Output.note("walletui: the screen is being written.")
    return ExitCode.usage.rawValue
  }
}
