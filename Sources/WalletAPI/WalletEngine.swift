package import Secrets
package import WalletModel

/// Carries operations out, synchronously: one method each. The issuer is one.
package protocol WalletEngine {
  /// Carries any operation out, a change with an idempotency key once: the same request with the
  /// same key has the first one's answer. What was refused may be tried again, unless that was
  /// counted: then it is refused again as it was. Answers with secrets are not kept.
  ///
  /// - Throws: What the operation's own method throws; `.keyReused` when the key came with another
  ///   request, `.keyClosed` when it was given up, `.fieldErrors` when it is none.
  func perform<O: WalletOperation>(_ operation: O, _ context: RequestContext)
    throws(WalletError) -> O.Response

  func listCards(_ operation: ListCards, _ context: RequestContext) throws(WalletError) -> CardList
  func getCard(_ operation: GetCard, _ context: RequestContext) throws(WalletError) -> Card
  func createCard(_ operation: CreateCard, _ context: RequestContext) throws(WalletError) -> Card
  func activateCard(_ operation: ActivateCard, _ context: RequestContext) throws(WalletError)
    -> Card
  func setCardStatus(_ operation: SetCardStatus, _ context: RequestContext) throws(WalletError)
    -> Card
  func setCardPin(_ operation: SetCardPin, _ context: RequestContext) throws(WalletError) -> Card
  func getSecureDetails(_ operation: GetSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  func linkSecureDetails(_ operation: LinkSecureDetails, _ context: RequestContext)
    throws(WalletError) -> Secret
  func openSecureDetails(_ operation: OpenSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  func getPin(_ operation: GetPin, _ context: RequestContext) throws(WalletError) -> Secret
  func getPrograms(_ operation: GetPrograms, _ context: RequestContext) throws(WalletError)
    -> [CardProgram]
  func getAccount(_ operation: GetAccount, _ context: RequestContext) throws(WalletError)
    -> Account
  func listTransactions(_ operation: ListTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  func listAllTransactions(_ operation: ListAllTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  func listMerchants(_ operation: ListMerchants, _ context: RequestContext)
    throws(WalletError) -> [Merchant]
  func listRates(_ operation: ListRates, _ context: RequestContext)
    throws(WalletError) -> [ConversionRate]
  func authorize(_ operation: Authorize, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  func increment(_ operation: IncrementAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  func reverse(_ operation: ReverseAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  func expire(_ operation: ExpireAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  func debit(_ operation: DebitAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  func refund(_ operation: RefundDebit, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  func tokenize(_ operation: Tokenize, _ context: RequestContext) throws(WalletError)
    -> CardTokenization
  func updateTokenization(_ operation: UpdateTokenization, _ context: RequestContext)
    throws(WalletError) -> MobileWalletTokenization
  func createChallenge(_ operation: CreateChallenge, _ context: RequestContext)
    throws(WalletError) -> ScaChallenge
  func submitAttempt(_ operation: SubmitAttempt, _ context: RequestContext) throws(WalletError)
    -> ScaAttempt
  func getAuthenticator(_ operation: GetAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  func enrolAuthenticator(_ operation: EnrolAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorEnrolment
  func confirmAuthenticator(_ operation: ConfirmAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  func listPhoneMessages(_ operation: ListPhoneMessages, _ context: RequestContext)
    throws(WalletError) -> [PhoneMessage]
  func settleChange(_ operation: SettleChange, _ context: RequestContext) throws(WalletError)
    -> ChangeSettlement
  func getProfile(_ operation: GetProfile, _ context: RequestContext) throws(WalletError)
    -> CustomerProfile
}
