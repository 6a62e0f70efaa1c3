#if canImport(UIKit)
    public import UIKit

    /// The superclass of ``LiveCoreView`` and of the views that an app puts on it. It is UIKit's view.
    public typealias LiveCoreSurface = UIView

    /// The image that replaces a camera that is off. It is UIKit's image.
    public typealias LiveCoreImage = UIImage
#else
    public import Foundation

    /// The superclass of ``LiveCoreView`` on systems without UIKit. It draws nothing, but an app's code with views compiles and can be
    /// tested.
    @MainActor
    open class LiveCoreSurface {
        /// The frame that the view would have.
        open var frame: CGRect
        /// The bounds that the view would have.
        open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

        /// Makes a view.
        public init(frame: CGRect) { self.frame = frame }

        /// Returns nil: the view cannot be decoded from an archive.
        public required init?(coder: NSCoder) { nil }

        /// Never called, because there is no window.
        open func didMoveToWindow() {}
    }

    /// The image that replaces a camera that is off, on systems without UIKit.
    public final class LiveCoreImage: Sendable {
        /// Makes an image that shows nothing.
        public init() {}
    }
#endif
