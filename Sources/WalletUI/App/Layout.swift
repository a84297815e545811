import Canvas
package import ScreenKit

extension State {
  package var layout: Layout { Layout(size, isLinear: settings.isLinear) }

  /// From 180 columns there is a third column, for spending and actions.
  var hasThreeColumns: Bool { layout == .wide && size.width >= 180 }

  var areas: Areas { Areas(size, isLinear: settings.isLinear) }
}
