import Arguments
import FrontEnd
import Secrets
import WalletAPI
import WalletModel
import WalletService
import Words

struct ScaEnrolCommand: WalletCommand {
  let path = "sca enrol"
  let summary = "Set up an authenticator app (TOTP)."
  let options: [CommandOption] = Verification.options
  let answer: String? = "`AuthenticatorEnrolment`"
  let notes: [String] = [
    Verification.note,
    """
    A QR code for the app is shown on the terminal until a key is pressed, and then erased. If the \
    window is too small for it, only the key is shown, and the size that is needed. With --json the \
    key goes to standard output instead, and `sca confirm` finishes the setup.
    """,
  ]

  func run(_ invocation: Invocation) async throws(WalletError) {
    let console = Console.open()
    defer { console?.close() }
    if !invocation.wantsJSON { try Console.checkErasing(console) }
    let wallet = try await invocation.wallet()
    let verification = Verification(invocation, wallet)
    let enrolment = try await verification.send(EnrolAuthenticator())
    defer {
      enrolment.uri.wipe()
      enrolment.secret.wipe()
    }
    guard !invocation.wantsJSON, let console else {
      try write(enrolment)
      return
    }
    try EnrolmentDisplay(console: console, words: invocation.words).show(enrolment)
    let code = try console.digits(invocation.words.commandLine.askAppCode)
    defer { code.wipe() }
    try AuthenticatorText.print(
      try await wallet.send(ConfirmAuthenticator(code: code)), invocation)
  }

  private func write(_ enrolment: AuthenticatorEnrolment) throws(WalletError) {
    try Output.json(piece: "\(Output.head){\"secret\": \"")
    try Output.json(secret: enrolment.secret)
    try Output.json(piece: "\", \"uri\": \"")
    try Output.json(secret: enrolment.uri)
    try Output.json(piece: "\"}\(Output.tail)")
  }
}
