#if canImport(UIKit)
    public import UIKit

    /// The superclass of the kit's views: UIKit's view.
    public typealias GiftKitView = UIView

    /// The superclass of the kit's cells: UIKit's.
    public typealias GiftKitCell = UICollectionViewCell
#else
    public import Foundation

    /// The superclass of the kit's views where there is no UIKit: it draws nothing, so that an app's code with views compiles and
    /// can be tested.
    @MainActor
    open class GiftKitView {
        /// Where it would be.
        open var frame: CGRect
        /// Whether it would take touches.
        open var isUserInteractionEnabled = true

        /// Makes a view.
        public init(frame: CGRect) { self.frame = frame }

        /// Makes a view of a storyboard, of which nothing is read.
        public required init?(coder: NSCoder) { frame = CGRect(x: 0, y: 0, width: 0, height: 0) }
    }

    /// The superclass of the kit's cells where there is no UIKit.
    open class GiftKitCell: GiftKitView {
        /// Whether it shows what is chosen.
        open var isSelected = false

        /// Makes a cell.
        public override init(frame: CGRect) { super.init(frame: frame) }

        /// Makes a cell of a storyboard, of which nothing is read.
        public required init?(coder: NSCoder) { super.init(coder: coder) }

        /// Is called before the cell shows something else.
        open func prepareForReuse() { isSelected = false }
    }
#endif
