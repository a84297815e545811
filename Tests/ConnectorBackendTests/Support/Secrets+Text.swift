import Secrets

func secret(_ text: String) -> Secret {
  Array(text.utf8).withUnsafeBytes { Secret(copying: $0) }
}

func text(_ secret: Secret) -> String {
  secret.withBytes { String(decoding: $0, as: UTF8.self) }
}
