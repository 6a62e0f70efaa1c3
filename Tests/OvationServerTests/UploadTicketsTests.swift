import OvationModel
import OvationRules
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationSupport

/// Tickets of uploads say what they are for, and nobody else can make one.
@Suite struct UploadTicketsTests {
    private func tickets(_ clock: ManualClock, secret: String = "secret") -> UploadTickets {
        UploadTickets(
            ids: .system, clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }), secret: secret,
            limits: Limits())
    }

    @Test func `a ticket of one node is read at another until it expires`() throws {
        let clock = ManualClock(Samples.time)
        let ticket = tickets(clock).issue(.effect, to: UserID(unchecked: "host-1_x"))
        #expect(tickets(clock).read(ticket.text) == ticket)
        #expect(ticket.expiresAt == Samples.time.adding(seconds: 300))
        clock.advance(seconds: 299)
        #expect(tickets(clock).read(ticket.text) == ticket)
        clock.advance(seconds: 1)
        #expect(tickets(clock).read(ticket.text) == nil)
    }

    @Test func `no changed byte of a ticket holds, and neither does one of another app`() {
        let clock = ManualClock(Samples.time)
        let text = tickets(clock).issue(.picture, to: UserID(unchecked: "host")).text
        #expect(tickets(clock, secret: "another").read(text) == nil)
        let bytes = Array(text.utf8)
        for place in bytes.indices {
            var changed = bytes
            changed[place] = changed[place] == 0x61 ? 0x62 : 0x61
            #expect(tickets(clock).read(String(decoding: changed, as: UTF8.self)) == nil)
        }
        for other in ["", ".", "ovu....", text + "x", String(text.dropLast()), String(repeating: "a.", count: 100_000)]
        {
            #expect(tickets(clock).read(other) == nil)
        }
    }
}
