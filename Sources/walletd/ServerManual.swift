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
      When it is ready it prints `listening on ADDRESS` on standard output; with --demo the demo's \
      brand, client and users follow, one per line. The access log on standard error is JSON, one \
      line per request, without secrets; a failed sign-in says who tried and from where.
      """,
    ],
    rest: [
      .init(
        "Signals",
        [
          .item(
            "SIGTERM SIGINT",
            "Stop: take nothing new, answer what was asked (5 seconds at most), end the streams."
          ),
          .item(
            "SIGHUP",
            """
            Read --users again. Anyone who is gone, or has a new hash or customer, is signed out. \
            A file with a mistake changes nothing.
            """),
        ]),
      .init(
        "Messages",
        [
          .text(
            """
            The program of --deliver gets one-time codes, and the letters that plastic cards come \
            in: one message per run, as a JSON object on its standard input, with channel (SMS or \
            EMAIL), target (the mobile number or e-mail address), sender and text, which contains \
            the code. Its arguments and environment hold no secret. What it prints is ignored. \
            Unless it ends with status 0 within 10 seconds, the message counts as not delivered, \
            which is logged without the code and not tried again. Up to eight run at once, and \
            1000 messages can wait. Whoever asks for a code gets the same answer either way. With \
            --demo the messages are also on the simulated phone.
            """)
        ]),
      .init(
        "Webhooks",
        [
          .text(
            """
            With --webhooks, changes of cards, of their tokens in phone wallets and of \
            confirmations are sent to each address of the file as they happen, in their order. \
            A line is an address that begins with https://, or with http:// for 127.0.0.1 and \
            [::1]; lines that begin with # are comments. An event is kept in the store from the \
            change on until the address answers with a status of 200 to 299 within 10 seconds. \
            After a failure it is tried again, after a second at first and after an hour at most. \
            After 16 attempts it becomes a dead letter, and the next one is sent. The newest 1000 \
            dead letters of an address are kept, and 10000 events can wait; a customer has a \
            tenth of each. `walletd webhooks list` shows what waits, also while the server runs. \
            The same event can arrive twice, with the same id. docs/rest.md has the fields and \
            the signature.
            """)
        ]),
      .init(
        "Environment",
        [
          .item(
            "NOTIFY_SOCKET",
            """
            Tells the service manager READY=1 with the address as STATUS, RELOADING=1 and \
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
          .text("The owner's wallet and one for another person, so that two people can sign in:"),
          .example([
            "walletui vault init --vault cards.vault --passphrase-file passphrase \\",
            "  --name \"Ana Petrova\" --mobile \"+359 888123456\" --email ana@example.com",
            "walletd --store cards.vault --passphrase-file passphrase --add-user ana --owner \\",
            "  < password >> users",
            "walletd --store cards.vault --passphrase-file passphrase --add-user boris \\",
            "  --name \"Boris Ivanov\" --mobile \"+359 887654321\" \\",
            "  --email boris@example.com < password2 >> users",
          ]),
          .text("Serve them, and open one from another machine:"),
          .example([
            "openssl rand -hex 16 > client-secret",
            "walletd --store cards.vault --passphrase-file passphrase --users users \\",
            "  --client-secret-file client-secret --tls-cert cert.pem --tls-key key.pem \\",
            "  --listen 0.0.0.0:8443",
            "walletui --server https://wallet.example:8443 --login ana \\",
            "  --client-secret-file client-secret",
          ]),
          .text("The value for walletui's --pin, from the certificate's key:"),
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
            "Beside the file of --store while it is open, and part of it: copy all or none."),
          .item(
            "/lib/systemd/system/walletd.service, or PREFIX/lib/systemd/system/walletd.service",
            """
            The unit of the Debian package or of `make install`. It says where it looks for the \
            files above.
            """),
        ]),
      .init(
        "See also",
        [.text("walletui --help, systemd.exec(5), and docs/rest.md beside the sources.")]),
    ])
}
