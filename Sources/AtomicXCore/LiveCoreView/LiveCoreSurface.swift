#if canImport(UIKit)
    public import UIKit

    /// The superclass of a ``LiveCoreView``, and what an app puts on it: UIKit's view.
    public typealias LiveCoreSurface = UIView

    /// The picture where a camera would be: UIKit's image.
    public typealias LiveCoreImage = UIImage
#else
    public import Foundation

    /// The superclass of a ``LiveCoreView`` where there is no UIKit: it draws nothing, so that an app's code with views compiles and can
    /// be tested.
    @MainActor
    open class LiveCoreSurface {
        /// Where it would be.
        open var frame: CGRect
        /// Where it would be, from its own corner.
        open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

        /// Makes a view.
        public init(frame: CGRect) { self.frame = frame }

        /// Nothing is read of an archive.
        public required init?(coder: NSCoder) { nil }

        /// Is never called: there is no window.
        open func didMoveToWindow() {}
    }

    /// The picture where a camera would be, where there is no UIKit.
    public final class LiveCoreImage: Sendable {
        /// Makes one that shows nothing.
        public init() {}
    }
#endif
