import NIOCore
import OvationModel
import OvationObservability
import OvationRules
import OvationSupport
import OvationWire

/// How fast a connection is read.
///
/// Within its pace its commands are run as they come. Beyond it, they wait for turns that all such connections of an event loop
/// share (``SurplusTurns``), and the socket is read no further meanwhile. So nothing is refused, a client that sends much has
/// what nobody else needs, and however many write as fast as they can, they take a bounded part of the event loop.
extension Connection {
    /// Bytes that a command reads, or is answered with, for which it counts once more.
    static let bytesPerCommand = 1_024
    /// Lives that a search of the list looks at, for which it counts once more; of a search of several words, a part of them.
    static let examinedPerCommand = 100
    /// What an order counts as: it costs a row in several tables, and everybody in the live a delivery.
    private static let costOfOrder = 4
    /// The most that a connection owes; at the default rates a minute of all turns of its event loop.
    private static let owedMax = 60_000
    /// For how much of its pace a client may send frames that are no commands, before nothing is read until it is paid for.
    private static let restMillisecondsMin: Int64 = 2_000
    private static let restMillisecondsMax: Int64 = 60_000

    /// What reading a frame counts as.
    static func cost(ofBytes count: Int) -> Int { 1 + count / bytesPerCommand }

    /// Whether the next command may be run now. Where it may not, the connection waits for its turn.
    func mayRun() -> Bool {
        let now = node.services.clock.monotonic()
        guard pace.isInDebt(at: now) else {
            // Who was quiet for so long owes nothing any more.
            if surplusOwed > 0, pace.isFull(at: now) { surplusOwed = 0 }
            return true
        }
        if hasTurn || shard.takeSurplusTurn(owed: &surplusOwed) {
            hasTurn = false
            node.services.metrics.surplusCommand()
            return true
        }
        awaitsTurn = true
        node.services.metrics.surplusWaiting(true)
        shard.awaitTurn(self, owing: surplusOwed)
        surplusOwed = 0
        return false
    }

    /// Its turn has come.
    func takeTurn() {
        awaitsTurn = false
        node.services.metrics.surplusWaiting(false)
        guard phase != .closed else { return }
        hasTurn = true
        proceed()
    }

    /// Counts a command that is about to be run.
    func charge(_ command: Command, bytes: Int) {
        var cost = Self.cost(ofBytes: bytes)
        switch command {
        // An operator who lifts the rate of a viewer's messages means it.
        case .barrageSend where node.limits.userMessagesPerSecond == 0: return
        case .giftSend: cost += Self.costOfOrder - 1
        default: break
        }
        charge(cost, paid: 1)
    }

    /// Counts work: as part of the connection's own pace, or of the turns that it shares where that is used up.
    ///
    /// - Parameter paid: how much of it the turn has paid for already, where it was run in a turn.
    func charge(_ cost: Int, paid: Int = 0) {
        guard cost > 0 else { return }
        let now = node.services.clock.monotonic()
        guard pace.isInDebt(at: now) else { return pace.charge(cost, at: now) }
        surplusOwed = min(surplusOwed + cost - paid, Self.owedMax)
    }

    /// Counts a frame. Those that are no commands, pings for instance, are answered at once, so what they cost beyond the pace
    /// is paid for by a rest.
    func noteFrame(at now: Timestamp) {
        framePace.charge(1, at: now)
        guard !isResting else { return }
        let owed = framePace.milliseconds(until: 0, at: now)
        guard owed > Self.restMillisecondsMin else { return }
        isResting = true
        setReading(false)
        shard.eventLoop.scheduleTask(in: .milliseconds(min(owed, Self.restMillisecondsMax))) {
            self.isResting = false
            self.proceed()
        }
    }
}
