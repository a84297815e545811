import Canvas
package import ScreenKit

extension State {
  package var layout: Layout { Layout(view.size, isLinear: settings.isLinear) }

  /// From 180 columns there is a third column, for spending and actions.
  var hasThreeColumns: Bool { layout == .wide && view.size.width >= 180 }

  var areas: Areas { Areas(view.size, isLinear: settings.isLinear) }

  /// Where a picker over the screen is.
  var pickerBox: Rect { PickerView.box(view.size, isLinear: settings.isLinear) }
}
