import CSodium
import Issuer
import Secrets

/// All keys of an open vault, derived from its random data key. They are only in locked memory.
final class VaultKeys: Sendable {
  let summary: Secret
  let secret: Secret
  let pin: Secret
  let audit: Secret
  let root: Secret
  let set: Secret
  let index: Secret
  let issuer: IssuerKeys

  /// - Parameter issuerSeed: 32 bytes that the issuer's own keys are derived from instead of
  ///   `data`, so that a demo has the same CVVs each time.
  init(data: Secret, issuerSeed: Secret? = nil) {
    func derive(_ number: UInt64, from key: Secret) -> Secret {
      Secret(count: 32) { out in
        key.withBytes { key in
          guard let out = out.bytes, let key = key.bytes else { return }
          _ = cleaningStack { crypto_kdf_derive_from_key(out, 32, number, "walletui", key) }
        }
      }
    }
    summary = derive(1, from: data)
    secret = derive(2, from: data)
    pin = derive(3, from: data)
    audit = derive(4, from: data)
    root = derive(5, from: data)
    set = derive(6, from: data)
    index = derive(7, from: data)
    let seed = issuerSeed ?? data
    issuer = IssuerKeys(
      cvv: derive(8, from: seed), codes: derive(9, from: data), requests: derive(10, from: data))
  }

  func key(of kind: RecordKind) -> Secret {
    switch kind {
    case .root: root
    case .pan, .code, .authenticator, .deviceKeys: secret
    case .pin: pin
    case .audit: audit
    case .customer, .card, .program, .account, .payment, .sca, .event, .phone, .change, .signIn,
      .sale, .handle, .registration, .savedCard, .persona, .fundingSource, .provisionalFunding,
      .virtualCard, .provisionalCard, .virtualNumber, .virtualOrder, .noticeRules, .timedCard,
      .webhook, .budgets:
      summary
    }
  }
}
