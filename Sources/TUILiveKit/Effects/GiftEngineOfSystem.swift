/// The engines that the kit includes.
@MainActor
enum GiftEngineOfSystem {
    /// Makes the kit's engine for an extension in lower case; nil if it has none.
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
