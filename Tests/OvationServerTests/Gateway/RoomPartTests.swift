import Testing

@testable import OvationServer

/// In how many parts an event loop writes to the viewers of a live.
struct RoomPartTests {
    @Test(arguments: [
        (0, 1), (1, 1), (512, 1), (640, 1), (641, 2), (1_152, 2), (1_153, 3), (3_000, 6), (5_000, 8), (1_000_000, 8),
    ])
    func `a live that grows is parted where its parts would be too large`(viewers: Int, parts: Int) {
        var count = 1
        for number in 0...min(viewers, 10_000) {
            count = RoomPart.count(viewers: number, viewersMax: 512, current: count)
        }
        #expect(count == parts)
        #expect(RoomPart.count(viewers: viewers, viewersMax: 512, current: count) == parts)
    }

    @Test func `who comes and goes at the border divides nothing`() {
        var count = RoomPart.count(viewers: 700, viewersMax: 512, current: 1)
        #expect(count == 2)
        for viewers in [600, 513, 512, 400, 385, 640, 512] {
            count = RoomPart.count(viewers: viewers, viewersMax: 512, current: count)
            #expect(count == 2, "\(viewers)")
        }
        #expect(RoomPart.count(viewers: 384, viewersMax: 512, current: 2) == 1)
        #expect(RoomPart.count(viewers: 0, viewersMax: 512, current: 8) == 1)
    }

    @Test(arguments: [0, 1, 100_000]) func `without a limit there is one part`(viewers: Int) {
        #expect(RoomPart.count(viewers: viewers, viewersMax: 0, current: 3) == 1)
    }

    @Test(arguments: [1, 2, 3]) func `parts may be tiny`(viewersMax: Int) {
        #expect(RoomPart.count(viewers: 4, viewersMax: viewersMax, current: 1) == (4 + viewersMax - 1) / viewersMax)
    }
}
