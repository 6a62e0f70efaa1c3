import OvationMedia
import OvationModel
import OvationTestKit
import Testing

/// What a user in a seat shows.
struct SeatTicketTests {
    private let live: LiveID = Samples.id("a live")
    private let nova: UserID = Samples.id("nova")
    private let now = Timestamp(milliseconds: 1_000_000)

    /// A stand-in for an HMAC that depends on the key and on every byte, which is enough for these tests.
    private func hmac(_ key: UInt8) -> ([UInt8]) -> [UInt8] {
        { message in
            var state = [UInt8](repeating: key, count: 32)
            for (index, byte) in message.enumerated() {
                state[index % 32] = (state[index % 32] &* 31 &+ byte) ^ state[(index + 7) % 32]
            }
            return state
        }
    }

    private func ticket() -> SeatTicket { SeatTicket(live, nova, expiry: now.adding(seconds: 3_600), hmac: hmac(1)) }

    private func user(_ text: String, of live: LiveID? = nil, at time: Timestamp? = nil, key: UInt8 = 1) -> UserID? {
        SeatTicket(text, of: live ?? self.live, at: time ?? now, hmac: hmac(key))?.user
    }

    @Test func `a ticket says whose it is, in its live and until it expires`() {
        let text = ticket().text
        #expect(user(text) == nova)
        #expect(user(text, of: Samples.id("another live")) == nil)
        #expect(user(text, key: 2) == nil)
        let end = Timestamp(milliseconds: ticket().expirySeconds * 1_000)
        #expect(user(text, at: end.adding(milliseconds: -1)) == nova)
        #expect(user(text, at: end) == nil)
    }

    @Test func `a ticket that was changed in any place is none`() {
        let text = ticket().text
        for place in text.indices {
            for other in ["0", "z", "."] where String(text[place]) != other {
                var changed = text
                changed.replaceSubrange(place...place, with: other)
                #expect(user(changed) == nil, "\(changed)")
            }
        }
    }

    @Test(arguments: [
        "", "..", "1.nova.", "x.nova.00", "999999999999.nova.00", "-1.nova.00", "1.no va.00", "1.nova.00.00",
    ])
    func `what is no ticket is refused`(text: String) {
        #expect(user(text) == nil)
    }
}
