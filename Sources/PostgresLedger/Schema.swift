import Issuer

/// The tables of a database.
enum Schema {
  /// The version that this program makes. A database with a higher one whose `oldest` is not above
  /// this one can be used: migrations first add what is new, and remove what is old in a later
  /// release.
  static let version = 1

  /// What each version adds to the one before it. A transaction runs all of one version.
  static let migrations: [String] = [
    """
    CREATE TABLE schema_version(version int4 NOT NULL, oldest int4 NOT NULL);
    INSERT INTO schema_version VALUES(1, 1);
    CREATE TABLE header(id int4 PRIMARY KEY, body bytea NOT NULL);
    CREATE TABLE customer(
      number int4 PRIMARY KEY CHECK (number BETWEEN 1 AND 16777215),
      look bytea NOT NULL UNIQUE, ver int8 NOT NULL, root bytea NOT NULL
    ) WITH (fillfactor = 80);
    CREATE TABLE record(
      customer int4 NOT NULL, kind int2 NOT NULL, number int8 NOT NULL,
      ver int8 NOT NULL, look bytea, box bytea NOT NULL,
      PRIMARY KEY (customer, kind, number)
    ) WITH (fillfactor = 90);
    CREATE INDEX record_look ON record(customer, kind, look, number) WHERE look IS NOT NULL;
    CREATE UNIQUE INDEX record_pan ON record(look) WHERE kind = \(RecordKind.pan.rawValue);
    CREATE INDEX record_all ON record(kind, customer, number)
      WHERE kind IN (\(kindsOfAll));
    CREATE TABLE news(
      customer int4 NOT NULL, seq int8 NOT NULL, body bytea NOT NULL,
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(), made timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (customer, seq)
    );
    CREATE INDEX news_xid ON news(xid);
    CREATE INDEX news_made ON news(made);
    CREATE TABLE bucket(
      look bytea PRIMARY KEY, level float8 NOT NULL, filled timestamptz NOT NULL,
      wait float8 NOT NULL
    ) WITH (fillfactor = 80);
    """
  ]

  /// The kinds that are also read for all customers at once.
  static let ofAll: [RecordKind] = [.signIn, .webhook]
  static let kindsOfAll = ofAll.map { "\($0.rawValue)" }.joined(separator: ", ")
}
