import UIKit

/// A method that is nearly the delegate's is never called; the compiler warns of it.
final class NearMiss: NSObject, UICollectionViewDelegate {
    func collectionView(_ collectionView: UICollectionView, didSelectItem indexPath: IndexPath) {}  // refused: nearly matches
}
