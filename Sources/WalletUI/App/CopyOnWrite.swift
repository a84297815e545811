/// Keeps a value behind a reference that copies share until one of them changes. A copy of what
/// holds it costs one reference, however large the value is.
@propertyWrapper
package struct CopyOnWrite<Value: Sendable>: Sendable {
  private final class Box: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  // Only its single owner changes a box.
  private var box: Box

  package init(wrappedValue: Value) { box = Box(wrappedValue) }

  package var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}
