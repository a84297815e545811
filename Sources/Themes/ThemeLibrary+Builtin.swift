extension ThemeLibrary {
  /// The files of `themes/`, which are built into the program.
  static let builtin: [(name: String, text: @Sendable () -> [UInt8])] = [
    ("dark", { PackageResources.dark_yaml }),
    ("light", { PackageResources.light_yaml }),
    ("terminal", { PackageResources.terminal_yaml }),
    ("high-contrast", { PackageResources.high_contrast_yaml }),
    ("colour-blind", { PackageResources.colour_blind_yaml }),
    ("nord", { PackageResources.nord_yaml }),
    ("gruvbox", { PackageResources.gruvbox_yaml }),
    ("dracula", { PackageResources.dracula_yaml }),
    ("catppuccin", { PackageResources.catppuccin_yaml }),
    ("everforest", { PackageResources.everforest_yaml }),
    ("solarized-light", { PackageResources.solarized_light_yaml }),
    ("rose-pine-dawn", { PackageResources.rose_pine_dawn_yaml }),
  ]
}
