import Issuer
package import Secrets
package import WalletModel

/// A key slot as it is listed.
package struct KeySlotEntry: Sendable, Equatable {
  package var number: Int
  /// nil: the slot cannot be read.
  package var kind: KeySlotKind?
  package var label: String
  /// nil: not known.
  package var made: Timestamp?
  /// Whether the secret that was given opens it.
  package var isOpened: Bool
}

/// A change of the key slots.
package enum KeySlotChange: Sendable {
  /// Replaces the secret that opened the vault.
  case replace(with: Secret)
  case add(Secret, label: String)
  case remove(Int)
}

extension Vault {
  package static func slots(at path: String, secret: Secret) throws(WalletError) -> [KeySlotEntry] {
    let opened = try UnlockedVault.open(path, secret, readOnly: true)
    defer { try? opened.store.database.close() }
    return opened.slots.entries(opened: opened.slot)
  }

  /// Changes the key slots in one transaction, with an entry in the audit log. Others may have the
  /// vault open.
  ///
  /// - Parameter commits: See `open`.
  /// - Returns: The slots afterwards.
  /// - Throws: `.usage` if there is no such slot, none is free, or the last one was to be removed.
  @discardableResult
  package static func changeSlots(
    at path: String, secret: Secret, _ change: KeySlotChange, commits: String? = nil
  ) throws(WalletError) -> [KeySlotEntry] {
    let (opened, data) = try UnlockedVault.openWithDataKey(path, secret, readOnly: false)
    defer { data.wipe() }
    let made = IssuerClock.system.now()
    func slot(_ secret: Secret, _ label: String) throws(WalletError) -> KeySlot {
      try KeySlot(wrapping: data, secret: secret, label: label, made: made, opened.header)
    }
    // Deriving the key takes a second, so this is done outside of the transaction.
    let new: KeySlot? =
      switch change {
      case .remove: nil
      case .replace(let secret):
        try slot(secret, opened.slots.slots[opened.slot]?.label ?? "")
      case .add(let secret, let label): try slot(secret, label)
      }
    let ledger = try opened.ledger(readOnly: false, commits)
    defer { ledger.close() }
    let database = opened.store.database
    return try ledger.write { writer throws(WalletError) in
      let slots = try KeySlots(database)
      guard slots.slots[opened.slot] == opened.slots.slots[opened.slot] else {
        throw WalletError(
          .vaultBusy,
          detail: .text(
            "The key slots were changed meanwhile.",
            "Die Schlüsselplätze wurden inzwischen geändert."))
      }
      let what: String
      var openedSlot: Int64? = opened.slot
      switch change {
      case .replace:
        if let new { try database.put(new, opened.slot) }
        what = "slot \(opened.slot) replaced"
      case .add:
        let number = try slots.free()
        if let new { try database.put(new, number) }
        what = "slot \(number) added"
      case .remove(let number):
        try slots.checkRemoval(of: Int64(number))
        try database.removeSlots(Int64(number)...Int64(number))
        if Int64(number) == opened.slot { openedSlot = nil }
        what = "slot \(number) removed"
      }
      opened.store.root.slots = nil
      try writer.put(
        AuditEntry(time: made, phase: .done, action: "changeKeySlots", note: what),
        of: ledger.owner)
      return try KeySlots(database).entries(opened: openedSlot)
    }
  }
}

extension KeySlots {
  /// The lowest number without a slot.
  fileprivate func free() throws(WalletError) -> Int64 {
    let free = KeySlot.numbers.first { slots[$0] == nil && !damaged.contains($0) }
    if let free { return free }
    throw WalletError(
      .usage,
      detail: .text(
        "all \(KeySlot.numbers.count) key slots are used",
        "alle \(KeySlot.numbers.count) Schlüsselplätze sind belegt"),
      advice: .text(
        "Remove one first: `walletui vault passwd --remove N`.",
        "Entfernen Sie zuerst einen: `walletui vault passwd --remove N`."))
  }

  fileprivate func checkRemoval(of number: Int64) throws(WalletError) {
    guard slots[number] != nil || damaged.contains(number) else {
      throw WalletError(
        .usage,
        detail: .text("there's no key slot \(number)", "es gibt keinen Schlüsselplatz \(number)"))
    }
    guard slots.contains(where: { $0.key != number }) else {
      throw WalletError(
        .usage,
        detail: .text(
          "slot \(number) is the last one; without it nobody could open the vault",
          "Platz \(number) ist der letzte; ohne ihn könnte niemand den Tresor öffnen"))
    }
  }

  fileprivate func entries(opened: Int64?) -> [KeySlotEntry] {
    let good = slots.map { number, slot in
      KeySlotEntry(
        number: Int(number), kind: slot.kind, label: slot.label, made: slot.made,
        isOpened: number == opened)
    }
    let bad = damaged.map {
      KeySlotEntry(number: Int($0), kind: nil, label: "", made: nil, isOpened: false)
    }
    return (good + bad).sorted { $0.number < $1.number }
  }
}
