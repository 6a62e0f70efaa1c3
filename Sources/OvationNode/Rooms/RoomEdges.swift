import OvationModel

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
    private let makeFarPort: (EdgeID) -> (any EdgePort)?
    private let onForget: () -> Void

    /// Makes the ways to edges without viewers.
    ///
    /// - Parameters:
    ///   - makeFarPort: makes the way to an edge that is not among them; nil where there is no such edge.
    ///   - onForget: called when the edges were told to forget the live, those without viewers and those that there never were.
    init(
        _ edges: [(id: EdgeID, port: any EdgePort)], makeFarPort: @escaping (EdgeID) -> (any EdgePort)? = { _ in nil },
        onForget: @escaping () -> Void = {}
    ) {
        ways = edges.map { Way(id: $0.id, port: $0.port) }
        self.makeFarPort = makeFarPort
        self.onForget = onForget
    }

    /// Tells an edge; does nothing where there is no such edge any more.
    func tell(_ message: EdgeMessage, at edge: EdgeID) {
        if let index = index(of: edge) { ways[index].port.handle(message) }
    }

    /// Tells every edge that has viewers.
    func tellViewers(_ message: EdgeMessage) {
        for way in ways where way.viewerCount > 0 { way.port.handle(message) }
    }

    /// Tells every edge.
    func tellAll(_ message: EdgeMessage) {
        for way in ways { way.port.handle(message) }
        if case .forget = message { onForget() }
    }

    /// Viewers of an edge came or went.
    func changeViewers(by change: Int, at edge: EdgeID) {
        guard let index = index(of: edge) else { return }
        ways[index].viewerCount += change
    }

    /// A session of an edge is in the live, and at none that it was at before.
    func tookIn(_ session: SessionID, at edge: EdgeID) {
        for way in ways where way.id != edge { way.port.letGo(session) }
        if let index = index(of: edge) { ways[index].port.tookIn(session) }
    }

    /// A session of an edge is in the live no longer.
    func letGo(_ session: SessionID, at edge: EdgeID) {
        if let index = index(of: edge) { ways[index].port.letGo(session) }
    }

    private func index(of edge: EdgeID) -> Int? {
        if let index = ways.firstIndex(where: { $0.id == edge }) { return index }
        guard let port = makeFarPort(edge) else { return nil }
        ways.append(Way(id: edge, port: port))
        return ways.count - 1
    }
}
