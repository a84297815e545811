import Glibc
package import Secrets

/// Where a copied secret goes: what there is of programs for it, else the terminal itself.
package struct Clipboard: Sendable {
  package enum Provider: String, Sendable, CaseIterable {
    case wayland = "wl-copy"
    case xclip
    case xsel
    /// tmux' buffer, which it passes on to the terminal outside.
    case tmux
    /// The terminal, by OSC 52. It cannot be asked what it holds, so it is never cleared.
    case terminal = "OSC 52"
    case none
  }

  /// What became of a secret that was to be cleared.
  package enum Clearing: Sendable, Equatable {
    case cleared
    /// It holds something else by now, which is left alone.
    case changed
    /// It cannot be asked what it holds: nothing was done.
    case unknown
    case failed
  }

  package let provider: Provider
  private let program: String

  /// The best there is in this environment: a Wayland or X11 session with a program for it, tmux,
  /// the terminal.
  ///
  /// - Parameter environment: Looks a variable up.
  package static func find(
    _ environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> Clipboard {
    let folders = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    func find(_ name: String) -> String? {
      // A relative folder in PATH is whatever the current folder makes of it.
      folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        .first { access($0, X_OK) == 0 }
    }
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

  /// Hands the secret over. Waits for the program, 2 s at most: not for the loop's thread. False
  /// also for `.terminal`, whose bytes the terminal's owner has to send (`osc52`), and `.none`.
  package func copy(_ secret: Secret) -> Bool {
    guard let words = Self.words(provider)?.copy else { return false }
    return Helper.run(program, words, input: secret)
  }

  /// Takes the secret away again, unless something else was copied since. Waits like `copy`.
  package func clear(_ secret: Secret) -> Clearing {
    guard let words = Self.words(provider) else { return .unknown }
    let reader = provider == .wayland ? program.replacingEnd("copy", "paste") : program
    guard let held = Helper.read(reader, words.read, limit: secret.count) else { return .failed }
    defer { held.wipe() }
    guard held.matches(secret) else { return .changed }
    return Helper.run(program, words.clear, input: Secret(capacity: 1)) ? .cleared : .failed
  }

  private struct Words {
    let copy: [String]
    let read: [String]
    let clear: [String]
  }

  private static func words(_ provider: Provider) -> Words? {
    switch provider {
    case .wayland:
      Words(copy: ["--type", "text/plain"], read: ["--no-newline"], clear: ["--clear"])
    case .xclip:
      Words(
        copy: ["-selection", "clipboard", "-in"], read: ["-selection", "clipboard", "-out"],
        clear: ["-selection", "clipboard", "-in"])
    case .xsel:
      Words(
        copy: ["--clipboard", "--input"], read: ["--clipboard", "--output"],
        clear: ["--clipboard", "--clear"])
    case .tmux:
      Words(
        copy: ["load-buffer", "-w", "-b", "walletui", "-"],
        read: ["show-buffer", "-b", "walletui"],
        clear: ["delete-buffer", "-b", "walletui"])
    case .terminal, .none: nil
    }
  }

  /// `ESC ] 52 ; c ; base 64 BEL`, in locked memory.
  package static func osc52(_ secret: Secret) -> Secret {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return secret.withBytes { bytes in
      let head = Array("\u{1b}]52;c;".utf8)
      return Secret(count: head.count + (bytes.count + 2) / 3 * 4 + 1) { out in
        out.copyBytes(from: head)
        var at = head.count
        for start in stride(from: 0, to: bytes.count, by: 3) {
          let left = min(3, bytes.count - start)
          let group = (0..<3).reduce(0) { $0 << 8 | ($1 < left ? Int(bytes[start + $1]) : 0) }
          for place in 0..<4 {
            out[at] = place <= left ? digits[group >> (18 - 6 * place) & 63] : 0x3d
            at += 1
          }
        }
        out[at] = 0x07
      }
    }
  }
}

extension String {
  fileprivate func replacingEnd(_ end: String, _ other: String) -> String {
    hasSuffix(end) ? dropLast(end.count) + other : self
  }
}
