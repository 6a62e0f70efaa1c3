import OvationModel
import OvationRules
import Testing

/// Signals between users in seats.
@Suite struct SeatSignalTests {
    private func signal(to name: String, _ data: String = "x") -> RoomCommand {
        .seat(.signal(to: UserID(unchecked: name), data: data))
    }

    private func seated(limits: Limits = .withoutRates) throws -> TestLive {
        let live = try TestLive.withSeats(limits: limits, "bob", "eve", "zoe")
        try live.perform(.taking(1), as: "bob")
        try live.perform(.taking(2), as: "eve")
        return live
    }

    @Test func `a signal goes from one seat to another, to nobody else, and nothing is kept of it`() throws {
        let live = try seated()
        let before = live.seats
        let outcome = try live.perform(signal(to: "eve", "offer"), as: "bob")
        let signalled = SeatSignalled(from: UserID(unchecked: "bob"), data: "offer")
        #expect(outcome.seats?.tellings == [.init(.seatSignalled(signalled), to: [UserID(unchecked: "eve")])])
        #expect(outcome.commit == nil && outcome.publications.isEmpty && live.seats == before)
        #expect(try live.perform(signal(to: "owner"), as: "eve").seats?.tellings.count == 1)
    }

    @Test func `who does not sit sends nothing and is sent nothing, whatever their rank`() throws {
        let live = try seated()
        #expect(live.refusal(signal(to: "bob"), as: "zoe") == .notSeated)
        #expect(live.refusal(signal(to: "zoe"), as: "bob") == .notSeated)
        #expect(live.refusal(signal(to: "bob"), as: "admin") == .notSeated)
        #expect(live.refusal(signal(to: "nobody"), as: "bob") == .notSeated)
        #expect(live.refusal(signal(to: "bob"), as: "stranger") == .notMember)
    }

    @Test func `after a kick neither side reaches the other`() throws {
        let live = try seated()
        try live.perform(.unseating("bob"), as: "owner")
        #expect(live.refusal(signal(to: "eve"), as: "bob") == .notSeated)
        #expect(live.refusal(signal(to: "bob"), as: "eve") == .notSeated)
    }

    @Test func `a signal is bounded in bytes, has some, and goes to somebody else`() throws {
        var limits = Limits.withoutRates
        limits.seatSignalBytesMax = 4
        let live = try seated(limits: limits)
        #expect(live.refusal(signal(to: "eve", "éé"), as: "bob") == nil)
        #expect(live.refusal(signal(to: "eve", "éé."), as: "bob") == .seatSignalTooLong)
        #expect(live.refusal(signal(to: "eve", ""), as: "bob") == .illegalParameter)
        #expect(live.refusal(signal(to: "bob"), as: "bob") == .illegalParameter)
    }

    @Test func `a live without seats has no signals`() throws {
        let live = TestLive { $0.info.isSeatEnabled = false }
        try live.enter("owner", "bob")
        #expect(live.refusal(signal(to: "bob"), as: "owner") == .seatsDisabled)
    }
}
