import WalletAPI
import WalletModel

/// The merchants and rates of the simulated shop, which are the same on every machine.
enum Shop {
  /// The markup on payments in a foreign currency.
  static let foreignMarkup = Markup(percent: 2990)

  /// G02. Fixed, and close to real rates.
  static let rates: [ConversionRate] = [
    rate("EUR", 1_000_000), rate("USD", 1_162_000), rate("AUD", 1_779_000),
    rate("GBP", 879_000), rate("CHF", 931_000), rate("JPY", 181_200_000),
    rate("BGN", 1_955_830),
  ]

  /// The balance of a new account in its currency; without a rate 500 units.
  static func openingBalance(in currency: Currency) -> Money {
    convert(Account.openingBalance, to: currency) ?? Money(500 * currency.unit, currency)
  }

  private static func rate(_ code: String, _ perEuro: Int64) -> ConversionRate {
    ConversionRate(Currency(code), perEuro: perEuro)
  }

  static let merchants: [Merchant] = [
    merchant("cafe-lumiere", "Café Lumière", "5814", "Sofia", "1000", "BG", "EUR"),
    merchant("lidl-sofia", "Lidl Sofia", "5411", "Sofia", "1404", "BG", "EUR"),
    merchant("oebb", "ÖBB", "4112", "Wien", "1100", "AT", "EUR"),
    merchant("shell", "Shell", "5541", "Plovdiv", "4000", "BG", "EUR"),
    merchant("hotel-sacher", "Hotel Sacher Wien", "7011", "Wien", "1010", "AT", "EUR"),
    merchant("zalando", "Zalando", "5964", "Berlin", "10243", "DE", "EUR"),
    merchant("spotify", "Spotify", "5968", "Stockholm", "11153", "SE", "EUR"),
    merchant("brooklyn-books", "Brooklyn Books", "5942", "New York", "11201", "US", "USD", "NY"),
    merchant("outback-gear", "Outback Gear", "5969", "Sydney", "2000", "AU", "AUD", "NSW"),
    merchant("ramen-tokyo", "Ramen Tōkyō", "5812", "Tōkyō", "100-0005", "JP", "JPY"),
    merchant(
      "no-sale", "No Sale", "5999", "Sofia", "1000", "BG", "EUR", before: true),
    merchant(
      "second-thoughts", "Second Thoughts", "5999", "Sofia", "1000", "BG", "EUR", after: true),
  ]

  /// The accounts of the simulated payment service: one for each currency of the merchants (D04).
  static let paymentMethods: [PaymentMethod] = [
    paymentMethod("1000010", "EUR", ["VI", "MC", "AM"]),
    paymentMethod("1000020", "USD", ["VI", "MC", "AM", "DI"]),
    paymentMethod("1000030", "AUD", ["VI", "MC"]),
    paymentMethod("1000040", "JPY", ["VI", "MC"]),
  ]

  /// Whether the merchants of an account may ask for 3-D Secure (D34). Those in Japan have not agreed
  /// with their bank.
  static func isSetUpForThreeDSecure(_ method: PaymentMethod) -> Bool {
    method.accountID != "1000040"
  }

  private static func paymentMethod(_ account: String, _ currency: String, _ types: [String])
    -> PaymentMethod
  {
    PaymentMethod(
      accountID: account, currency: Currency(currency),
      cardTypes: Dictionary(uniqueKeysWithValues: types.map { ($0, "BOTH") }))
  }

  private static func merchant(
    _ id: String, _ name: String, _ mcc: String, _ city: String, _ postalCode: String,
    _ country: String, _ currency: String, _ state: String? = nil, before: Bool = false,
    after: Bool = false
  ) -> Merchant {
    let time = Timestamp(civil: CivilTime(year: 2026, month: 1, day: 1))
    return Merchant(
      id: id, name: name, mcc: mcc, city: city, state: state, postalCode: postalCode,
      country: country, currency: Currency(currency), declineBeforeAuthorization: before,
      declineAfterAuthorization: after, createdAt: time, updatedAt: time)
  }

  /// Rounded half up to a minor unit of the other currency; nil: there is no rate.
  static func convert(_ money: Money, to currency: Currency) -> Money? {
    if money.currency == currency { return money }
    guard let from = rates.first(where: { $0.currency == money.currency }),
      let to = rates.first(where: { $0.currency == currency })
    else { return nil }
    let above = Int128(money.minorUnits) * Int128(to.perEuro) * Int128(currency.unit)
    let below = Int128(from.perEuro) * Int128(money.currency.unit)
    return Money(Int64((above + below / 2) / below), currency)
  }

  /// The markup for a payment in the merchant's currency.
  static func markup(_ currency: Currency, on card: Currency) -> Markup {
    currency == card ? .none : foreignMarkup
  }
}
