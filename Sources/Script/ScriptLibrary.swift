/// The scripts of `docs/scripts/`, which are built into the program.
package enum ScriptLibrary {
  package static let names = builtin.map(\.name)

  /// nil: there is no script of that name.
  package static func bytes(named name: String) -> [UInt8]? {
    builtin.first { $0.name == name }?.text()
  }

  private static let builtin: [(name: String, text: @Sendable () -> [UInt8])] = [
    ("tour", { PackageResources.tour_walletscript }),
    ("lock-and-decline", { PackageResources.lock_and_decline_walletscript }),
    ("reveal-pin", { PackageResources.reveal_pin_walletscript }),
    ("new-card", { PackageResources.new_card_walletscript }),
    ("pay-3ds", { PackageResources.pay_3ds_walletscript }),
    ("card-for-one-shop", { PackageResources.card_for_one_shop_walletscript }),
    ("limits", { PackageResources.limits_walletscript }),
    ("lost-card", { PackageResources.lost_card_walletscript }),
    ("lost-key", { PackageResources.lost_key_walletscript }),
    ("phone-wallet", { PackageResources.phone_wallet_walletscript }),
    ("small-screen", { PackageResources.small_screen_walletscript }),
  ]
}
