#if canImport(UIKit)
    public import Foundation
    public import UIKit

    /// Lays gifts out in pages beside each other, each row from the leading edge on.
    public final class TUIGiftSideslipLayout: UICollectionViewLayout {
        /// How many rows a page has, and how large the place of a gift is.
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

        /// Makes a layout of a storyboard.
        public required init?(coder: NSCoder) {
            config = TUIGiftPanelConfig()
            super.init(coder: coder)
        }

        /// How many pages there are.
        public var pageCount: Int { grid.pageCount(of: count) }

        /// Which page is seen at an offset, counted from 0.
        public func page(atOffset x: CGFloat) -> Int {
            guard let width = collectionView?.bounds.width, width > 0, x.isFinite else { return 0 }
            return min(max(0, pageCount - 1), max(0, Int((x / width).rounded())))
        }

        /// Looks how much room there is.
        public override func prepare() {
            super.prepare()
            guard let collectionView else { return }
            let size = collectionView.bounds.size
            // The order of a row is turned here, because a layout of one's own is not mirrored by the system.
            let isRightToLeft = collectionView.effectiveUserInterfaceLayoutDirection == .rightToLeft
            grid = GiftPageGrid(
                rows: config.rows, itemWidth: config.itemWidth, itemHeight: config.itemHeight,
                pageWidth: Double(size.width), pageHeight: Double(size.height), isRightToLeft: isRightToLeft)
            count = collectionView.numberOfSections > 0 ? collectionView.numberOfItems(inSection: 0) : 0
        }

        /// How large all pages are together.
        public override var collectionViewContentSize: CGSize {
            CGSize(width: grid.width(of: count), height: Double(collectionView?.bounds.height ?? 0))
        }

        /// The places that are seen in a rectangle.
        public override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            (0..<count).compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
                .filter { $0.frame.intersects(rect) }
        }

        /// The place of a gift.
        public override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
            guard indexPath.item < count else { return nil }
            let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
            let place = grid.frame(of: indexPath.item)
            attributes.frame = CGRect(x: place.x, y: place.y, width: place.width, height: place.height)
            return attributes
        }

        /// Whether another size needs other places.
        public override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
            newBounds.size != collectionView?.bounds.size
        }
    }
#endif
