package import WalletModel

/// A merchant's data about a payment for the payer's bank, the object `threeDs` (D33). Its limits
/// are in `fieldErrors`.
package struct ThreeDSRequest: Hashable, Sendable {
  /// `SDK` is the only one in a request (D30).
  package var deviceChannel = Word(DeviceChannel.sdk)
  /// The merchant's own website: a full URL.
  package var merchantURL: String
  package var useThreeDSecureVersion2 = false
  package var authenticationPurpose = AuthenticationPurpose.payment
  /// Whether the payment goes on after a failed authentication; nil: the account's setting.
  package var process: Bool?
  /// 1…999, needed for instalments (D25).
  package var maxAuthorizationsForInstalmentPayment: Int?
  package var billingCycle: BillingCycle?
  package var electronicDelivery: ElectronicDelivery?
  package var profile: Contact?
  package var messageCategory: MessageCategory?
  package var requestorChallengePreference: ChallengePreference?
  package var userLogin: UserLogin?
  package var transactionIntent: TransactionIntent?
  package var initialPurchaseTime: Timestamp?
  package var orderItemDetails: OrderItemDetails?
  package var purchasedGiftCardDetails: GiftCardDetails?
  package var userAccountDetails: UserAccountDetails?
  package var priorThreeDSAuthentication: PriorAuthentication?
  package var shippingDetailsUsage: ShippingDetailsUsage?
  package var suspiciousAccountActivity: Bool?
  package var totalPurchasesSixMonthCount: Int?
  package var transactionCountForPreviousDay: Int?
  package var transactionCountForPreviousYear: Int?
  package var travelDetails: TravelDetails?

  package init(merchantURL: String) { self.merchantURL = merchantURL }

  /// The time between payments of a series.
  package struct BillingCycle: Hashable, Sendable {
    package var endDate: CalendarDate?
    /// Days between two payments: 1…9999.
    package var frequency: Int?

    package init() {}
  }

  package struct ElectronicDelivery: Hashable, Sendable {
    package var isElectronicDelivery: Bool
    package var email: String?

    package init(isElectronicDelivery: Bool) { self.isElectronicDelivery = isElectronicDelivery }
  }

  /// The payer's addresses.
  package struct Contact: Hashable, Sendable {
    package var email: String?
    package var phone: String?
    package var cellPhone: String?

    package init() {}
  }

  package struct UserLogin: Hashable, Sendable {
    /// At most 2,048 bytes of any text.
    package var data: String?
    package var authenticationMethod: LoginMethod?
    package var time: Timestamp?

    package init() {}
  }

  package struct OrderItemDetails: Hashable, Sendable {
    package var preOrderItemAvailabilityDate: CalendarDate?
    package var preOrderPurchaseIndicator: PreOrderIndicator?
    package var reorderItemsIndicator: ReorderIndicator?
    package var shippingIndicator: ShippingIndicator?

    package init() {}
  }

  package struct GiftCardDetails: Hashable, Sendable {
    /// Of all gift cards, 0…999,999,999 minor units.
    package var amount: Money?
    /// 0…99.
    package var count: Int?

    package init() {}
  }

  /// The payer's account at the merchant.
  package struct UserAccountDetails: Hashable, Sendable {
    package var addCardAttemptsForLastDay: Int?
    package var changedDate: CalendarDate?
    package var changedRange: ChangedRange?
    package var createdDate: CalendarDate?
    package var createdRange: CreatedRange?
    package var passwordChangedDate: CalendarDate?
    package var passwordChangedRange: PasswordChangeRange?
    /// When the card was added to the account.
    package var paymentAccountCreatedDate: CalendarDate?
    package var paymentAccountCreatedRange: CreatedRange?

    package init() {}
  }

  package struct PriorAuthentication: Hashable, Sendable {
    /// At most 2,048 bytes of any text.
    package var data: String?
    package var method: PriorMethod?
    package var id: String?
    package var time: Timestamp?

    package init() {}
  }

  package struct ShippingDetailsUsage: Hashable, Sendable {
    package var cardHolderNameMatch: Bool?
    package var initialUsageDate: CalendarDate?
    package var initialUsageRange: InitialUsageRange?

    package init() {}
  }

  package struct TravelDetails: Hashable, Sendable {
    package var isAirTravel: Bool?
    package var airlineCarrier: String?
    package var departureDate: CalendarDate?
    package var destination: String?
    package var origin: String?
    package var passengerFirstName: String?
    package var passengerLastName: String?

    package init() {}
  }
}

/// D30. Only `sdk` may be in a request; a server may answer with each.
package enum DeviceChannel: String, CaseIterable, WireWord {
  case app = "APP"
  case browser = "BROWSER"
  case sdk = "SDK"
  case requestor = "3RI"
}
