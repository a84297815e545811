import Arguments

/// walletd(8), except its options.
enum ServerManual {
  static let page = ManualPage(
    Options.parser, section: 8, maker: "walletd --manual",
    description: [
      """
      walletd keeps wallets of payment cards in one encrypted file, or in a PostgreSQL database \
      that several servers share, and serves them over HTTP to \
      walletui and to any client of the same interface. Without --issuer the issuer behind it is \
      simulated, and no real card is ever touched.
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
            """
            Stop: answer /readyz with 503 and go on for the seconds of --drain, while each answer \
            ends its connection; then take nothing new, answer what was asked (5 seconds at most), \
            and end the streams. Behind a load balancer, give --drain more seconds than it needs \
            to see that a server is not ready. Another signal ends this time.
            """),
          .item(
            "SIGHUP",
            """
            Read --users, --webhooks and --issuer-webhook-secret-file again. Anyone who is gone, or has a new hash or customer, \
            is signed out. \
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
        "Databases",
        [
          .text(
            """
            With --store postgresql://HOST/NAME any number of servers share one database. \
            `walletd db init` makes its tables; the records in them are sealed with the passphrase \
            like those of a vault. A password is read by libpq, from ~/.pgpass or PGPASSFILE, never \
            from the address. A remote host has to have a certificate for its name (verify-full). \
            Changes of one customer are made one after the other, whichever server they reach, and \
            each server tells its clients of all of them. Sign-ins, codes, wrong passwords and \
            requests count on all servers. --issuer and --webhooks need \
            a vault.
            """),
          .text(
            """
            `walletd db export` makes a vault of a database, and `walletd db import` a database of a \
            vault. `walletd db rotate-keys` replaces the passphrase and the keys that it protects. \
            Servers that are connected prevent that, and one that is started later needs the new \
            passphrase.
            """),
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
            dead letters of an address are kept, and 10000 events can wait. `walletd webhooks \
            list` shows what waits, also while the server runs. The same event can arrive twice, \
            with the same id. docs/rest.md has the fields and the signature.
            """),
          .text(
            """
            SIGHUP reads the addresses, the secret and the certificates of --webhook-ca again; a \
            mistake in them is logged, and changes nothing. Events of an address that was removed \
            are sent if it is there again within 30 days, and are then removed. To replace the key, \
            put the new one into the second line of the secret file: each event then also has the \
            header Signature-Next. When all receivers know the new key, make it the first line.
            """),
        ]),
      .init(
        "Card issuers",
        [
          .text(
            """
            With --issuer, walletd is a gateway: it serves the cards of an account at Lithic, \
            Privacy.com, Stripe Issuing or Increase in place of those in the store. The account \
            is added to the vault with `walletui issuer add`, and its key never leaves the \
            vault. Every line of --users must name the owner of the store (`walletd --add-user \
            NAME --owner`); a line for another customer is an error, because the cards at an \
            issuer have no other owner here. Sign-in, scopes, codes, limits and news are those \
            of walletd. A key of `walletui issuer add --read-only` changes nothing.
            """),
          .text(
            """
            Clients wait for the issuer, and walletd's threads do not. A change is sent with the \
            client's idempotency key in the issuer's form, so it happens once. If the issuer's \
            answer is lost, the client is told with 504 that it may have happened. It can repeat \
            the change, or ask what became of it; if nobody can tell, walletd says so. Up to 128 \
            requests wait; further ones get 503. While a client listens, walletd asks the issuer \
            for news, with a tenth of the requests that the issuer allows, however many clients \
            there are.
            """),
          .text(
            """
            With --issuer-webhook-secret-file, walletd takes the issuer's webhooks at POST \
            /issuer/webhooks, so that clients see changes at once. Lithic and Increase sign \
            them by Standard Webhooks, Stripe by its own scheme; Privacy.com has none. Each line \
            of the file is a secret (whsec_...); up to four are valid at a time, and SIGHUP reads \
            them again. A signature is valid for 300 seconds. A body has 64 KiB at most. What a \
            webhook says is not believed: walletd only reads the card again. A webhook that came \
            before does nothing. A wrong signature is answered with 401 without a reason, and \
            many of one address with 429.
            """),
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
          .text("A gateway to an account at Lithic, for several clients:"),
          .example([
            "walletui issuer add lithic --vault cards.vault --passphrase-file passphrase \\",
            "  --key-file key",
            "walletd --store cards.vault --passphrase-file passphrase --users users \\",
            "  --client-secret-file client-secret --tls-cert cert.pem --tls-key key.pem \\",
            "  --listen 0.0.0.0:8443 --issuer lithic --issuer-webhook-secret-file whsec",
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
