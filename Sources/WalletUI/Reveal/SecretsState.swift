/// The secrets that are in sight or in the clipboard.
package struct SecretsState: Sendable {
  package var reveal: Reveal?
  /// The copy in the clipboard that will be cleared.
  package var clipboardCopy: ClipboardCopy?
}
