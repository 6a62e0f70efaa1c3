import UIKit

/// Views belong to the main actor.
nonisolated func offTheMainActor(_ label: UILabel) {
    label.text = "off"  // refused: main actor-isolated property 'text' can not be mutated from a nonisolated context
}
