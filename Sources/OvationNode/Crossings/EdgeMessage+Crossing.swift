import Foundation
import NIOCore
import OvationModel
import OvationWire
import SwiftProtobuf

// A case of its own for each message, and what a message has in a function of its own, so that a new one changes two lines here.

extension EdgeMessage: CrossingValue {
    static var crossingKind: CrossingKind { .edgeMessage }

    var form: CrossedEdgeMessage {
        var form = CrossedEdgeMessage()
        form.kind =
            switch self {
            case .add(let event, let viewers):
                .add(
                    .with {
                        $0.event = CrossedEvent(event)
                        $0.viewersByLoop = viewers.map { UInt32(clamping: $0) }
                    })
            case .write(let part, let viewers):
                .write(
                    .with {
                        $0.part = UInt32(clamping: part)
                        $0.viewersByLoop = viewers.map { UInt32(clamping: $0) }
                    })
            case .divide(let loop, let count):
                .divide(
                    .with {
                        $0.loop = UInt32(clamping: loop)
                        $0.into = UInt32(clamping: count)
                    })
            case .admit(let admitted): .admit(CrossedAdmitted(admitted))
            case .refuseEntry(let connection, let id, let rejection):
                .refuseEntry(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.id = id
                        $0.refused = CrossedRefusal(rejection)
                    })
            case .finishEntry(let connection, let atOnce):
                .finishEntry(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.atOnce = atOnce
                    })
            case .detach(let connection): .detach(CrossedConnection(connection))
            case .resumed(let connection, let room, let frames):
                .resumed(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.room = CrossedResumedRoom(room)
                        $0.frames = frames.crossed
                    })
            case .resumedInPart(let connection, let position, let membership, let frames):
                .resumedInPart(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.position = CrossedPosition(position)
                        $0.membership = CrossedMembership(membership)
                        $0.frames = frames.crossed
                    })
            case .resumeEnded(let connection, let position, let bytesMax):
                .resumeEnded(
                    .with {
                        $0.connection = CrossedConnection(connection)
                        $0.position = CrossedPosition(position)
                        $0.bytesMax = Int64(bytesMax)
                    })
            case .sendBack(let connection): .sendBack(CrossedConnection(connection))
            case .tellTopic(let frame, let viewers): .tellTopic(CrossedTopicFrame(frame, viewers))
            case .unsubscribe(let connection, let topic):
                .unsubscribe(CrossedTopicListener(connection, to: topic, ticket: 0))
            case .forget: .forget(CrossedNothing())
            }
        return form
    }

    init(_ form: CrossedEdgeMessage) throws(CrossingFault) {
        switch form.kind {
        case .add(let addition):
            let event = try required(addition.hasEvent ? addition.event : nil, "an event").decoded()
            self = .add(event, viewersByLoop: addition.viewersByLoop.map { Int($0) })
        case .write(let writing):
            self = .write(part: Int(writing.part), viewersByLoop: writing.viewersByLoop.map { Int($0) })
        case .divide(let division):
            guard division.into > 0 else { throw .badValue("no part") }
            self = .divide(loop: Int(division.loop), into: Int(division.into))
        case .admit(let admitted): self = .admit(try admitted.decoded())
        case .refuseEntry(let refused):
            self = .refuseEntry(
                try refused.connection(refused.hasConnection), id: refused.id,
                try required(refused.hasRefused ? refused.refused : nil, "a refusal").decoded())
        case .finishEntry(let finished):
            self = .finishEntry(try finished.connection(finished.hasConnection), atOnce: finished.atOnce)
        case .detach(let connection): self = .detach(connection.decoded())
        case .resumed(let resumed):
            self = .resumed(
                try resumed.connection(resumed.hasConnection),
                try required(resumed.hasRoom ? resumed.room : nil, "a live").decoded(),
                frames: ByteBuffer(bytes: resumed.frames))
        case .resumedInPart(let resumed):
            self = .resumedInPart(
                try resumed.connection(resumed.hasConnection),
                try required(resumed.hasPosition ? resumed.position : nil, "a position").decoded(),
                try required(resumed.hasMembership ? resumed.membership : nil, "a membership").decoded(),
                frames: ByteBuffer(bytes: resumed.frames))
        case .resumeEnded(let ended):
            self = .resumeEnded(
                try ended.connection(ended.hasConnection),
                try required(ended.hasPosition ? ended.position : nil, "a position").decoded(),
                bytesMax: max(0, Int(ended.bytesMax)))
        case .sendBack(let connection): self = .sendBack(connection.decoded())
        case .tellTopic(let frame):
            self = .tellTopic(try frame.decoded(), viewersByLoop: frame.viewersByLoop.map { Int($0) })
        case .unsubscribe(let listener):
            let (connection, topic) = try listener.decoded()
            self = .unsubscribe(connection, topic)
        case .forget: self = .forget
        // Cases that nobody sends yet, and a subscription, which is no case yet.
        case .batch, .exit, .subscribe, nil: throw .unknownCase("edge message")
        }
    }
}

extension EdgeMessage {
    /// The connections that the message names. An edge refuses a message that names an event loop which it does not have.
    var connections: [ConnectionAddress] {
        switch self {
        case .admit(let admitted): admitted.members.map(\.entrant.connection)
        case .refuseEntry(let connection, _, _), .finishEntry(let connection, _), .detach(let connection),
            .resumed(let connection, _, _), .resumedInPart(let connection, _, _, _),
            .resumeEnded(let connection, _, _), .sendBack(let connection), .unsubscribe(let connection, _):
            [connection]
        case .add, .write, .divide, .tellTopic, .forget: []
        }
    }

    /// The message in two, each with half of its members; nil for one that cannot be divided.
    var halves: (EdgeMessage, EdgeMessage)? {
        guard case .admit(let admitted) = self, admitted.members.count > 1 else { return nil }
        let middle = admitted.members.count / 2
        func half(_ members: ArraySlice<Admitted.Member>) -> EdgeMessage {
            .admit(
                Admitted(
                    members: Array(members), snapshot: admitted.snapshot, loop: admitted.loop, part: admitted.part))
        }
        return (half(admitted.members[..<middle]), half(admitted.members[middle...]))
    }
}

// MARK: - Connections

/// A part of an edge message that is for one connection.
protocol CrossedForConnection {
    var connection: CrossedConnection { get }
}

extension CrossedForConnection {
    /// Whom it is for.
    ///
    /// - Parameter isThere: whether the message says it.
    fileprivate func connection(_ isThere: Bool) throws(CrossingFault) -> ConnectionAddress {
        try required(isThere ? connection : nil, "a connection").decoded()
    }
}

extension CrossedRefusedEntry: CrossedForConnection {}
extension CrossedFinishedEntry: CrossedForConnection {}
extension CrossedResumed: CrossedForConnection {}
extension CrossedResumedInPart: CrossedForConnection {}
extension CrossedResumeEnded: CrossedForConnection {}
extension CrossedTopicListener: CrossedForConnection {}
extension CrossedMember: CrossedForConnection {}

// MARK: - Events

extension CrossedEvent {
    init(_ event: Broadcast.Event) {
        self.init()
        name = event.name.rawValue
        frame = Data(event.frame)
        lane = CrossedLane(event.lane)
        if let seq = event.seq { self.seq = seq }
    }

    func decoded() throws(CrossingFault) -> Broadcast.Event {
        guard let name = RoomEventName(rawValue: name) else { throw .unknownCase("event") }
        return Broadcast.Event(name: name, frame: [UInt8](frame), lane: try lane.decoded(), seq: hasSeq ? seq : nil)
    }
}

extension CrossedLane {
    init(_ lane: DeliveryClass) {
        switch lane {
        case .essential: self = .essential
        case .barrage: self = .barrage
        case .membership: self = .membership
        case .reaction: self = .reaction
        case .count: self = .count
        }
    }

    func decoded() throws(CrossingFault) -> DeliveryClass {
        switch self {
        case .essential: .essential
        case .barrage: .barrage
        case .membership: .membership
        case .reaction: .reaction
        case .count: .count
        case .unspecified, .UNRECOGNIZED: throw .unknownCase("lane")
        }
    }
}

// MARK: - Admissions

extension CrossedAdmitted {
    init(_ admitted: EdgeMessage.Admitted) {
        self.init()
        members = admitted.members.map(CrossedMember.init)
        if let snapshot = admitted.snapshot { self.snapshot = snapshot.crossed }
        loop = UInt32(clamping: admitted.loop)
        part = UInt32(clamping: admitted.part)
    }

    func decoded() throws(CrossingFault) -> EdgeMessage.Admitted {
        EdgeMessage.Admitted(
            members: try members.map { member throws(CrossingFault) in try member.decoded() },
            snapshot: hasSnapshot ? ByteBuffer(bytes: snapshot) : nil, loop: Int(loop), part: Int(part))
    }
}

extension CrossedMember {
    init(_ member: EdgeMessage.Admitted.Member) {
        self.init()
        session = member.entrant.session.rawValue
        connection = CrossedConnection(member.entrant.connection)
        answer =
            switch member.entrant.answer {
            case .enter(let id, let created): .enter(CrossedEntry(id: id, created: created))
            case .resume(let frames, let recovered):
                .resume(
                    .with {
                        $0.frames = frames.crossed
                        $0.recovered = recovered
                    })
            }
        membership = CrossedMembership(member.membership)
    }

    func decoded() throws(CrossingFault) -> EdgeMessage.Admitted.Member {
        let answer: EntryAnswer =
            switch answer {
            case .enter(let entry): .enter(id: entry.id, created: entry.created)
            case .resume(let resumption):
                .resume(frames: ByteBuffer(bytes: resumption.frames), recovered: resumption.recovered)
            case nil: throw .unknownCase("entry")
            }
        return EdgeMessage.Admitted.Member(
            entrant: Admission<EntryAnswer>.Entrant(
                session: try SessionID(crossed: session), connection: try connection(hasConnection), answer: answer),
            membership: try required(hasMembership ? membership : nil, "a membership").decoded())
    }
}

extension CrossedResumedRoom {
    init(_ entry: SessionOpened.Room) {
        self.init()
        room = entry.room.rawValue
        joined = entry.joined
        recovered = entry.recovered
        if let membership = entry.membership { self.membership = CrossedMembership(membership) }
        if let error = entry.error { self.error = CrossedReplyError(error) }
    }

    func decoded() throws(CrossingFault) -> SessionOpened.Room {
        SessionOpened.Room(
            room: try LiveID(crossed: room), joined: joined, recovered: recovered,
            membership: hasMembership ? try membership.decoded() : nil, error: hasError ? try error.decoded() : nil)
    }
}

// MARK: - Topics

extension CrossedTopicFrame {
    init(_ frame: EdgeMessage.TopicFrame, _ viewers: [Int]) {
        self.init()
        topic = frame.topic.rawValue
        self.frame = Data(frame.frame)
        isEssential = frame.isEssential
        // In one order, so that the same message has the same bytes.
        if let receivers = frame.receivers { self.receivers = CrossedUserIDs(receivers.sorted()) }
        viewersByLoop = viewers.map { UInt32(clamping: $0) }
    }

    func decoded() throws(CrossingFault) -> EdgeMessage.TopicFrame {
        EdgeMessage.TopicFrame(
            topic: try TopicName(crossed: topic), frame: [UInt8](frame), isEssential: isEssential,
            receivers: hasReceivers ? Set(try receivers.decoded()) : nil)
    }
}

extension CrossedTopicListener {
    init(_ connection: ConnectionAddress, to topic: TopicName, ticket: Int64) {
        self.init()
        self.connection = CrossedConnection(connection)
        self.topic = topic.rawValue
        self.ticket = ticket
    }

    func decoded() throws(CrossingFault) -> (ConnectionAddress, TopicName) {
        (try connection(hasConnection), try TopicName(crossed: topic))
    }
}

/// A connection is to listen to a topic. ``EdgePort/subscribe(_:to:_:)`` crosses so.
struct EdgeSubscription: CrossingValue, Equatable {
    static var crossingKind: CrossingKind { .edgeMessage }

    let connection: ConnectionAddress
    let topic: TopicName
    /// With which it is answered.
    let ticket: Int64

    var form: CrossedEdgeMessage {
        var form = CrossedEdgeMessage()
        form.subscribe = CrossedTopicListener(connection, to: topic, ticket: ticket)
        return form
    }
}

extension EdgeSubscription {
    init(_ form: CrossedEdgeMessage) throws(CrossingFault) {
        guard case .subscribe(let listener) = form.kind else { throw .unknownCase("edge message") }
        (connection, topic) = try listener.decoded()
        ticket = listener.ticket
    }
}

/// What an edge answers a ``EdgeSubscription``.
struct EdgeSubscribed: CrossingValue, Equatable {
    static var crossingKind: CrossingKind { .notice }

    let ticket: Int64
    /// Why the connection does not listen; nil where it does.
    let refusal: Rejection?

    var form: CrossedNotice {
        var form = CrossedNotice()
        form.subscribed.ticket = ticket
        if let refusal { form.subscribed.refused = CrossedRefusal(refusal) }
        return form
    }
}

extension EdgeSubscribed {
    init(_ form: CrossedNotice) throws(CrossingFault) {
        guard case .subscribed(let subscribed) = form.kind else { throw .unknownCase("notice") }
        ticket = subscribed.ticket
        refusal = subscribed.hasRefused ? subscribed.refused.decoded() : nil
    }
}
