import Arguments

/// walletd(8). What is not an option stands here.
enum Manual {
  static let page = ManualPage(
    Options.parser, section: 8, maker: "walletd --manual",
    description: [
      """
      walletd keeps wallets of payment cards in one encrypted file and serves them over HTTP to \
      walletui and to any client of the same interface. The issuer behind it is simulated: no \
      real card is ever touched.
      """,
      """
      It says `listening on ADDRESS` on standard output when it is ready; with --demo the demo's \
      brand, client and users follow, one a line. The access log is JSON, a line each, on \
      standard error, and holds no secret.
      """,
    ],
    rest: [
      .init(
        "Signals",
        [
          .item(
            "SIGTERM SIGINT",
            "End: nothing new is taken, what was asked is answered (5 seconds at most), streams end."
          ),
          .item(
            "SIGHUP",
            """
            Read --users again. Who is no longer there, or has another hash or customer now, is \
            signed off. A file with a mistake changes nothing.
            """),
        ]),
      .init(
        "Environment",
        [
          .item(
            "NOTIFY_SOCKET",
            "Where the service manager is told READY=1 and STOPPING=1; see sd_notify(3).")
        ]),
      .init(
        "Exit status", ExitStatus.allCases.map { .item("\($0.rawValue)", $0.meaning) }),
      .init(
        "Examples",
        [
          .text("A server to try:"),
          .example(["walletd --demo --insecure-loopback --listen 127.0.0.1:0"]),
          .text("A wallet of one's own, and somebody who may sign in:"),
          .example([
            "walletui vault init --vault cards.vault --passphrase-file passphrase \\",
            "  --name \"Ana Petrova\" --mobile \"+359 888123456\" --email ana@example.com",
            "walletd --store cards.vault --passphrase-file passphrase --add-user ana \\",
            "  < password >> users",
          ]),
        ]),
      .init(
        "See also",
        [.text("walletui --help, systemd.exec(5), and docs/rest.md beside the sources.")]),
    ])
}
