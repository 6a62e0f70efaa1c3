/// Something that is drawn: a picture, shapes or both, with what becomes of it in each frame.
public struct SVGASprite: Sendable, Equatable {
    /// The key of its picture. By custom it ends in ".vector" where the sprite has shapes only; where it ends in ".matte", the
    /// sprite is a matte.
    public var imageKey: String
    /// The key of the matte that lets this sprite through, empty for none.
    public var matteKey: String
    /// What becomes of it, from the first frame of the movie on. Beyond the last one it is hidden.
    public var frames: SVGAFrames

    /// Makes a sprite.
    public init(imageKey: String, matteKey: String = "", frames: SVGAFrames = []) {
        self.imageKey = imageKey
        self.matteKey = matteKey
        self.frames = frames
    }

    /// Makes a sprite of frames in any sequence.
    public init(imageKey: String, matteKey: String = "", frames: some Sequence<SVGAFrame>) {
        self.init(imageKey: imageKey, matteKey: matteKey, frames: SVGAFrames(frames))
    }

    /// Whether it is a matte: never drawn itself, but its coverage lets others through.
    public var isMatte: Bool { imageKey.hasSuffix(".matte") }
}
