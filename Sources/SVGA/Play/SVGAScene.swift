/// What of a movie is drawn in which order: the part of a player that is the same on every platform.
///
/// A player makes a layer of each sprite of each group once, and then asks for every frame what is seen of it.
public struct SVGAScene: Sendable {
    /// Neighbouring sprites that are drawn over each other and go through the same matte, or through none.
    public struct Group: Sendable, Equatable {
        /// Their indices, from the back to the front.
        public let sprites: [Int]
        /// The index of the matte; nil for none.
        public let matte: Int?
    }

    /// The movie.
    public let movie: SVGAMovie
    /// What is drawn, from the back to the front.
    public let groups: [Group]
    private let mattes: [String: Int]

    /// Sorts the sprites of a movie.
    ///
    /// Mattes are drawn nowhere. Of several mattes with the same key the last one counts, and a sprite whose matte is not there
    /// is drawn as if it had none.
    public init(_ movie: SVGAMovie) {
        self.movie = movie
        let mattes = Dictionary(
            movie.sprites.indices.lazy.filter { movie.sprites[$0].isMatte }.map { (movie.sprites[$0].imageKey, $0) },
            uniquingKeysWith: { $1 })
        self.mattes = mattes
        var groups: [Group] = []
        for (index, sprite) in movie.sprites.enumerated() where !sprite.isMatte {
            let matte = mattes[sprite.matteKey]
            if let last = groups.last, last.matte == matte {
                groups[groups.count - 1] = Group(sprites: last.sprites + [index], matte: matte)
            } else {
                groups.append(Group(sprites: [index], matte: matte))
            }
        }
        self.groups = groups
    }

    /// The matte of a sprite, which may be a matte itself.
    public func matte(of sprite: Int) -> Int? { mattes[movie.sprites[sprite].matteKey] }

    /// What becomes of a sprite in a frame of the movie; nil where nothing is seen of it.
    public func frame(of sprite: Int, at index: Int) -> SVGAFrame? {
        let frames = movie.sprites[sprite].frames
        return frames.isVisible(at: index) ? frames[index] : nil
    }

    /// Whether anything of a group may be seen: one of its sprites, through a matte that is not hidden.
    public func isVisible(_ group: Group, at index: Int) -> Bool {
        var matte = group.matte
        // Decoding has refused circles; a movie made by hand may have one.
        for _ in 0...movie.sprites.count {
            guard let sprite = matte else {
                return group.sprites.contains { movie.sprites[$0].frames.isVisible(at: index) }
            }
            guard movie.sprites[sprite].frames.isVisible(at: index) else { return false }
            matte = self.matte(of: sprite)
        }
        return false
    }
}
