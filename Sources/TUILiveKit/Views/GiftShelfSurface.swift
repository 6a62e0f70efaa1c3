#if canImport(UIKit)
    import AtomicXCore
    import Foundation
    import UIKit

    /// Draws a ``GiftListView``: a category bar, the gifts of a category, and the app's own views.
    final class GiftShelfSurface: NSObject, GiftPanelSurface, UICollectionViewDataSource, UICollectionViewDelegate {
        /// How far the user must pull beyond the last gift to reach the next category, in points.
        private static let pullMin: CGFloat = 40

        private weak var view: GiftListView?
        private let shelf: GiftShelfModel
        private let layout = TUIGiftSideslipLayout()
        private let collection: UICollectionView
        private let categories = UISegmentedControl(items: [])
        private let bar = UIStackView(arrangedSubviews: [])
        private let column = UIStackView(arrangedSubviews: [])
        private var known: Set<String> = []
        private lazy var height = collection.heightAnchor.constraint(equalToConstant: 200)

        init(on view: GiftListView, shelf: GiftShelfModel) {
            self.view = view
            self.shelf = shelf
            collection = UICollectionView(frame: .zero, collectionViewLayout: layout)
            super.init()
            collection.dataSource = self
            collection.delegate = self
            collection.isPagingEnabled = true
            collection.alwaysBounceHorizontal = true
            collection.showsHorizontalScrollIndicator = false
            collection.backgroundColor = .clear
            categories.addAction(
                UIAction { [weak self] _ in
                    guard let self else { return }
                    self.shelf.chooseCategory(categories.selectedSegmentIndex)
                }, for: .valueChanged)
            column.axis = .vertical
            column.spacing = 8
            view.takePanelLook()
            view.embed(column)
            NSLayoutConstraint.activate([categories.heightAnchor.constraint(greaterThanOrEqualToConstant: 44), height])
            redraw()
        }

        func redraw() {
            guard let view else { return }
            layout.config = view.config.scaled(textLine: GiftKitLook.textLine(in: view))
            height.constant = max(200, layout.config.itemHeight * Double(layout.config.rows))
            fill(bar, with: [categories, view.slots.headerRight])
            fill(column, with: [bar, collection, view.slots.bottom])
            categories.removeAllSegments()
            for (index, category) in shelf.categories.enumerated() {
                categories.insertSegment(withTitle: category.name, at: index, animated: false)
            }
            categories.selectedSegmentIndex = shelf.category
            collection.reloadData()
            // The collection view marks only cells that it knows to be selected, whatever they were told when they were created.
            guard let selected = shelf.selected else { return }
            collection.selectItem(at: IndexPath(item: selected, section: 0), animated: false, scrollPosition: [])
        }

        private func fill(_ stack: UIStackView, with views: [UIView?]) {
            let wanted = views.compactMap(\.self)
            guard stack.arrangedSubviews != wanted else { return }
            for old in stack.arrangedSubviews { old.removeFromSuperview() }
            for view in wanted { stack.addArrangedSubview(view) }
        }

        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            shelf.gifts.count
        }

        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            guard let view, shelf.gifts.indices.contains(indexPath.item) else {
                return UICollectionViewCell(frame: .zero)
            }
            let gift = shelf.gifts[indexPath.item]
            let kind = view.cellClass(for: gift)
            let cellID = String(reflecting: kind)
            if known.insert(cellID).inserted { collectionView.register(kind, forCellWithReuseIdentifier: cellID) }
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: cellID, for: indexPath)
            if let cell = cell as? GiftBaseCell {
                view.prepare(cell, for: gift)
                cell.isSelected = shelf.selected == indexPath.item
            }
            return cell
        }

        func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            view?.touch(indexPath.item, cell: collectionView.cellForItem(at: indexPath) as? GiftBaseCell)
        }

        func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
            let (x, end) = (scrollView.contentOffset.x, scrollView.contentSize.width - scrollView.bounds.width)
            if x > max(0, end) + Self.pullMin { shelf.swipe(by: 1) } else if x < -Self.pullMin { shelf.swipe(by: -1) }
        }
    }

    extension GiftBaseCell {
        /// Lays out the parts of the cell.
        func place() {
            giftView.frame = contentView.bounds
            giftView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            giftView.onSend = { [weak self] in self?.performSendAction() }
            contentView.addSubview(giftView)
        }
    }
#endif
