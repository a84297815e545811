import Canvas
import Testing

@testable import Themes
@testable import WalletUI

/// The scenes with a golden for each colour depth show every style that any scene shows: each role,
/// and each face of a card in each state.
@Suite struct SceneStylesTests {
  /// Each role and each face has colours of its own, so that a colour on the screen says what it is.
  private static let theme = Theme(
    name: "own colours", appearance: .dark, depth: .direct,
    styles: Dictionary(
      uniqueKeysWithValues: Role.allCases.map { role -> (Role, Style) in
        let number = UInt8(role.index * 4)
        return (role, Style(.rgb(255, 0, number), on: .rgb(0, 255, number)))
      }),
    faces: Dictionary(
      uniqueKeysWithValues: FaceName.allCases.map { name -> (FaceName, CardFace) in
        let ground = Color.rgb(0, 0, UInt8(255 - name.index * 50))
        let white = Color.rgb(255, 255, 255)
        return (name, CardFace(from: ground, to: ground, text: white, muted: white, chip: white))
      }))

  /// The role or the face of each colour. Those that are dimmed below a dialog have none.
  private static let names: [Color: String] = {
    var names: [Color: String] = [:]
    for role in Role.allCases {
      names[Self.theme[role].foreground] = role.rawValue
      names[Self.theme[role].background] = role.rawValue
    }
    for face in FaceName.allCases {
      for dimming in FaceDimming.allCases {
        for shade in Self.theme.paint(face, dimming).shades {
          names[shade] = "\(dimming) face \(face.rawValue)"
        }
      }
    }
    return names
  }()

  /// The styles of each scene.
  private static let stylesOfScenes = Dictionary(
    uniqueKeysWithValues: Scene.allCases.map { scene -> (Scene, Set<String>) in
      (scene, Self.styles(of: render(scene.state(GoldenTests.styleSize), Self.theme)))
    })

  private static func styles(of canvas: Canvas) -> Set<String> {
    let colors = canvas.cells.flatMap { [$0.style.foreground, $0.style.background] }
    return Set(colors.compactMap { names[$0] })
  }

  private static func drawn(by scenes: [Scene]) -> Set<String> {
    scenes.reduce(into: []) { $0.formUnion(stylesOfScenes[$1] ?? []) }
  }

  @Test(arguments: Scene.allCases)
  func everyStyleIsInAGolden(_ scene: Scene) {
    let missing = Self.drawn(by: [scene]).subtracting(Self.drawn(by: Scene.withStyles))
    #expect(missing == [], "add a scene with \(missing.sorted()) to Scene.withStyles")
  }

  /// Control: the check finds what is missing, whichever scene is left out.
  @Test(arguments: Scene.withStyles)
  func noSceneCanBeLeftOut(_ scene: Scene) {
    let others = Scene.withStyles.filter { $0 != scene }
    #expect(!Self.drawn(by: [scene]).isSubset(of: Self.drawn(by: others)))
  }

  /// Control: no two styles have the same colour.
  @Test func everyColourHasOneName() {
    let faces = FaceName.allCases.count * FaceDimming.allCases.count
    #expect(Self.names.count == 2 * Role.allCases.count + faces)
  }
}
