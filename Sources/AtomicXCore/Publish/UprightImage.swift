#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import CoreImage
    import ImageIO
    import UIKit

    extension CIImage {
        /// An app's image the way up that UIKit would draw it: photos are often stored on their side.
        static func upright(_ image: UIImage) -> CIImage? {
            let stored = image.cgImage.map { CIImage(cgImage: $0) } ?? image.ciImage
            return stored?.oriented(CGImagePropertyOrientation(image.imageOrientation))
        }
    }

    extension CGImagePropertyOrientation {
        /// The same orientation, in the numbers of image files.
        init(_ orientation: UIImage.Orientation) {
            self =
                switch orientation {
                case .upMirrored: .upMirrored
                case .down: .down
                case .downMirrored: .downMirrored
                case .left: .left
                case .leftMirrored: .leftMirrored
                case .right: .right
                case .rightMirrored: .rightMirrored
                default: .up
                }
        }
    }
#endif
