extension WalletServer {
  /// How a request that has arrived is answered, from top to bottom. `OperationEndpoint` follows.
  ///
  /// Around them is `RequestHandler`: when the head arrives, `RequestHead` and `BodyMemory` can
  /// refuse a request, which then reaches no stage. When the answer was sent, `AccessLog` logs and
  /// counts the request.
  static func stages(
    _ router: Router, _ authentication: BearerAuthentication, _ customerLimit: RateLimit,
    _ activity: SessionActivity, _ pages: CardPageCache, _ fragments: CardFragmentCache,
    isSimulator: Bool
  ) -> some Stage<Exchange, WalletCall> {
    AnswerMemory()
      .then(router)
      .then(OperationRouting(isSimulator: isSimulator))
      .then(authentication)
      .then(customerLimit)
      .then(activity)
      .then(OperationFields())
      .then(AnswerSealing())
      .then(pages)
      .then(fragments)
  }
}
