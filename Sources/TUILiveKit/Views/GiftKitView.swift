#if canImport(UIKit)
    public import UIKit

    /// The superclass of the kit's views: `UIView`.
    public typealias GiftKitView = UIView

    /// The superclass of the kit's cells: `UICollectionViewCell`.
    public typealias GiftKitCell = UICollectionViewCell
#else
    public import Foundation

    /// The superclass of the kit's views without UIKit. It draws nothing, so that an app's code with views compiles and can be tested.
    @MainActor
    open class GiftKitView {
        /// The frame of the view.
        open var frame: CGRect
        /// True if the view takes touches.
        open var isUserInteractionEnabled = true

        /// Makes a view.
        public init(frame: CGRect) { self.frame = frame }

        /// Makes a view from a storyboard. The coder is ignored.
        public required init?(coder: NSCoder) { frame = CGRect(x: 0, y: 0, width: 0, height: 0) }
    }

    /// The superclass of the kit's cells without UIKit.
    open class GiftKitCell: GiftKitView {
        /// True if the cell appears as selected.
        open var isSelected = false

        /// Makes a cell.
        public override init(frame: CGRect) { super.init(frame: frame) }

        /// Makes a cell from a storyboard. The coder is ignored.
        public required init?(coder: NSCoder) { super.init(coder: coder) }

        /// Resets the cell for reuse.
        open func prepareForReuse() { isSelected = false }
    }
#endif
