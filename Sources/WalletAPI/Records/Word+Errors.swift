import WalletModel

extension [FieldError] {
  /// The value of a word in a request. An unknown word is added to these errors.
  mutating func value<T>(_ word: Word<T>?, _ field: String) -> T? {
    if let error = word?.error(field) { append(error) }
    return word?.value
  }
}
