import Glibc
import Programs
package import Secrets

/// Where a secret is copied to: a program if there is one, otherwise the terminal.
package struct Clipboard: Sendable {
  package enum Provider: String, Sendable, CaseIterable {
    case wayland = "wl-copy"
    case xclip
    case xsel
    /// tmux's buffer, which tmux passes on to its terminal.
    case tmux
    /// The terminal, by OSC 52. Its contents cannot be read, so it is never cleared.
    case terminal = "OSC 52"
    case none
  }

  /// The result of clearing the clipboard.
  package enum Clearing: Sendable, Equatable {
    case cleared
    /// It contains something else by now, which is kept.
    case changed
    /// The contents cannot be read, so nothing was done.
    case unknown
    case failed
  }

  package let provider: Provider
  private let program: String
  /// The time limit for a program that copies or reads, in seconds.
  var timeout = 1.0

  /// No clipboard, even if the environment has one.
  package static let off = Clipboard(provider: .none, program: "")

  /// The best provider in this environment: a Wayland or X11 session with a program for it, tmux,
  /// or the terminal.
  ///
  /// - Parameter environment: Returns the value of a variable.
  package static func find(
    _ environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> Clipboard {
    func find(_ name: String) -> String? { Programs.find(name, in: environment("PATH")) }
    func has(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
    if has("WAYLAND_DISPLAY"), let program = find("wl-copy"), find("wl-paste") != nil {
      return Clipboard(provider: .wayland, program: program)
    }
    if has("DISPLAY") {
      for provider in [Provider.xclip, .xsel] {
        if let program = find(provider.rawValue) {
          return Clipboard(provider: provider, program: program)
        }
      }
    }
    if has("TMUX"), let program = find("tmux") {
      return Clipboard(provider: .tmux, program: program)
    }
    guard let term = environment("TERM"), !["", "dumb", "linux"].contains(term) else {
      return Clipboard(provider: .none, program: "")
    }
    return Clipboard(provider: .terminal, program: "")
  }

  /// Copies the secret and waits for the program, so it must not be called on the loop's thread.
  /// False also for `.none`, and for `.terminal`: the caller has to send `osc52` itself.
  package func copy(_ secret: Secret) -> Bool {
    guard let words = Self.words(provider)?.copy else { return false }
    return Programs.run(program, words, input: secret, seconds: timeout) == nil
  }

  /// Clears the clipboard, unless something else was copied since. Waits like `copy`.
  package func clear(_ mark: CopyMark) -> Clearing {
    guard let words = Self.words(provider) else { return .unknown }
    let reader = provider == .wayland ? program.replacingEnd("copy", "paste") : program
    let read = Programs.read(reader, words.read, limit: mark.count, seconds: timeout)
    guard case .success(let held) = read else { return .failed }
    defer { held.wipe() }
    guard mark.matches(held) else { return .changed }
    let failure = Programs.run(
      program, words.clear, input: Secret(capacity: 1), seconds: timeout)
    return failure == nil ? .cleared : .failed
  }

  private struct ProgramArguments {
    let copy: [String]
    let read: [String]
    let clear: [String]
  }

  private static func words(_ provider: Provider) -> ProgramArguments? {
    switch provider {
    case .wayland:
      ProgramArguments(copy: ["--type", "text/plain"], read: ["--no-newline"], clear: ["--clear"])
    case .xclip:
      ProgramArguments(
        copy: ["-selection", "clipboard", "-in"], read: ["-selection", "clipboard", "-out"],
        clear: ["-selection", "clipboard", "-in"])
    case .xsel:
      ProgramArguments(
        copy: ["--clipboard", "--input"], read: ["--clipboard", "--output"],
        clear: ["--clipboard", "--clear"])
    case .tmux:
      ProgramArguments(
        copy: ["load-buffer", "-w", "-b", "walletui", "-"],
        read: ["show-buffer", "-b", "walletui"],
        clear: ["delete-buffer", "-b", "walletui"])
    case .terminal, .none: nil
    }
  }

  /// `ESC ] 52 ; c ; base 64 BEL`, in locked memory.
  package static func osc52(_ secret: Secret) -> Secret {
    let base64 = secret.base64()
    defer { base64.wipe() }
    let head = Array("\u{1b}]52;c;".utf8)
    return base64.withBytes { bytes in
      Secret(count: head.count + bytes.count + 1) { out in
        out.copyBytes(from: head)
        UnsafeMutableRawBufferPointer(rebasing: out[head.count...]).copyMemory(from: bytes)
        out[out.count - 1] = 0x07
      }
    }
  }
}

extension String {
  fileprivate func replacingEnd(_ end: String, _ other: String) -> String {
    hasSuffix(end) ? dropLast(end.count) + other : self
  }
}
