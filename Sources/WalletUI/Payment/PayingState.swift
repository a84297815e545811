/// What paying needs: the simulated shop, handles and saved cards.
package struct PayingState: Sendable {
  package var shop = ShopState()
  package var web = WebPayments()
}
