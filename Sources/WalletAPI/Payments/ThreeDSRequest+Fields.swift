package import ThreeDSecure
import WalletModel

/// The object `threeDs` (D33). Words that are not in a list, and days that do not exist, are refused
/// when they are read; `ThreeDSRequest.fieldErrors` has the other rules.
extension ThreeDSRequest: WireRecord {
  package static var blank: ThreeDSRequest { ThreeDSRequest(merchantURL: "") }
  package static var recordName: String { "ThreeDs" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var channel: String? = deviceChannel.rawValue
    var isSecond: Bool? = useThreeDSecureVersion2
    var purpose: AuthenticationPurpose? = authenticationPurpose
    try v.optional("deviceChannel", &channel, .among([DeviceChannel.sdk.rawValue]))
    try v.field("merchantUrl", &merchantURL, .text(1, 2048))
    try v.optional("useThreeDSecureVersion2", &isSecond)
    try v.word("authenticationPurpose", &purpose)
    try v.optional("process", &process)
    try v.optional(
      "maxAuthorizationsForInstalmentPayment", &maxAuthorizationsForInstalmentPayment,
      .documented(1, 999))
    try v.optional("billingCycle", &billingCycle)
    try v.optional("electronicDelivery", &electronicDelivery)
    try v.optional("profile", &profile)
    try v.word("messageCategory", &messageCategory)
    try preference(&v)
    try v.optional("userLogin", &userLogin)
    try v.word("transactionIntent", &transactionIntent)
    try v.optional("initialPurchaseTime", &initialPurchaseTime)
    try v.optional("orderItemDetails", &orderItemDetails)
    try v.optional("purchasedGiftCardDetails", &purchasedGiftCardDetails)
    try v.optional("userAccountDetails", &userAccountDetails)
    try v.optional("priorThreeDSAuthentication", &priorThreeDSAuthentication)
    try v.optional("shippingDetailsUsage", &shippingDetailsUsage)
    try v.optional("suspiciousAccountActivity", &suspiciousAccountActivity)
    try v.optional(
      "totalPurchasesSixMonthCount", &totalPurchasesSixMonthCount, .documented(0, 9999))
    try v.optional(
      "transactionCountForPreviousDay", &transactionCountForPreviousDay, .documented(0, 999))
    try v.optional(
      "transactionCountForPreviousYear", &transactionCountForPreviousYear, .documented(0, 9999))
    try v.optional("travelDetails", &travelDetails)
    guard V.isReading else { return }
    deviceChannel = .known(.sdk)
    useThreeDSecureVersion2 = isSecond ?? false
    authenticationPurpose = purpose ?? .payment
  }

  /// The published SDK sends one word with a space (H09).
  private mutating func preference<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var word = requestorChallengePreference?.rawValue
    let words = ChallengePreference.allCases.map(\.rawValue) + ["CHALLENGE_ REQUESTED"]
    try v.optional("requestorChallengePreference", &word, .among(words))
    if V.isReading {
      requestorChallengePreference = word.flatMap(ChallengePreference.init(received:))
    }
  }
}

extension FieldVisitor {
  /// A word of a list, in a request.
  mutating func word<T: WireWord & CaseIterable>(_ name: String, _ value: inout T?)
    throws(Failure)
  {
    var word = value?.rawValue
    try optional(name, &word, .among(T.allCases.map(\.rawValue)))
    if Self.isReading { value = T.allCases.first { $0.rawValue == word } }
  }

  /// A day, `2026-11-30`.
  fileprivate mutating func day(_ name: String, _ value: inout CalendarDate?) throws(Failure) {
    var text = value?.description
    try optional(name, &text, .text(10, 10))
    guard Self.isReading else { return }
    value = text.flatMap(CalendarDate.init)
    if text != nil, value == nil { try absent(name, "must be a day, 2026-11-30") }
  }
}

extension ThreeDSRequest.BillingCycle: WireRecord {
  package static var blank: Self { Self() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.day("endDate", &endDate)
    try v.optional("frequency", &frequency, .documented(1, 9999))
  }
}

extension ThreeDSRequest.ElectronicDelivery: WireRecord {
  package static var blank: Self { Self(isElectronicDelivery: false) }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.field("isElectronicDelivery", &isElectronicDelivery)
    try v.optional("email", &email, .text(6, 255))
  }
}

extension ThreeDSRequest.Contact: WireRecord {
  package static var blank: Self { Self() }
  package static var recordName: String { "ThreeDsProfile" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("email", &email, .text(6, 255))
    try v.optional("phone", &phone, .text(1, 40))
    try v.optional("cellPhone", &cellPhone, .text(1, 40))
  }
}

extension ThreeDSRequest.UserLogin: WireRecord {
  package static var blank: Self { Self() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("data", &data, .text(0, 2048))
    try v.word("authenticationMethod", &authenticationMethod)
    try v.optional("time", &time)
  }
}

extension ThreeDSRequest.OrderItemDetails: WireRecord {
  package static var blank: Self { Self() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.day("preOrderItemAvailabilityDate", &preOrderItemAvailabilityDate)
    try v.word("preOrderPurchaseIndicator", &preOrderPurchaseIndicator)
    try v.word("reorderItemsIndicator", &reorderItemsIndicator)
    try v.word("shippingIndicator", &shippingIndicator)
  }
}

extension ThreeDSRequest.GiftCardDetails: WireRecord {
  package static var blank: Self { Self() }
  package static var recordName: String { "PurchasedGiftCardDetails" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    var units = amount.map { Int($0.minorUnits) }
    var code = amount?.currency.code
    try v.optional("amount", &units, .documented(0, 999_999_999))
    try v.optional("count", &count, .documented(0, 99))
    try v.optional("currency", &code, .currency)
    guard V.isReading else { return }
    amount = nil
    switch (units, code) {
    case (let units?, let code?): amount = Money(Int64(units), Currency(code))
    case (_?, nil): try v.absent("amount", "needs a currency")
    case (nil, _?): try v.absent("currency", "needs an amount")
    case (nil, nil): break
    }
  }
}

extension ThreeDSRequest.UserAccountDetails: WireRecord {
  package static var blank: Self { Self() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional(
      "addCardAttemptsForLastDay", &addCardAttemptsForLastDay, .documented(0, 999))
    try v.day("changedDate", &changedDate)
    try v.word("changedRange", &changedRange)
    try v.day("createdDate", &createdDate)
    try v.word("createdRange", &createdRange)
    try v.day("passwordChangedDate", &passwordChangedDate)
    try v.word("passwordChangedRange", &passwordChangedRange)
    try v.day("paymentAccountCreatedDate", &paymentAccountCreatedDate)
    try v.word("paymentAccountCreatedRange", &paymentAccountCreatedRange)
  }
}

extension ThreeDSRequest.PriorAuthentication: WireRecord {
  package static var blank: Self { Self() }
  package static var recordName: String { "PriorThreeDSAuthentication" }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("data", &data, .text(0, 2048))
    try v.word("method", &method)
    try v.optional("id", &id, .text(1, 64))
    try v.optional("time", &time)
  }
}

extension ThreeDSRequest.ShippingDetailsUsage: WireRecord {
  package static var blank: Self { Self() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("cardHolderNameMatch", &cardHolderNameMatch)
    try v.day("initialUsageDate", &initialUsageDate)
    try v.word("initialUsageRange", &initialUsageRange)
  }
}

extension ThreeDSRequest.TravelDetails: WireRecord {
  package static var blank: Self { Self() }
  package mutating func fields<V: FieldVisitor>(_ v: inout V) throws(V.Failure) {
    try v.optional("isAirTravel", &isAirTravel)
    try v.optional("airlineCarrier", &airlineCarrier, .text(1, 80))
    try v.day("departureDate", &departureDate)
    try v.optional("destination", &destination, .text(1, 80))
    try v.optional("origin", &origin, .text(1, 80))
    try v.optional("passengerFirstName", &passengerFirstName, .text(1, 80))
    try v.optional("passengerLastName", &passengerLastName, .text(1, 80))
  }
}
