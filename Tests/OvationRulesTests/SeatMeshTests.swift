import OvationModel
import OvationRules
import Testing

/// How many users sit where each sends to each other.
@Suite struct SeatMeshTests {
    private static let names = (1...8).map { "u\($0)" }

    private func live(_ layout: Int, mode: SeatMode = .free, _ change: (inout Limits) -> Void = { _ in }) throws
        -> TestLive
    {
        var limits = Limits.withoutRates
        change(&limits)
        let live = try TestLive.withSeats(seats: 9, mode: mode, layout: layout, limits: limits)
        for name in Self.names { try live.enter(name) }
        return live
    }

    @Test(arguments: [(600, 3), (70, 7)])
    func `a live has so many users in seats as a mesh can bear, the owner among them`(layout: Int, guests: Int) throws {
        let live = try live(layout)
        for name in Self.names.prefix(guests) { try live.perform(.taking(), as: name) }
        let next = Self.names[guests]
        #expect(live.refusal(.taking(), as: next) == .allSeatsOccupied)
        #expect(live.refusal(.taking(8), as: next) == .allSeatsOccupied)
        #expect(live.refusal(.inviting(next), as: "owner") == .allSeatsOccupied)
        #expect(live.refusal(.moving(to: 8), as: "u1") == nil, "who sits already may move")
        try live.perform(.leavingSeat, as: "u1")
        #expect(live.refusal(.taking(), as: next) == nil)
    }

    @Test func `an application is made and answered only while there is room`() throws {
        let live = try live(600, mode: .apply)
        for name in Self.names.prefix(4) { try live.perform(.taking(), as: name) }
        for name in Self.names.prefix(3) { try live.perform(.accepting(name), as: "owner") }
        #expect(live.refusal(.accepting("u4"), as: "owner") == .allSeatsOccupied)
        #expect(live.waiting == ["u4"], "it waits on")
        #expect(live.refusal(.taking(), as: "u5") == .allSeatsOccupied)
        try live.perform(.unseating("u1"), as: "owner")
        #expect(live.refusal(.accepting("u4"), as: "owner") == nil)
    }

    @Test func `0 is no limit`() throws {
        let live = try live(600) { $0.meshVideoSeatsMax = 0 }
        for name in Self.names { try live.perform(.taking(), as: name) }
        #expect(!live.sitting.contains("-"))
    }
}
