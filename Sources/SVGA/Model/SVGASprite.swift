/// A layer of a movie: an image, shapes or both, with a state for each frame.
public struct SVGASprite: Sendable, Equatable {
    /// The key of its image. By convention, a key that ends in ".vector" belongs to a sprite with shapes only. A key that ends in ".matte"
    /// makes the sprite a matte.
    public var imageKey: String
    /// The key of the matte that masks this sprite; empty for no matte.
    public var matteKey: String
    /// Its state in each frame, from the movie's first frame on. The sprite is hidden in frames after the last one.
    public var frames: SVGAFrames

    /// Makes a sprite.
    public init(imageKey: String, matteKey: String = "", frames: SVGAFrames = []) {
        self.imageKey = imageKey
        self.matteKey = matteKey
        self.frames = frames
    }

    /// Makes a sprite from any sequence of frames.
    public init(imageKey: String, matteKey: String = "", frames: some Sequence<SVGAFrame>) {
        self.init(imageKey: imageKey, matteKey: matteKey, frames: SVGAFrames(frames))
    }

    /// True if the sprite is a matte. A matte is not drawn; its alpha masks other sprites.
    public var isMatte: Bool { imageKey.hasSuffix(".matte") }
}
