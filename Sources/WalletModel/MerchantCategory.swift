/// What a merchant sells, in groups that a person would name. The raw value is the wire's word.
package enum MerchantCategory: String, CaseIterable, WireWord {
  case groceries = "GROCERIES"
  case eatingOut = "EATING_OUT"
  case transport = "TRANSPORT"
  case shopping = "SHOPPING"
  case health = "HEALTH"
  case leisure = "LEISURE"
  case travel = "TRAVEL"
  case bills = "BILLS"
  case cash = "CASH"
  case other = "OTHER"

  /// The word in commands and in the configuration: `eating-out`.
  package var word: String { String(rawValue.lowercased().map { $0 == "_" ? "-" : $0 }) }

  /// The name in account books: `EatingOut`.
  package var accountName: String {
    word.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// - Parameter word: In capitals or not. nil: there is no such category.
  package init?(word: String) {
    let word = word.lowercased()
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  /// All words, for help and messages.
  package static let words = allCases.map(\.word).joined(separator: ", ")

  /// - Parameter mcc: A merchant category code of ISO 18245; anything else is `other`.
  package init(mcc: String?) {
    guard let mcc, mcc.utf8.count == 4, let code = Int(mcc), code >= 0 else {
      self = .other
      return
    }
    var low = 0
    var high = Self.ranges.count
    while low < high {
      let middle = (low + high) / 2
      if Self.ranges[middle].codes.upperBound < code { low = middle + 1 } else { high = middle }
    }
    let found = low < Self.ranges.count && Self.ranges[low].codes.contains(code)
    self = found ? Self.ranges[low].category : .other
  }

  /// In ascending order. A code between two ranges is `other`.
  static let ranges: [(codes: ClosedRange<Int>, category: MerchantCategory)] = [
    (742...742, .health),
    // Airlines, car rental, hotels: a code for each company.
    (3000...3999, .travel),
    (4011...4112, .transport), (4119...4119, .health), (4121...4131, .transport),
    (4411...4468, .travel), (4511...4723, .travel), (4784...4789, .transport),
    (4812...4816, .bills), (4829...4829, .cash), (4899...4900, .bills),
    (5122...5122, .health), (5172...5172, .transport), (5200...5399, .shopping),
    (5400...5499, .groceries), (5500...5599, .transport), (5600...5799, .shopping),
    (5811...5814, .eatingOut), (5815...5818, .leisure), (5912...5912, .health),
    (5921...5921, .groceries), (5931...5949, .shopping), (5950...5959, .shopping),
    // Sold by mail, telephone or internet.
    (5960...5960, .bills), (5962...5962, .travel), (5963...5967, .shopping),
    (5968...5968, .leisure), (5969...5974, .shopping), (5975...5976, .health),
    (5977...5978, .shopping), (5983...5983, .bills), (5992...5999, .shopping),
    (6010...6051, .cash), (6300...6399, .bills), (6513...6513, .bills), (6540...6540, .cash),
    (7011...7033, .travel), (7297...7298, .health), (7512...7519, .travel),
    (7523...7549, .transport), (7829...7999, .leisure), (8011...8099, .health),
    (9211...9405, .bills),
  ]
}

extension Transaction {
  package var category: MerchantCategory { MerchantCategory(mcc: mcc) }
}
