package import Metrics
package import OvationModel
import OvationRules
package import OvationWire

/// Every metric of the server. Counting is an atomic addition; what happens a hundred thousand times a second is
/// counted once a tick, by number.
///
/// `init` is the table of them: a metric's name, label and meaning stand in its row and nowhere else.
///
/// A class rather than a struct, so that handing it to an event loop retains one object and not forty.
package final class ServerMetrics: Sendable {
    /// Why something was not delivered.
    package enum DropCause: String, CaseIterable {
        /// The sender wrote too fast.
        case userRate = "user_rate"
        /// The live was over its messages a second.
        case roomRate = "room_rate"
        /// More waited than the server can deliver in time.
        case overload
        /// A count of the audience gave way.
        case audienceCount = "audience_count"
        /// A like or a reaction gave way.
        case reaction
        /// A join or a leave gave way.
        case membership
        /// The connection read too slowly.
        case slowConnection = "slow_connection"
        /// The app's review refused it, or a reason of a later version.
        case other

        /// Why a message was refused by a rate.
        package init(_ reason: DropReason) {
            switch reason {
            case .userFreqCtrl: self = .userRate
            case .msgFreqCtrl: self = .roomRate
            default: self = .other
            }
        }
    }

    /// Why a message between a live and its members' connections was refused.
    package enum CrossingFault: String, CaseIterable {
        /// It has more bytes than it may.
        case tooLong = "too_long"
        /// It is of a version that this server does not read.
        case version
        /// It is of no kind that this server knows.
        case unknownKind = "unknown_kind"
        /// It is of another kind than what is expected there.
        case otherKind = "other_kind"
        /// It ends too early.
        case cutShort = "cut_short"
        /// Something follows its end.
        case trailingBytes = "trailing_bytes"
        /// Its bytes are no message.
        case malformed
        /// Something in it is of a case that this server does not know.
        case unknownCase = "unknown_case"
        /// Something in it is missing, or is no id, number or text that may stand there.
        case badValue = "bad_value"
        /// It does not prove that a node of the cluster has sent it.
        case stranger
        /// It has come before.
        case repeated
    }

    let connections: Meter
    let sessions: Meter
    let rooms: Meter
    let livesElsewhere: Meter
    let links: Meter
    let battles: Meter
    let members: Meter
    let commands: LabelledCounters<String>
    let commandErrors: LabelledCounters<ErrorCode>
    let events: LabelledCounters<RoomEventName>
    let deliveries: Counter
    let deliveredBytes: Counter
    let compressionSavedBytes: Counter
    let flushes: Counter
    let drops: LabelledCounters<DropCause>
    let closes: LabelledCounters<CloseCode>
    let journalBatches: Counter
    let journalBatchSize: Recorder
    let journalCommit: Timer
    let journalPending: Meter
    let resumes: LabelledCounters<Bool>
    let visitsNotKept: Counter
    let livesTakenUp: Counter
    let livesMoved: Counter
    let livesGivenBack: Counter
    let isDraining: Meter
    let clusterNodes: Meter
    let clusterNodesUnheard: Meter
    let sessionsLetGo: Counter
    let apart: Meter
    let malformedFrames: Counter
    let crossingsRefused: LabelledCounters<CrossingFault>
    let catalogueEditsPending: Meter
    let filteredTexts: LabelledCounters<FilterAction>
    let refusedAtGates: LabelledCounters<RateGate>
    let rateKeys: [RateGate: Meter]
    let surplusCommands: Counter
    let surplusWaiting: Meter
    let answersPending: Meter
    let roomsExamined: Counter
    private let forgottenRows: LabelledCounters<String>
    let money: Money
    let broker: Broker

    /// Counts rows that were forgotten because they were too old.
    package func forgot(_ kind: String, rows: Int) { forgottenRows[kind].increment(by: Int64(rows)) }

    /// Makes the metrics.
    ///
    /// - Parameters:
    ///   - factory: where they are made, usually a ``PrometheusRegistry``.
    ///   - limits: the limits in force, told as `ovation_limit`, so that a graph can draw them beside what they bound.
    package init(factory: any MetricsFactory, limits: Limits) {
        let make = MetricMaker(factory)
        connections = make.gauge("ovation_connections", "WebSocket connections that are open.")
        sessions = make.gauge("ovation_sessions", "Sessions, including those whose connection is lost for now.")
        rooms = make.gauge("ovation_rooms", "Lives that are on.")
        livesElsewhere = make.gauge(
            "ovation_lives_elsewhere", "Lives of other servers of the cluster that the list has.")
        links = make.gauge("ovation_links", "Links of lives.")
        battles = make.gauge("ovation_battles", "Battles between lives that are not over.")
        members = make.gauge("ovation_members", "Users in lives; a user in two lives counts twice.")
        commands = make.counters(
            "ovation_commands_total", by: "op", Command.Operation.allCases.map(\.rawValue), "Commands that were read.")
        commandErrors = make.counters(
            "ovation_command_errors_total", by: "code", ErrorCode.all, "Commands that were refused.")
        events = make.counters(
            "ovation_events_total", by: "event", RoomEventName.allCases,
            "Events of lives, before they go to the viewers.")
        deliveries = make.counter(
            "ovation_deliveries_total", "Events handed to connections; one event to ten viewers counts ten.")
        deliveredBytes = make.counter("ovation_delivered_bytes_total", "The bytes of these events, as they were sent.")
        compressionSavedBytes = make.counter(
            "ovation_compression_saved_bytes_total", "Bytes that were not sent because of compression.")
        flushes = make.counter("ovation_flushes_total", "Batches handed to the connections of one event loop.")
        forgottenRows = make.counters(
            "ovation_forgotten_rows_total", by: "kind", ["chat", "visits", "moderation", "operators"],
            "Rows that were forgotten because they were too old.")
        drops = make.counters(
            "ovation_dropped_total", by: "reason", DropCause.allCases, "Events and messages that were not delivered.")
        closes = make.counters(
            "ovation_closes_total", by: "code", CloseCode.all + [.lost],
            "WebSocket connections that ended, by close code; 1006 had none.")
        journalBatches = make.counter("ovation_journal_batches_total", "Transactions that were tried.")
        journalBatchSize = make.sizes("ovation_journal_batch_size", "Writes that shared one transaction.")
        journalCommit = make.seconds("ovation_journal_commit_seconds", "How long a transaction took.")
        journalPending = make.gauge("ovation_journal_pending", "Writes that wait for the storage.")
        resumes = make.counters(
            "ovation_resume_total", by: "recovered", [true, false],
            "Lives that a client came back to, by whether nothing was missed.")
        visitsNotKept = make.counter(
            "ovation_visits_not_kept_total",
            "Users let into a live whose entry was not kept; after a restart they are told nothing that they missed.")
        livesTakenUp = make.counter(
            "ovation_lives_taken_up_total", "Lives of other nodes, or of nobody, that this node has taken up.")
        livesMoved = make.counter(
            "ovation_lives_moved_total", "Lives that this node ran and gave up, because another node runs them.")
        livesGivenBack = make.counter(
            "ovation_lives_given_back_total", "Lives that this node gave back while it was drained, for others to run.")
        isDraining = make.gauge(
            "ovation_draining", "1 while this server hands its lives and clients to others, before it stops.")
        clusterNodes = make.gauge(
            "ovation_cluster_nodes", "Servers of the cluster that serve by the database, this one included.")
        clusterNodesUnheard = make.gauge(
            "ovation_cluster_nodes_unheard", "Servers of the cluster that this one does not hear over the broker.")
        sessionsLetGo = make.counter(
            "ovation_sessions_let_go_total",
            "Sessions that a live took for being at a server that does not have them, or that is gone.")
        apart = make.gauge(
            "ovation_cluster_apart", "1 while most other servers of the cluster are not heard over the broker.")
        malformedFrames = make.counter("ovation_malformed_frames_total", "Frames that were no commands.")
        crossingsRefused = make.counters(
            "ovation_crossings_refused_total", by: "reason", CrossingFault.allCases,
            "Messages between lives and the connections of their members that were refused, by reason.")
        catalogueEditsPending = make.gauge(
            "ovation_catalogue_edits_pending", "Edits of the gift catalogue that wait for their turn.")
        filteredTexts = make.counters(
            "ovation_filtered_texts_total", by: "action", FilterAction.allCases,
            "Texts with a word of a list, by what became of them.")
        refusedAtGates = make.counters(
            "ovation_rate_refusals_total", by: "gate", RateGate.allCases,
            "What an address or a user was refused for its rate.")
        let keys = make.family("ovation_rate_keys", by: ["gate"], "Addresses and users whose rates are kept apart.")
        rateKeys = Dictionary(uniqueKeysWithValues: RateGate.allCases.map { ($0, keys.gauge([$0.rawValue])) })
        surplusCommands = make.counter(
            "ovation_surplus_commands_total", "Commands of connections that send more than their pace.")
        surplusWaiting = make.gauge(
            "ovation_surplus_waiting", "Connections that send more than their pace and wait for a turn.")
        answersPending = make.gauge("ovation_answers_pending", "Commands that wait for the storage.")
        roomsExamined = make.counter(
            "ovation_rooms_examined_total", "Lives that searches and filters of the list have looked at.")
        money = Money(make)
        broker = Broker(make)
        let inForce = make.family("ovation_limit", by: ["name"], "The limits in force, in the unit of their name.")
        for definition in Limits.definitions {
            inForce.gauge([definition.name]).set(limits[keyPath: definition.field])
        }
    }
}

// MARK: - Counting

extension ServerMetrics {
    /// A WebSocket was opened.
    package func connected() { connections.increment(by: 1.0) }

    /// A WebSocket is gone.
    package func disconnected() { connections.decrement(by: 1.0) }

    /// Why a connection ended.
    package func closed(_ code: CloseCode) { closes[code].increment() }

    /// A command was read.
    package func command(_ op: String) { commands[op].increment() }

    /// A command was refused.
    package func rejected(_ code: ErrorCode) { commandErrors[code].increment() }

    /// A frame was no command.
    package func malformedFrame() { malformedFrames.increment() }

    /// A message between a live and the connections of its members was refused.
    package func crossingRefused(_ fault: CrossingFault) { crossingsRefused[fault].increment() }

    /// An event was published in a live.
    package func event(_ name: RoomEventName) { events[name].increment() }

    /// A batch was handed to the connections of one event loop.
    ///
    /// - Parameters:
    ///   - events: how many events are in it.
    ///   - tally: what became of it.
    package func delivered(events: Int, _ tally: DeliveryTally) {
        guard tally.connections > 0 else { return }
        deliveries.increment(by: events * tally.connections)
        deliveredBytes.increment(by: tally.bytes)
        if tally.savedBytes > 0 { compressionSavedBytes.increment(by: tally.savedBytes) }
        flushes.increment()
    }

    /// A message was refused by a rate, and its sender was told so.
    package func dropped(_ reason: DropReason) { dropped(events: 1, reason: DropCause(reason)) }

    /// Events gave way.
    package func dropped(events: Int, reason: DropCause) { drops[reason].increment(by: events) }

    /// A transaction of the journal is over.
    package func journalBatch(writes: Int, seconds: Double) {
        journalBatches.increment()
        journalBatchSize.record(writes)
        journalCommit.recordSeconds(seconds)
    }

    /// A filter found a word in a text.
    package func filtered(_ action: FilterAction) { filteredTexts[action].increment() }

    /// An address or a user was refused something for its rate.
    package func refused(at gate: RateGate) { refusedAtGates[gate].increment() }

    /// So many addresses or users are kept apart.
    package func rateKeys(_ count: Int, of gate: RateGate) { rateKeys[gate]?.set(count) }

    /// A connection waits for a turn, or waits no more.
    package func surplusWaiting(_ waits: Bool) {
        if waits { surplusWaiting.increment(by: 1.0) } else { surplusWaiting.decrement(by: 1.0) }
    }

    /// So many commands wait for the storage.
    package func answersPending(_ count: Int) { answersPending.set(count) }

    /// A command was run although its connection is over its pace.
    package func surplusCommand() { surplusCommands.increment() }

    /// A search or a filter of the list has looked at so many lives.
    package func examined(rooms: Int) { if rooms > 0 { roomsExamined.increment(by: Int64(rooms)) } }

    /// A client came back to a room.
    package func resumed(recovered: Bool) { resumes[recovered].increment() }

    /// The storage did not keep that somebody has entered a live.
    package func visitNotKept() { visitsNotKept.increment() }

    /// Lives that nobody ran are run by this node.
    package func livesTakenUp(_ count: Int) { livesTakenUp.increment(by: count) }

    /// A live that this node ran is another's.
    package func liveMoved() { livesMoved.increment() }

    /// Lives were given back, for other nodes to run.
    package func livesGivenBack(_ count: Int) { livesGivenBack.increment(by: count) }

    /// Sets how many nodes serve, and how many of them are not heard.
    package func cluster(nodes: Int, unheard: Int) {
        clusterNodes.set(nodes)
        clusterNodesUnheard.set(unheard)
    }

    /// The node hands its lives over, or does not.
    package func draining(_ isDraining: Bool) { self.isDraining.set(isDraining ? 1 : 0) }

    /// A live let go of sessions that their node does not have, or whose node is gone.
    package func sessionsLetGo(_ count: Int) { sessionsLetGo.increment(by: count) }

    /// Whether most other nodes, who live, are not heard over the broker.
    package func isApart(_ isApart: Bool) { apart.set(isApart ? 1 : 0) }

    /// How many edits of the catalogue wait for their turn.
    package func catalogueEdits(pending: Int) { catalogueEditsPending.set(pending) }

    /// Tells what there is now. Called once a second.
    ///
    /// - Parameters:
    ///   - sessions: sessions, those without a connection included.
    ///   - rooms: lives that are on.
    ///   - members: users in lives; nil leaves the number as it was.
    ///   - journalPending: writes that wait for the storage.
    package func gauges(sessions: Int, rooms: Int, members: Int? = nil, journalPending: Int) {
        self.sessions.set(sessions)
        self.rooms.set(rooms)
        if let members { self.members.set(members) }
        self.journalPending.set(journalPending)
    }

    /// Sets how many lives of other servers the list has.
    package func livesElsewhere(_ count: Int) { livesElsewhere.set(count) }

    /// Sets how many links of lives there are, and how many battles that are not over.
    package func coHosts(links: Int, battles: Int) {
        self.links.set(links)
        self.battles.set(battles)
    }
}
