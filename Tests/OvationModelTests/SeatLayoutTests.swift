import OvationModel
import Testing

/// How many seats a layout has, and where their pictures are.
struct SeatLayoutTests {
    private static let layouts = [1, 50, 70, 199, 200, 201, 333, 600, 601, 602, 603, 604, 800, 801, 999]

    /// The seats of a layout, the first of them taken.
    private func seats(_ templateID: Int, taken: Int, featured: Int? = nil) -> [Seat] {
        let layout = SeatLayout(templateID: templateID)
        var seats = (0..<layout.seatCount(asked: 0)).map(Seat.init(index:))
        for place in 0..<min(taken, seats.count) {
            seats[place].user = UserInfo(userID: UserID(unchecked: "u\(place)"))
        }
        if let featured { seats[featured].isFeatured = true }
        layout.arrange(&seats)
        return seats
    }

    @Test(arguments: [
        (600, 0, 9), (600, 20, 9), (600, 1, 1), (601, 9, 7), (801, 9, 7), (200, 9, 4), (201, 0, 10), (604, 0, 10),
        (333, 20, 9), (70, 0, 9), (70, 20, 20), (50, 1, 1), (1, 100, 100),
    ])
    func `a layout of pictures bounds the number of seats, one of voices has as many as are asked for`(
        templateID: Int, asked: Int, count: Int
    ) {
        #expect(SeatLayout(templateID: templateID).seatCount(asked: asked) == count)
    }

    @Test(arguments: layouts)
    func `every region lies on the canvas, and those of one level do not overlap`(templateID: Int) {
        let canvas = SeatLayout(templateID: templateID).canvas
        for taken in 0...10 {
            let regions = seats(templateID, taken: taken).compactMap(\.region)
            for (place, region) in regions.enumerated() {
                #expect(region.x >= 0 && region.y >= 0 && region.w > 0 && region.h > 0, "\(region)")
                #expect(region.x + region.w <= canvas.w && region.y + region.h <= canvas.h, "\(region)")
                for other in regions[(place + 1)...] where other.zorder == region.zorder {
                    let isApart =
                        region.x + region.w <= other.x || other.x + other.w <= region.x
                        || region.y + region.h <= other.y || other.y + other.h <= region.y
                    #expect(isApart, "\(region) and \(other) of \(taken) in \(templateID)")
                }
            }
        }
    }

    @Test func `voices have no regions`() {
        for templateID in [1, 50, 70, 199] { #expect(seats(templateID, taken: 9).allSatisfy { $0.region == nil }) }
    }

    @Test func `a growing grid is 1, 1+1, 2×2 and 3×3`() {
        let widths = (1...9).map { taken in seats(600, taken: taken).compactMap(\.region).map(\.w) }
        let expected = [720, 360, 360, 360, 240, 240, 240, 240, 240]
        #expect(widths == (1...9).map { Array(repeating: expected[$0 - 1], count: $0) })
        #expect(seats(600, taken: 0).allSatisfy { $0.region == nil })
    }

    @Test func `fixed layouts have a region for every seat, also where nobody sits`() {
        for templateID in [800, 801] { #expect(seats(templateID, taken: 0).allSatisfy { $0.region != nil }) }
    }

    @Test func `who is featured has the region that the first has otherwise`() {
        for templateID in [201, 601, 602, 604, 801] {
            #expect(SeatLayout(templateID: templateID).hasFeaturedPlace)
            let first = seats(templateID, taken: 4)[0].region
            let featured = seats(templateID, taken: 4, featured: 2)
            #expect(featured[2].region == first && featured[0].region != first, "\(templateID)")
        }
        for templateID in [70, 200, 600, 603, 800] { #expect(!SeatLayout(templateID: templateID).hasFeaturedPlace) }
    }

    @Test func `only two layouts are landscape`() {
        let wide = Self.layouts.filter { SeatLayout(templateID: $0).canvas.w > SeatLayout(templateID: $0).canvas.h }
        #expect(wide == [200, 201])
    }
}
