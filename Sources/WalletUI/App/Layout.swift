import Canvas
package import ScreenKit

extension State {
  @inline(never) package var layout: Layout { Layout(view.size, isLinear: settings.isLinear) }

  /// From 180 columns there is a third column, for spending and actions.
  @inline(never) var hasThreeColumns: Bool { layout == .wide && view.size.width >= 180 }

  @inline(never) var areas: Areas { Areas(view.size, isLinear: settings.isLinear) }

  /// Where a picker over the screen is.
  var pickerBox: Rect { PickerView.box(view.size, isLinear: settings.isLinear) }
}
