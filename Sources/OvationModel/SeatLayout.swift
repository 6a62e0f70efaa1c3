/// Where the picture of a seat is on the canvas, in units of the canvas.
public struct SeatRegion: Hashable, Codable, Sendable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// The width.
    public var w: Int
    /// The height.
    public var h: Int
    /// What has the higher number lies over the others; 0 is the bottom.
    public var zorder: Int

    /// Makes a region.
    public init(x: Int, y: Int, w: Int, h: Int, zorder: Int = 0) {
        self.x = x
        self.y = y
        self.w = w
        self.h = h
        self.zorder = zorder
    }
}

/// The canvas on which the pictures of the seats are.
public struct SeatCanvas: Hashable, Codable, Sendable {
    /// The width.
    public var w: Int
    /// The height.
    public var h: Int

    /// Makes a canvas.
    public init(w: Int, h: Int) {
        self.w = w
        self.h = h
    }

    static let portrait = SeatCanvas(w: 720, h: 1_280)
    static let landscape = SeatCanvas(w: 1_280, h: 720)

    var whole: SeatRegion { SeatRegion(x: 0, y: 0, w: w, h: h) }
}

/// How the seats of a live are laid out: how many there are, and where their pictures are.
///
/// The canvas of a live never changes its size while guests come and go, so that the mixed stream does not either.
public struct SeatLayout: Hashable, Sendable {
    private enum Kind {
        /// Voices only.
        case voices
        /// A grid that grows with those who sit: 1, 1+1, 2×2, 3×3.
        case growingGrid
        /// Nine cells, also where nobody sits.
        case fixedGrid
        /// A cell of a ninth for everybody who sits.
        case uniformGrid
        /// A large picture, and small ones over it for those who sit.
        case growingFloat
        /// A large picture, and six small windows over it, also where nobody sits.
        case fixedFloat
        /// A large picture on the left, and the others beside it.
        case leftFocus
        /// The pictures of those who sit, beside each other.
        case columns
        /// One picture, and voices.
        case onePicture
    }

    /// The number of the layout that has been given: 1 to 199 for voice, 200 to 999 for video.
    public let templateID: Int
    /// The canvas.
    public let canvas: SeatCanvas
    private let kind: Kind
    private let seatsMax: Int

    /// Finds a layout. A number of video that nobody knows has the growing grid of nine.
    public init(templateID: Int) {
        self.templateID = templateID
        (kind, seatsMax, canvas) =
            switch templateID {
            case ..<200: (.voices, Int.max, .portrait)
            case 200: (.columns, 4, .landscape)
            case 201: (.onePicture, 10, .landscape)
            case 601: (.growingFloat, 7, .portrait)
            case 602: (.leftFocus, 9, .portrait)
            case 603: (.uniformGrid, 9, .portrait)
            case 604: (.onePicture, 10, .portrait)
            case 800: (.fixedGrid, 9, .portrait)
            case 801: (.fixedFloat, 7, .portrait)
            default: (.growingGrid, 9, .portrait)
            }
    }

    /// How many seats there are where a number is asked for. Zero asks for as many as the layout has: nine for voices.
    public func seatCount(asked: Int) -> Int {
        let most = seatsMax == .max ? 9 : seatsMax
        return asked <= 0 ? most : min(asked, seatsMax)
    }

    /// Whether one region is larger than the others, or the only one, so that somebody can be featured there.
    public var hasFeaturedPlace: Bool {
        switch kind {
        case .growingFloat, .fixedFloat, .leftFocus, .onePicture: true
        case .voices, .growingGrid, .fixedGrid, .uniformGrid, .columns: false
        }
    }

    /// Sets the region of every seat.
    public func arrange(_ seats: inout [Seat]) {
        for place in seats.indices where seats[place].region != nil { seats[place].region = nil }
        guard kind != .voices else { return }
        var order = seats.indices.filter { isShownEmpty || seats[$0].user != nil }
        if hasFeaturedPlace, let featured = order.firstIndex(where: { seats[$0].isFeatured }) {
            order.insert(order.remove(at: featured), at: 0)
        }
        for (rank, place) in order.enumerated() {
            seats[place].region = region(rank, of: order.count)
        }
    }

    /// Whether an empty seat has a region too.
    private var isShownEmpty: Bool {
        switch kind {
        case .fixedGrid, .fixedFloat, .onePicture: true
        case .voices, .growingGrid, .uniformGrid, .growingFloat, .leftFocus, .columns: false
        }
    }

    /// The region of one of those who have a picture.
    private func region(_ rank: Int, of count: Int) -> SeatRegion? {
        switch kind {
        case .voices: nil
        case .onePicture: rank == 0 ? canvas.whole : nil
        case .growingGrid: count == 1 ? canvas.whole : count == 2 ? half(rank) : cell(rank, perRow: count <= 4 ? 2 : 3)
        case .fixedGrid: cell(rank, perRow: 3)
        case .uniformGrid: count == 1 ? canvas.whole : cell(rank, perRow: 3)
        case .growingFloat, .fixedFloat: rank == 0 ? canvas.whole : window(rank - 1)
        case .leftFocus: count == 1 ? canvas.whole : rank == 0 ? focus : beside(rank - 1, of: count - 1)
        case .columns: SeatRegion(x: canvas.w * rank / count, y: 0, w: canvas.w / count, h: canvas.h)
        }
    }

    /// One of two pictures beside each other, each as high as a portrait picture of this width is.
    private func half(_ rank: Int) -> SeatRegion {
        let (width, height) = (canvas.w / 2, canvas.h / 2)
        return SeatRegion(x: rank * width, y: (canvas.h - height) / 4, w: width, h: height)
    }

    /// A square cell of a grid that is as wide as the canvas.
    private func cell(_ rank: Int, perRow: Int) -> SeatRegion {
        let size = canvas.w / perRow
        return SeatRegion(x: rank % perRow * size, y: gridTop + rank / perRow * size, w: size, h: size)
    }

    /// A window of the column at the right edge, from the bottom up.
    private func window(_ rank: Int) -> SeatRegion {
        let (width, height, gap) = (150, 190, 10)
        return SeatRegion(
            x: canvas.w - width - gap, y: canvas.h - 40 - (rank + 1) * height - rank * gap, w: width, h: height,
            zorder: 1)
    }

    private var focus: SeatRegion { SeatRegion(x: 0, y: gridTop, w: canvas.w * 2 / 3, h: canvas.w) }

    /// One of the pictures beside the large one: up to three in a column, up to eight in two.
    private func beside(_ rank: Int, of count: Int) -> SeatRegion {
        let width = canvas.w / 3
        if count <= 3 { return SeatRegion(x: canvas.w - width, y: gridTop + rank * width, w: width, h: width) }
        let (narrow, height) = (width / 2, canvas.w / 4)
        return SeatRegion(
            x: canvas.w - width + rank % 2 * narrow, y: gridTop + rank / 2 * height, w: narrow, h: height)
    }

    private var gridTop: Int { (canvas.h - canvas.w) * 2 / 7 }
}
