/// What a form calls the step that pays: a shop may charge later what is only reserved now (E34). The
/// words are those of the setting.
package enum PayLabel: String, Sendable, CaseIterable {
  case pay, reserve
}
