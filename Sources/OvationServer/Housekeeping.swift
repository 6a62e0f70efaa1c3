import NIOCore
import OvationModel
import OvationNode
import OvationRules
import OvationSupport
import ServiceLifecycle

/// What a node does once a second: end the sessions that were away for too long. On shutdown it hands the last counters to
/// the journal, which stops after it.
struct Housekeeping: Service {
    let node: Node

    func run() async throws {
        let sweep = node.beginSweeping()
        try? await gracefulShutdown()
        sweep.cancel()
        for room in node.services.directory.rooms {
            // A stop whose time is over does not wait for the answer, and is no failure of the server.
            _ = try? await FirstOutcome.answer { room.ask(.shutDown, as: .server, $0) }
        }
    }
}
