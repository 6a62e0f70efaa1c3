/// The engines that the kit has by itself.
@MainActor
enum GiftEngineOfSystem {
    /// Makes the kit's own engine for an extension in lower case; nil where it has none.
    static func make(for fileExtension: String) -> (any GiftAnimationEngine)? {
        #if canImport(UIKit)
            switch fileExtension {
            case "svga": return SVGAGiftEngine()
            case "mp4", "mov", "m4v": return VideoGiftEngine()
            case "webp", "gif", "png", "apng", "heics": return PictureGiftEngine()
            default: return nil
            }
        #else
            return nil
        #endif
    }
}
