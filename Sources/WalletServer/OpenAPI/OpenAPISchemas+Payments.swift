import ThreeDSecure
import WalletAPI
import WalletModel

/// The schemas of payments and of the shop.
extension OpenAPISchemas {
  static let payments =
    records(
      Transaction.self, DeclineRule.self, ChargeDetail.self, Markup.self, TransactionPage.self,
      Merchant.self, ListMerchants.Answer.self, ConversionRate.self, ListRates.Answer.self,
      ShopReceipt.self, PaymentMethod.self, AccountConfiguration.self, CardTypeConfig.self,
      ListPaymentMethods.Answer.self, PaymentHandle.self, PaymentHandleCard.self, NetworkToken.self,
      PaymentHandlePage.self, CardAuthentication.self, ListAuthentications.Answer.self,
      ChallengeQuestion.self, PaymentToken.self, SavedCard.self, ListSavedCards.Answer.self,
      CardRegistration.self, ReturnLink.self)
    + requests(
      ShopAmount.self, TopUpAmount.self, CardPayment.self, NumberPayment.self, BillingAddress.self,
      PaymentHandleRequest.self, EnteredCard.self, MerchantDescriptor.self, PaymentProfile.self,
      BillingDetails.self, DeliveryDetails.self, BirthDate.self, IdentityDocument.self,
      ThreeDSRequest.self, ThreeDSRequest.BillingCycle.self, ThreeDSRequest.ElectronicDelivery.self,
      ThreeDSRequest.Contact.self, ThreeDSRequest.UserLogin.self,
      ThreeDSRequest.OrderItemDetails.self, ThreeDSRequest.GiftCardDetails.self,
      ThreeDSRequest.UserAccountDetails.self, ThreeDSRequest.PriorAuthentication.self,
      ThreeDSRequest.ShippingDetailsUsage.self, ThreeDSRequest.TravelDetails.self,
      AuthenticationAnswer.self, PaymentConfirmation.self, SavedCardRequest.self) + [
      union(AuthorizationRequest.self)
    ]
}
