extension Timestamp {
  /// The start of a day, `YYYYMMDD`, in UTC; nil: there is no such day.
  package init?(day text: String) {
    guard text.utf8.count == 8, let number = Int(text), number > 0 else { return nil }
    let civil = CivilTime(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    self.init(civil: civil)
    guard self.civil().year == civil.year, self.civil().month == civil.month,
      self.civil().day == civil.day
    else { return nil }
  }
}
