import UIKit

/// `collectionView(_:cellForItemAt:)` is missing, which the protocol requires.
final class MissingDelegateMethod: NSObject, UICollectionViewDataSource {  // refused: does not conform to protocol
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
}
