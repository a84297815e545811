package import WalletModel

extension ThreeDSRequest {
  /// What is wrong with the request, in the order of its fields; empty: nothing (D25, D30, D33). No
  /// row limits the numbers and the shorter texts, so these limits are walletui's.
  package var fieldErrors: [FieldError] {
    var check = Check()
    if deviceChannel != .sdk {
      check.add("deviceChannel", .field(.oneOf, DeviceChannel.sdk.rawValue))
    }
    check.add("merchantUrl", Self.url(merchantURL))
    let instalments = "maxAuthorizationsForInstalmentPayment"
    if authenticationPurpose == .instalment, maxAuthorizationsForInstalmentPayment == nil {
      check.add(instalments, .field(.needed))
    }
    check.number(instalments, maxAuthorizationsForInstalmentPayment, 1...999)
    check.number("billingCycle.frequency", billingCycle?.frequency, 1...9999)
    check.email("electronicDelivery.email", electronicDelivery?.email)
    check.email("profile.email", profile?.email)
    check.text("profile.phone", profile?.phone, 1...40)
    check.text("profile.cellPhone", profile?.cellPhone, 1...40)
    check.data("userLogin.data", userLogin?.data)
    check.giftCards(purchasedGiftCardDetails)
    check.number(
      "userAccountDetails.addCardAttemptsForLastDay",
      userAccountDetails?.addCardAttemptsForLastDay, 0...999)
    check.data("priorThreeDSAuthentication.data", priorThreeDSAuthentication?.data)
    check.text("priorThreeDSAuthentication.id", priorThreeDSAuthentication?.id, 1...64)
    check.number("totalPurchasesSixMonthCount", totalPurchasesSixMonthCount, 0...9999)
    check.number("transactionCountForPreviousDay", transactionCountForPreviousDay, 0...999)
    check.number("transactionCountForPreviousYear", transactionCountForPreviousYear, 0...9999)
    check.text("travelDetails.airlineCarrier", travelDetails?.airlineCarrier, 1...80)
    check.text("travelDetails.destination", travelDetails?.destination, 1...80)
    check.text("travelDetails.origin", travelDetails?.origin, 1...80)
    check.text("travelDetails.passengerFirstName", travelDetails?.passengerFirstName, 1...80)
    check.text("travelDetails.passengerLastName", travelDetails?.passengerLastName, 1...80)
    return check.errors
  }

  /// A full URL: `http` or `https`, a host, no user name, at most 2,048 characters.
  private static func url(_ text: String) -> Reason? {
    Rules.length(text, 1...2048) ?? (Rules.isWebAddress(text) ? nil : .field(.urlForm))
  }

  private struct Check {
    var errors: [FieldError] = []

    mutating func add(_ field: String, _ reason: Reason?) {
      if let reason { errors.append(FieldError(field, reason)) }
    }

    mutating func number(_ field: String, _ value: Int?, _ range: ClosedRange<Int>) {
      guard let value, !range.contains(value) else { return }
      add(field, .field(.range, "\(range.lowerBound)", "\(range.upperBound)"))
    }

    mutating func text(_ field: String, _ value: String?, _ range: ClosedRange<Int>) {
      add(field, value.flatMap { Rules.length($0, range) })
    }

    mutating func email(_ field: String, _ value: String?) {
      add(field, value.flatMap(Rules.email))
    }

    /// Any text, counted in bytes.
    mutating func data(_ field: String, _ value: String?) {
      if let value, value.utf8.count > 2048 { add(field, .field(.atMost, "2048")) }
    }

    mutating func giftCards(_ details: GiftCardDetails?) {
      if let money = details?.amount {
        if !(0...999_999_999).contains(money.minorUnits) {
          add("purchasedGiftCardDetails.amount", .field(.range, "0", "999999999"))
        }
        if !Rules.isCurrencyCode(money.currency.code) {
          add("purchasedGiftCardDetails.currency", .field(.currencyForm))
        }
      }
      number("purchasedGiftCardDetails.count", details?.count, 0...99)
    }
  }
}
