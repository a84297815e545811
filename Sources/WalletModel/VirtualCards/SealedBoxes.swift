/// The boxes of a card's sealed fields, one after another in one piece of memory: lists have
/// thousands of cards, whose boxes are seldom opened.
package struct SealedBoxes: Hashable, Sendable {
  private var bytes: [UInt8] = []
  /// How long the box of each field is, in the order of the fields; -1: there is none.
  private var lengths = SIMD8<Int32>(repeating: -1)

  package subscript(field: SealedFields.Field) -> [UInt8]? {
    get { has(field) ? Array(bytes[range(field)]) : nil }
    set {
      bytes.replaceSubrange(range(field), with: newValue ?? [])
      lengths[field.index] = newValue.map { Int32($0.count) } ?? -1
    }
  }

  package func has(_ field: SealedFields.Field) -> Bool { lengths[field.index] >= 0 }

  /// Adds the box of a field. The fields must come in their order.
  package mutating func append(_ box: UnsafeRawBufferPointer, of field: SealedFields.Field) {
    bytes.append(contentsOf: box)
    lengths[field.index] = Int32(box.count)
  }

  /// Makes room for boxes of together so many bytes.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  private func range(_ field: SealedFields.Field) -> Range<Int> {
    var start = 0
    for index in 0..<field.index { start += Int(max(0, lengths[index])) }
    return start..<start + Int(max(0, lengths[field.index]))
  }
}

extension SealedBoxes: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (SealedFields.Field, [UInt8])...) {
    for (field, box) in elements { self[field] = box }
  }
}

extension SealedFields.Field {
  /// Its place in `allCases`.
  fileprivate var index: Int {
    switch self {
    case .number: 0
    case .csc: 1
    case .billingAddress: 2
    case .alias: 3
    case .metadata: 4
    case .expiry: 5
    case .lastTransaction: 6
    }
  }
}

// A failed comparison shows the boxes, and not how they are kept.
extension SealedBoxes: CustomReflectable {
  package var customMirror: Mirror {
    Mirror(
      self, children: SealedFields.Field.allCases.map { ($0.rawValue, self[$0] as Any) },
      displayStyle: .struct)
  }
}
