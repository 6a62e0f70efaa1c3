import Testing

@testable import OvationNode

@Suite struct ConnectionTurnsTests {
    /// Turns of which a test asks in a line.
    private final class Asked {
        private var turns = ConnectionTurns()

        var connections: [ConnectionAddress] { turns.connections }

        func begins(_ isDeparture: Bool, over connection: ConnectionAddress, isEntering: Bool) -> Bool {
            turns.begins(isDeparture, over: connection, isEntering: isEntering) {}
        }

        func hasNext(over connection: ConnectionAddress, isEntering: Bool) -> Bool {
            turns.next(over: connection, isEntering: isEntering) != nil
        }

        func departed(_ connection: ConnectionAddress) { turns.departed(connection) }
    }

    private let turns = Asked()
    private let one = LinkWorld.connection(1)
    private let other = LinkWorld.connection(2)

    @Test func `what does not leave waits for nothing, and nothing of one connection waits for another`() {
        #expect(turns.begins(false, over: one, isEntering: true))
        #expect(!turns.begins(true, over: one, isEntering: true))
        #expect(turns.begins(true, over: other, isEntering: false))
        #expect(turns.connections == [one])
    }

    @Test func `who leaves does so behind the entry before, and what is asked then waits for the answer to it`() {
        #expect(!turns.begins(true, over: one, isEntering: true))
        #expect(!turns.begins(false, over: one, isEntering: true))
        #expect(!turns.hasNext(over: one, isEntering: true))
        #expect(turns.hasNext(over: one, isEntering: false))
        // The answer to the departure has not come.
        #expect(!turns.hasNext(over: one, isEntering: false))
        #expect(!turns.begins(false, over: one, isEntering: false))
        turns.departed(one)
        #expect(turns.hasNext(over: one, isEntering: false))
        #expect(turns.hasNext(over: one, isEntering: true))
        #expect(turns.connections.isEmpty)
    }

    @Test func `two requests to leave go one behind the other`() {
        #expect(turns.begins(true, over: one, isEntering: false))
        #expect(!turns.begins(true, over: one, isEntering: false))
        #expect(!turns.hasNext(over: one, isEntering: false))
        turns.departed(one)
        #expect(turns.hasNext(over: one, isEntering: false))
        turns.departed(one)
        #expect(turns.begins(false, over: one, isEntering: false))
    }
}
