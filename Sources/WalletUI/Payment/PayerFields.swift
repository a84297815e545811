import ScreenKit
import WalletModel
import Words

/// The payer and the billing address (D24, D35, D36): folded away, as no field is needed.
enum PayerFields {
  /// The switch that shows them.
  static let switchID = "more"

  private static let email = "profile.email"
  private static let firstName = "profile.firstName"
  private static let lastName = "profile.lastName"
  private static let phone = "profile.phone"
  private static let street = "billingDetails.street"
  private static let zip = "billingDetails.zip"
  private static let city = "billingDetails.city"
  private static let country = "billingDetails.country"

  static func fields(_ words: Words) -> [FormField] {
    [
      FormField(switchID, words.payments.moreOptions, .toggle(false)),
      .text(email, words.payments.payerEmail, hint: "name@example.com", limit: 255),
      .text(firstName, words.payments.firstName, limit: 80),
      .text(lastName, words.payments.lastName, limit: 80).inSameRow,
      .text(phone, words.payments.payerPhone, hint: "+359 888123456", limit: 40, of: .phone),
      .text(street, words.payments.payerAddress, hint: words.payments.payerStreet, limit: 50),
      .text(zip, words.payments.payerPostcode, limit: 16),
      .text(city, words.payments.payerCity, limit: 40).inSameRow,
      .text(country, words.payments.payerCountry, hint: words.payments.payerCountryForm, limit: 2),
    ]
  }

  static func refresh(_ form: inout Form) {
    let isOpen = form.isOn(switchID)
    for id in [email, firstName, lastName, phone, street, zip, city, country] {
      form.setVisible(id, isOpen)
    }
  }

  static func errors(_ form: Form) -> [FieldError] {
    var errors: [FieldError] = []
    func add(_ field: String, _ problem: Reason?) {
      if let problem { errors.append(FieldError(field, problem)) }
    }
    add(email, form.text(email).flatMap(Rules.email))
    guard let billing = billing(form) else { return errors }
    add(zip, billing.zip.isEmpty ? .field(.needed) : nil)
    add(country, Rules.country(billing.country))
    return errors
  }

  /// nil: nothing was typed.
  static func profile(_ form: Form) -> PaymentProfile? {
    var profile = PaymentProfile()
    profile.firstName = form.text(firstName)
    profile.lastName = form.text(lastName)
    profile.email = form.text(email)
    profile.phone = form.text(phone)
    return profile == PaymentProfile() ? nil : profile
  }

  /// nil: nothing was typed.
  static func billing(_ form: Form) -> BillingDetails? {
    guard [street, zip, city, country].contains(where: { form.text($0) != nil }) else { return nil }
    return BillingDetails(
      country: (form.text(country) ?? "").uppercased(), zip: form.text(zip) ?? "",
      city: form.text(city), street: form.text(street))
  }
}
