package import Secrets
package import WalletAPI
package import WalletModel

// The operations of the engine, each carried out by its feature.

extension Issuer {
  package func createCard(_ operation: CreateCard, _ context: RequestContext)
    throws(WalletError) -> Card
  { try cards.createCard(operation, context) }

  package func activateCard(_ operation: ActivateCard, _ context: RequestContext)
    throws(WalletError) -> Card
  { try cards.activateCard(operation, context) }

  package func setCardStatus(_ operation: SetCardStatus, _ context: RequestContext)
    throws(WalletError) -> Card
  { try cards.setCardStatus(operation, context) }

  package func getSecureDetails(_ operation: GetSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  { try cards.getSecureDetails(operation, context) }

  package func getPin(_ operation: GetPin, _ context: RequestContext)
    throws(WalletError) -> Secret
  { try cards.getPin(operation, context) }

  package func setCardPin(_ operation: SetCardPin, _ context: RequestContext)
    throws(WalletError) -> Card
  { try cards.setCardPin(operation, context) }

  package func linkSecureDetails(_ operation: LinkSecureDetails, _ context: RequestContext)
    throws(WalletError) -> Secret
  { try cards.linkSecureDetails(operation, context) }

  package func openSecureDetails(_ operation: OpenSecureDetails, _ context: RequestContext)
    throws(WalletError) -> SecureDetails
  { try cards.openSecureDetails(operation, context) }

  package func listCards(_ operation: ListCards, _ context: RequestContext)
    throws(WalletError) -> CardList
  { try cards.listCards(operation, context) }

  package func getCard(_ operation: GetCard, _ context: RequestContext)
    throws(WalletError) -> Card
  { try cards.getCard(operation, context) }

  package func getPrograms(_ operation: GetPrograms, _ context: RequestContext)
    throws(WalletError) -> [CardProgram]
  { try cards.getPrograms(operation, context) }

  package func getAccount(_ operation: GetAccount, _ context: RequestContext)
    throws(WalletError) -> Account
  { try cards.getAccount(operation, context) }

  package func listTransactions(_ operation: ListTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  { try cards.listTransactions(operation, context) }
}

extension Issuer {
  package func createChallenge(_ operation: CreateChallenge, _ context: RequestContext)
    throws(WalletError) -> ScaChallenge
  { try sca.createChallenge(operation, context) }

  package func submitAttempt(_ operation: SubmitAttempt, _ context: RequestContext)
    throws(WalletError) -> ScaAttempt
  { try sca.submitAttempt(operation, context) }

  package func getAuthenticator(_ operation: GetAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  { try sca.getAuthenticator(operation, context) }

  package func enrolAuthenticator(_ operation: EnrolAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorEnrolment
  { try sca.enrolAuthenticator(operation, context) }

  package func confirmAuthenticator(_ operation: ConfirmAuthenticator, _ context: RequestContext)
    throws(WalletError) -> AuthenticatorState
  { try sca.confirmAuthenticator(operation, context) }

  package func listPhoneMessages(_ operation: ListPhoneMessages, _ context: RequestContext)
    throws(WalletError) -> [PhoneMessage]
  { try sca.listPhoneMessages(operation, context) }
}

extension Issuer {
  package func tokenize(_ operation: Tokenize, _ context: RequestContext)
    throws(WalletError) -> CardTokenization
  { try tokens.tokenize(operation, context) }

  package func updateTokenization(_ operation: UpdateTokenization, _ context: RequestContext)
    throws(WalletError) -> MobileWalletTokenization
  { try tokens.updateTokenization(operation, context) }
}

extension Issuer {
  package func authorize(_ operation: Authorize, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try shop.authorize(operation, context) }

  package func increment(_ operation: IncrementAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try shop.increment(operation, context) }

  package func reverse(_ operation: ReverseAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try shop.reverse(operation, context) }

  package func expire(_ operation: ExpireAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try shop.expire(operation, context) }

  package func debit(_ operation: DebitAuthorization, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try shop.debit(operation, context) }

  package func refund(_ operation: RefundDebit, _ context: RequestContext)
    throws(WalletError) -> ShopReceipt
  { try shop.refund(operation, context) }

  package func listAllTransactions(_ operation: ListAllTransactions, _ context: RequestContext)
    throws(WalletError) -> TransactionPage
  { try shop.listAllTransactions(operation, context) }

  package func listMerchants(_ operation: ListMerchants, _ context: RequestContext)
    throws(WalletError) -> [Merchant]
  { try shop.listMerchants(operation, context) }

  package func listRates(_ operation: ListRates, _ context: RequestContext)
    throws(WalletError) -> [ConversionRate]
  { try shop.listRates(operation, context) }
}
