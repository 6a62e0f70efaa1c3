import UIKit

/// A detached task is not the main actor's.
func offTheMainActorInATask(_ view: UIView) -> Task<Void, Never> {
    Task.detached { view.setNeedsLayout() }  // refused: main actor-isolated instance method 'setNeedsLayout()'
}
