#if canImport(UIKit)
    public import Foundation
    public import UIKit

    /// Arranges gifts on pages side by side, with rows that start at the leading edge.
    public final class TUIGiftSideslipLayout: UICollectionViewLayout {
        /// The number of rows on a page, and the size of a gift's cell.
        public var config: TUIGiftPanelConfig {
            didSet { invalidateLayout() }
        }
        private var grid = GiftPageGrid(rows: 1, itemWidth: 1, itemHeight: 1, pageWidth: 1, pageHeight: 1)
        private var count = 0

        /// Makes a layout.
        public init(config: TUIGiftPanelConfig = TUIGiftPanelConfig()) {
            self.config = config
            super.init()
        }

        /// Makes a layout from a storyboard.
        public required init?(coder: NSCoder) {
            config = TUIGiftPanelConfig()
            super.init(coder: coder)
        }

        /// The number of pages.
        public var pageCount: Int { grid.pageCount(of: count) }

        /// Returns the index of the page at a horizontal offset.
        public func page(atOffset x: CGFloat) -> Int {
            guard let width = collectionView?.bounds.width, width > 0, x.isFinite else { return 0 }
            return min(max(0, pageCount - 1), max(0, Int((x / width).rounded())))
        }

        /// Computes the grid for the current size.
        public override func prepare() {
            super.prepare()
            guard let collectionView else { return }
            let size = collectionView.bounds.size
            // The rows are mirrored here, because the system does not mirror custom layouts.
            let isRightToLeft = collectionView.effectiveUserInterfaceLayoutDirection == .rightToLeft
            grid = GiftPageGrid(
                rows: config.rows, itemWidth: config.itemWidth, itemHeight: config.itemHeight,
                pageWidth: Double(size.width), pageHeight: Double(size.height), isRightToLeft: isRightToLeft)
            count = collectionView.numberOfSections > 0 ? collectionView.numberOfItems(inSection: 0) : 0
        }

        /// The size of all pages together.
        public override var collectionViewContentSize: CGSize {
            CGSize(width: grid.width(of: count), height: Double(collectionView?.bounds.height ?? 0))
        }

        /// Returns the attributes of all cells in a rectangle.
        public override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            (0..<count).compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
                .filter { $0.frame.intersects(rect) }
        }

        /// Returns the attributes of a gift's cell.
        public override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
            guard indexPath.item < count else { return nil }
            let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
            let place = grid.frame(of: indexPath.item)
            attributes.frame = CGRect(x: place.x, y: place.y, width: place.width, height: place.height)
            return attributes
        }

        /// Returns true if the new size requires another layout.
        public override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            newBounds.size != collectionView?.bounds.size
        }
    }
#endif
