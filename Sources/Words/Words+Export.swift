/// What is said about payments for other programs.
extension Words {
  package func notExported(_ count: Int) -> String {
    count == 1
      ? say("1 payment can't be read, and is left out.", "1 Zahlung ist nicht lesbar und fehlt.")
      : say(
        "\(number(count)) payments can't be read, and are left out.",
        "\(number(count)) Zahlungen sind nicht lesbar und fehlen.")
  }
}
