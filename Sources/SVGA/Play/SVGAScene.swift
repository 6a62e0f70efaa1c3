/// Decides which sprites to draw in which order: the part of a player that is the same on every platform.
///
/// A player makes a layer for each sprite of each group once. For each frame it then asks for the state of each sprite.
public struct SVGAScene: Sendable {
    /// Consecutive sprites that are drawn over each other and share a matte, or have none.
    public struct Group: Sendable, Equatable {
        /// The indices of the sprites, from back to front.
        public let sprites: [Int]
        /// The index of the matte; nil for no matte.
        public let matte: Int?
    }

    /// The movie.
    public let movie: SVGAMovie
    /// The groups to draw, from back to front.
    public let groups: [Group]
    private let mattes: [String: Int]

    /// Groups the sprites of a movie.
    ///
    /// Mattes are not drawn. If several mattes share a key, the last one counts. A sprite whose matte is missing is drawn without one.
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

    /// Finds the matte of a sprite, which may itself be a matte.
    public func matte(of sprite: Int) -> Int? { mattes[movie.sprites[sprite].matteKey] }

    /// Returns the state of a sprite in a frame; nil if the sprite is not visible.
    public func frame(of sprite: Int, at index: Int) -> SVGAFrame? {
        let frames = movie.sprites[sprite].frames
        return frames.isVisible(at: index) ? frames[index] : nil
    }

    /// Returns true if any part of a group may be visible: at least one of its sprites, with no hidden matte in its chain.
    public func isVisible(_ group: Group, at index: Int) -> Bool {
        var matte = group.matte
        // Decoding refuses circular mattes, but a movie made in code may have them. So the loop is bounded.
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
