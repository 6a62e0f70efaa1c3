import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// Which edge a live takes a session to be at.
struct RoomEdgesTests {
    /// An edge that keeps the sessions that it is told of.
    private final class Port: EdgePort {
        var sessions: Set<SessionID> = []

        func handle(_ message: EdgeMessage) {}
        func tookIn(_ session: SessionID) { sessions.insert(session) }
        func letGo(_ session: SessionID) { sessions.remove(session) }
    }

    @Test func `a session that comes back at another edge is at the one before no longer`() {
        let (first, second) = (EdgeID(number: 1), EdgeID(number: 2))
        let (old, new) = (Port(), Port())
        let edges = RoomEdges([(first, old), (second, new)])
        let (moves, stays): (SessionID, SessionID) = (Samples.id("moves"), Samples.id("stays"))
        for session in [moves, stays] { edges.tookIn(session, at: first) }
        edges.tookIn(moves, at: second)
        #expect(old.sessions == [stays])
        #expect(new.sessions == [moves])
    }
}
