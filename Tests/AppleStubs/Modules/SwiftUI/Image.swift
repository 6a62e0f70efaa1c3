import CoreGraphics
import Foundation

#if canImport(UIKit)
    import UIKit
#endif

public struct Image: Equatable, View, Sendable {
    nonisolated public init(_ name: String, bundle: Bundle? = nil) {}
    nonisolated public init(systemName: String) {}
    nonisolated public init(decorative name: String, bundle: Bundle? = nil) {}
    nonisolated public init(decorative cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up) {}
    nonisolated public init(_ cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up, label: Text) {}
    #if canImport(UIKit)
        nonisolated public init(uiImage: UIImage) {}
    #endif
    nonisolated public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        self
    }
    nonisolated public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { self }
    nonisolated public func interpolation(_ interpolation: Interpolation) -> Image { self }
    public var body: Never { fatalError() }

    public enum Orientation: UInt8, Sendable { case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored }
    public enum ResizingMode: Sendable { case tile, stretch }
    public enum TemplateRenderingMode: Sendable { case template, original }
    public enum Interpolation: Sendable { case none, low, medium, high }
    public enum Scale: Sendable { case small, medium, large }
}

extension View {
    nonisolated public func imageScale(_ scale: Image.Scale) -> some View { self }
}

public enum AsyncImagePhase: Sendable {
    case empty
    case success(Image)
    case failure(any Error)

    public var image: Image? { fatalError() }
    public var error: (any Error)? { fatalError() }
}

public struct AsyncImage<Content: View>: View {
    nonisolated public init(url: URL?, scale: CGFloat = 1) where Content == Image {}
    nonisolated public init<I: View, P: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I, @ViewBuilder placeholder: @escaping () -> P
    ) where Content == _ConditionalContent<I, P> {}
    nonisolated public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) {}
    public var body: Never { fatalError() }
}
