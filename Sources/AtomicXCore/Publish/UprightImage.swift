#if canImport(UIKit) && !os(tvOS) && !os(visionOS)
    import CoreImage
    import ImageIO
    import UIKit

    extension CIImage {
        /// Makes an image with the orientation in which UIKit would draw it. Photos are often stored on their side.
        static func upright(_ image: UIImage) -> CIImage? {
            let stored = image.cgImage.map { CIImage(cgImage: $0) } ?? image.ciImage
            return stored?.oriented(CGImagePropertyOrientation(image.imageOrientation))
        }
    }

    extension CGImagePropertyOrientation {
        /// Converts the orientation to that of image files.
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
