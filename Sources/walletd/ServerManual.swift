import Arguments

/// walletd(8), except its options.
enum ServerManual {
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
      standard error, and holds no secret; a line of a sign-in that failed says whom and from where.
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
        "Messages",
        [
          .text(
            """
            One-time codes, and the letters that plastic cards come in, are handed to the program \
            of --deliver, one message a run, as one JSON object on its standard input: channel \
            (SMS or EMAIL), target (the mobile number or the e-mail address), sender and text, \
            which has the code in it. Nothing secret is in its arguments or its environment. What \
            it prints goes nowhere. It has 10 seconds and ends with status 0, or the message \
            counts as not delivered: that is logged, without the code, and is not tried again. \
            Eight run at once; 1000 messages may wait. Whoever asks for a code gets the same \
            answer, whatever becomes of the message. With --demo messages are on the simulated \
            phone, too.
            """)
        ]),
      .init(
        "Environment",
        [
          .item(
            "NOTIFY_SOCKET",
            """
            Where the service manager is told READY=1 with the address as its STATUS, RELOADING=1 and \
            STOPPING=1; see sd_notify(3).
            """)
        ]),
      .init(
        "Exit status", ExitStatus.allCases.map { .item("\($0.rawValue)", $0.meaning) }),
      .init(
        "Examples",
        [
          .text("A server to try:"),
          .example(["walletd --demo --insecure-loopback --listen 127.0.0.1:0"]),
          .text("The owner's wallet and another person's beside it, for two who may sign in:"),
          .example([
            "walletui vault init --vault cards.vault --passphrase-file passphrase \\",
            "  --name \"Ana Petrova\" --mobile \"+359 888123456\" --email ana@example.com",
            "walletd --store cards.vault --passphrase-file passphrase --add-user ana --owner \\",
            "  < password >> users",
            "walletd --store cards.vault --passphrase-file passphrase --add-user boris \\",
            "  --name \"Boris Ivanov\" --mobile \"+359 887654321\" \\",
            "  --email boris@example.com < password2 >> users",
          ]),
          .text("Then serve them, and open one of them elsewhere:"),
          .example([
            "openssl rand -hex 16 > client-secret",
            "walletd --store cards.vault --passphrase-file passphrase --users users \\",
            "  --client-secret-file client-secret --tls-cert cert.pem --tls-key key.pem \\",
            "  --listen 0.0.0.0:8443",
            "walletui --server https://wallet.example:8443 --login ana \\",
            "  --client-secret-file client-secret",
          ]),
          .text("What walletui's --pin wants, of the certificate's key:"),
          .example([
            "openssl x509 -in cert.pem -noout -pubkey | openssl pkey -pubin -outform DER |",
            "  openssl dgst -sha256 -binary | base64",
          ]),
        ]),
      .init(
        "Files",
        [
          .item(
            "FILE-wal, FILE-shm",
            "Beside the file of --store while it is open; part of it: copy all or none."),
          .item(
            "/lib/systemd/system/walletd.service, or PREFIX/lib/systemd/system/walletd.service",
            """
            The unit, of the Debian package or of `make install`; it says where it looks for the \
            files above.
            """),
        ]),
      .init(
        "See also",
        [.text("walletui --help, systemd.exec(5), and docs/rest.md beside the sources.")]),
    ])
}
