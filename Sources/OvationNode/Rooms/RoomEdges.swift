/// The edges of a live, and how many of its viewers each has.
///
/// A class, because what an edge tells the live in return may change the counts while others are still being told. Confined to the event
/// loop of its live.
final class RoomEdges {
    private struct Way {
        let id: EdgeID
        let port: any EdgePort
        var viewerCount = 0
    }

    private var ways: [Way]

    /// Makes the ways to edges without viewers.
    init(_ edges: [(id: EdgeID, port: any EdgePort)]) { ways = edges.map { Way(id: $0.id, port: $0.port) } }

    /// Tells an edge; does nothing where there is no such edge any more.
    func tell(_ message: EdgeMessage, at edge: EdgeID) { ways.first { $0.id == edge }?.port.handle(message) }

    /// Tells every edge that has viewers.
    func tellViewers(_ message: EdgeMessage) {
        for way in ways where way.viewerCount > 0 { way.port.handle(message) }
    }

    /// Tells every edge.
    func tellAll(_ message: EdgeMessage) {
        for way in ways { way.port.handle(message) }
    }

    /// Viewers of an edge came or went.
    func changeViewers(by change: Int, at edge: EdgeID) {
        guard let index = ways.firstIndex(where: { $0.id == edge }) else { return }
        ways[index].viewerCount += change
    }
}
