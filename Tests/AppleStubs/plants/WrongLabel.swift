import UIKit

/// The label is `collectionViewLayout`.
@MainActor func wrongLabel() -> UICollectionView {
    UICollectionView(frame: .zero, layout: UICollectionViewFlowLayout())  // refused: incorrect argument label
}
