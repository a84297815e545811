package import WalletModel

extension ThreeDSRequest {
  /// What is wrong with the request, in the order of its fields; empty: nothing (D25, D30, D33). No
  /// row limits the numbers and the shorter texts, so these limits are walletui's.
  package var fieldErrors: [FieldError] {
    var errors: [FieldError] = []
    if deviceChannel != .known(.sdk) {
      errors.add("deviceChannel", .field(.oneOf, DeviceChannel.sdk.rawValue))
    }
    errors.add("merchantUrl", Self.url(merchantURL))
    let instalments = "maxAuthorizationsForInstalmentPayment"
    if authenticationPurpose == .instalment, maxAuthorizationsForInstalmentPayment == nil {
      errors.add(instalments, .field(.needed))
    }
    errors.number(instalments, maxAuthorizationsForInstalmentPayment, 1...999)
    errors.number("billingCycle.frequency", billingCycle?.frequency, 1...9999)
    errors.email("electronicDelivery.email", electronicDelivery?.email)
    errors.email("profile.email", profile?.email)
    errors.text("profile.phone", profile?.phone, 1...40)
    errors.text("profile.cellPhone", profile?.cellPhone, 1...40)
    errors.data("userLogin.data", userLogin?.data)
    errors.giftCards(purchasedGiftCardDetails)
    errors.number(
      "userAccountDetails.addCardAttemptsForLastDay",
      userAccountDetails?.addCardAttemptsForLastDay, 0...999)
    errors.data("priorThreeDSAuthentication.data", priorThreeDSAuthentication?.data)
    errors.text("priorThreeDSAuthentication.id", priorThreeDSAuthentication?.id, 1...64)
    errors.number("totalPurchasesSixMonthCount", totalPurchasesSixMonthCount, 0...9999)
    errors.number("transactionCountForPreviousDay", transactionCountForPreviousDay, 0...999)
    errors.number("transactionCountForPreviousYear", transactionCountForPreviousYear, 0...9999)
    errors.text("travelDetails.airlineCarrier", travelDetails?.airlineCarrier, 1...80)
    errors.text("travelDetails.destination", travelDetails?.destination, 1...80)
    errors.text("travelDetails.origin", travelDetails?.origin, 1...80)
    errors.text("travelDetails.passengerFirstName", travelDetails?.passengerFirstName, 1...80)
    errors.text("travelDetails.passengerLastName", travelDetails?.passengerLastName, 1...80)
    return errors
  }

  /// A full URL: `http` or `https`, a host, no user name, at most 2,048 characters.
  private static func url(_ text: String) -> Reason? {
    Rules.length(text, 1...2048) ?? (Rules.isWebAddress(text) ? nil : .field(.urlForm))
  }
}

extension [FieldError] {
  fileprivate mutating func number(_ field: String, _ value: Int?, _ range: ClosedRange<Int>) {
    add(field, value.flatMap { Rules.range($0, range) })
  }

  fileprivate mutating func text(_ field: String, _ value: String?, _ range: ClosedRange<Int>) {
    add(field, value.flatMap { Rules.length($0, range) })
  }

  fileprivate mutating func email(_ field: String, _ value: String?) {
    add(field, value.flatMap(Rules.email))
  }

  /// Any text, counted in bytes.
  fileprivate mutating func data(_ field: String, _ value: String?) {
    if let value, value.utf8.count > 2048 { add(field, .field(.atMost, "2048")) }
  }

  fileprivate mutating func giftCards(_ details: ThreeDSRequest.GiftCardDetails?) {
    if let money = details?.amount {
      add("purchasedGiftCardDetails.amount", Rules.range(money.minorUnits, 0...999_999_999))
      if !Rules.isCurrencyCode(money.currency.code) {
        add("purchasedGiftCardDetails.currency", .field(.currencyForm))
      }
    }
    number("purchasedGiftCardDetails.count", details?.count, 0...99)
  }
}
