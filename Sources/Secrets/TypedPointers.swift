// C functions take typed pointers. An empty buffer may have none.

extension UnsafeRawBufferPointer {
  package var bytes: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
  package var characters: UnsafePointer<CChar>? {
    baseAddress?.assumingMemoryBound(to: CChar.self)
  }
}

extension UnsafeMutableRawBufferPointer {
  package var bytes: UnsafeMutablePointer<UInt8>? {
    baseAddress?.assumingMemoryBound(to: UInt8.self)
  }
}
