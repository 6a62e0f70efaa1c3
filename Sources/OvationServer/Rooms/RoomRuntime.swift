import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// One live on this node: it feeds the machines that decide, and carries out what they say.
///
/// The order inside is always the same: decide by the rules (nothing waits between a check and its change), keep what must be kept, then
/// give the event its number, encode it once and fan it out. `Room` has the rules, ``KeptInOrder`` what is being kept,
/// ``Admission`` who is there, ``Broadcast`` what is told and when, ``RoomEdge`` the way to the viewers.
///
/// Sound as `Sendable` because it is confined to the event loop of its shard, which the preconditions check; `submit` may be
/// called from anywhere.
final class RoomRuntime: RoomPort, @unchecked Sendable {
    let liveID: LiveID
    let services: RoomServices
    let loop: RoomLoop
    let logger: Logger
    let edge: any EdgePort

    private(set) var room: Room
    /// Keeps a list of what changes the room; nil unless a host wants to repeat it.
    private let recording: RoomRecording?
    var broadcast: Broadcast
    var admission: Admission<EntryAnswer>
    var kept: KeptInOrder<KeptEvent>
    /// Who waits to hear how the live ends.
    var awaitingEnd = AwaitingEnd()
    var upkeep: RoomUpkeep
    var boardReading = BoardReading()
    /// The kept messages of topics on their way to those who listen.
    var topicSequence: TopicSequence
    /// What the app's backend is told.
    var tellings: RoomTellings
    private var actions = RoomActions()

    /// Actions of the broadcast in their order. One that leads to others has them carried out behind those that were there before.
    private struct RoomActions {
        var waiting: [Broadcast.Action] = []
        var isCarryingOut = false
    }

    /// Makes the room of a live.
    ///
    /// - Parameters:
    ///   - record: what is kept of it.
    ///   - board: the first places of its board as they are kept; nil for a live that has had no gifts.
    ///   - services: what it shares with other rooms.
    ///   - loop: the event loop that it runs on.
    ///   - makeEdge: makes the way to its viewers, for events of an epoch.
    init(
        _ record: RoomRecord, board: [Ranking.Place]? = nil, services: RoomServices, loop: RoomLoop,
        makeEdge: (_ epoch: String) -> any EdgePort
    ) {
        let now = services.clock.wall()
        liveID = record.info.liveID
        self.services = services
        self.loop = loop
        broadcast = Broadcast(
            liveID: record.info.liveID, durable: record.durable, loops: services.loopCount, homeLoop: loop.index,
            limits: services.limits, at: now)
        edge = makeEdge(broadcast.epoch)
        kept = KeptInOrder(reached: record.durable)
        admission = Admission(limits: services.limits)
        topicSequence = TopicSequence(record.topics)
        tellings = RoomTellings(record.info.liveID, services)
        room = Room(record, limits: services.limits, at: now)
        recording = services.recorder?.begin(record, limits: services.limits, at: now)
        upkeep = RoomUpkeep(kept: record.statistics)
        var logger = services.logger
        logger[metadataKey: "room.id"] = "\(record.info.liveID)"
        self.logger = logger
        if let board { note(.boardRead(board, isStale: false), at: now) }
    }

    func submit(_ request: RoomRequest, _ answer: @escaping RoomCall.Answer) {
        loop.run { self.handle(RoomCall(request: request, reply: answer)) }
    }

    func notify(_ notice: RoomNotice) {
        loop.run { self.handle(notice) }
    }

    private func handle(_ notice: RoomNotice) {
        switch notice {
        case .connectionLost(let session, let connection): connectionLost(session, connection)
        case .sessionEnded(let session, let cause):
            depart(session, as: cause)
            scheduleTick()
        case .entryAbandoned(let session): releaseUnlessPresent(session)
        case .pictureChanged(let session, let media): pictureChanged(media, of: session)
        case .coinsTakenBack(let senders): if senders.contains(where: room.isOnBoard) { readBoard() }
        }
    }

    /// Makes the live known to the list and begins to look after it.
    func start() {
        loop.run {
            self.updateListing()
            self.scheduleTick()
        }
    }

    /// Does what is asked, on the room's event loop.
    func handle(_ call: RoomCall) {
        loop.eventLoop.preconditionInEventLoop()
        switch call.request.body {
        case .command(.end(let message)): end(message, call)
        case .command(let command) where needsReview(command, call): review(command, call)
        case .command(let command): perform(command, call)
        case .enter(let id, let created): enter(id: id, created: created, call)
        case .resume(let position, let bytesMax): resume(position, bytesMax: bytesMax, call)
        case .leave: leave(call)
        case .info: call.reply(.success(.listing(listing(isForMembers: mayWatch(call.actor)))))
        case .audience(let offset, let count):
            call.reply(audiencePage(offset: offset, count: count, for: call.actor))
        case .roster(let part): call.reply(roster(part))
        case .statistics: call.reply(.success(.statistics(room.statistics(at: services.clock.wall()))))
        case .board(let count):
            call.reply(.success(.board(BoardPage(kind: .senders, period: .live, rows: room.board(count)))))
        case .metadata(let keys):
            let all = room.info.metaData
            let chosen = keys.isEmpty ? all : all.filter { keys.contains($0.key) }
            call.reply(.success(.metadata(MetadataPage(metaData: chosen))))
        case .moderationLog(let before, let count): readModerationLog(before: before, count: count, call)
        case .words: call.reply(.success(.words(room.words)))
        case .setWords(let words): setWords(words, call)
        case .subscribe(let topic, let after): subscribe(to: topic, after: after, call)
        case .unsubscribe(let topic): unsubscribe(from: topic, call)
        case .topicMessages(let topic, let after, let count): readTopic(topic, after: after, count: count, call)
        case .shutDown: shutDown(call)
        }
        scheduleTick()
    }
}

// MARK: - The rules

/// The only ways in which anything changes the room.
extension RoomRuntime {
    /// Has the rules decide on a command.
    ///
    /// - Throws: why it is refused.
    func decide(_ command: RoomCommand, from actor: RoomActor, at now: Timestamp) throws(Rejection) -> RoomOutcome {
        guard let recording else { return try room.handle(command, from: actor, at: now) }
        return try recording.hand(.command(command, from: actor), to: &room, at: now)
    }

    /// Tells the rules what happened.
    @discardableResult
    func note(_ fact: RoomFact, at now: Timestamp) -> RoomOutcome {
        guard let recording else { return room.handle(fact, at: now) }
        return recording.hand(fact, to: &room, at: now)
    }
}

// MARK: - Questions

extension RoomRuntime {
    /// What is told of the live, with the addresses of its picture.
    ///
    /// - Parameter isForMembers: whether it is for those who may see a live that is not listed.
    func listing(isForMembers: Bool) -> RoomListing {
        RoomListing(info: info(isForMembers: isForMembers), audienceCount: room.audienceCount)
    }

    /// Whether somebody is given an address of the picture that needs a signature: in a live that is not listed, who is in it.
    private func mayWatch(_ actor: RoomActor) -> Bool {
        room.info.isPublicVisible || actor.isAdministrator
            || actor.user.map { room.isMember($0.userID) || room.role(of: $0.userID) == .owner } ?? false
    }

    /// What the live is, with the addresses of its picture.
    func info(isForMembers: Bool) -> RoomInfo {
        guard room.info.media != nil else { return room.info }
        return services.pictures.addresses.addressed(
            room.info, isSigned: isForMembers, at: services.clock.wall())
    }

    private func audiencePage(offset: Int, count: Int, for actor: RoomActor) -> Result<RoomReply, Rejection> {
        guard offset <= room.audienceCount else { return .failure(Rejection(.pageBeyondEnd)) }
        let page = room.audience(from: offset, count: count)
        let mayModerate = actor.isAdministrator || actor.user.map { room.role(of: $0.userID) != .viewer } ?? false
        let next = offset + page.count
        let now = services.clock.wall()
        if mayModerate { note(.sanctionsListed, at: now) }
        return .success(
            .audience(
                AudiencePage(
                    audience: page, count: room.audienceCount, admins: room.adminUsers,
                    muted: mayModerate ? room.muted(at: now).page.map(\.user) : [],
                    cursor: page.isEmpty || next >= room.audienceCount ? "" : String(next))))
    }

    private func roster(_ part: RoomRoster.Part) -> Result<RoomReply, Rejection> {
        let now = services.clock.wall()
        switch part {
        case .muted, .banned: note(.sanctionsListed, at: now)
        case .admins, .robots: break
        }
        do throws(Rejection) {
            return .success(.roster(try RoomRoster(part, of: room, at: now)))
        } catch {
            return .failure(error)
        }
    }
}

// MARK: - What the broadcast says

extension RoomRuntime {
    /// Has the broadcast do something, and carries out what it says.
    @discardableResult
    func tell<Value>(
        _ work: (inout Broadcast, Broadcast.Moment, DeliveryReports, inout [Broadcast.Action]) -> Value
    ) -> Value {
        let moment = Broadcast.Moment(wall: services.clock.wall(), nanoseconds: services.clock.nanoseconds())
        let value = work(&broadcast, moment, edge.reports, &actions.waiting)
        carryOut()
        return value
    }

    private func carryOut() {
        guard !actions.isCarryingOut else { return }
        actions.isCarryingOut = true
        var next = 0
        while next < actions.waiting.count {
            let action = actions.waiting[next]
            next += 1
            carryOut(action)
        }
        actions.waiting.removeAll(keepingCapacity: true)
        actions.isCarryingOut = false
    }

    private func carryOut(_ action: Broadcast.Action) {
        switch action {
        case .add(let event): edge.handle(.add(event, viewersByLoop: broadcast.schedule.viewersByLoop))
        case .countGifts: note(.giftsTold, at: services.clock.wall())
        case .write(let part, let writing):
            edge.handle(.write(part: part, viewersByLoop: broadcast.schedule.viewersByLoop))
            // What is written on another event loop takes its time there.
            if broadcast.schedule.isDivided, writing == loop.index {
                broadcast.noteBusy(loop: writing, until: services.clock.nanoseconds())
            }
        case .admit(let loop, let part): admitEntrants(on: loop, to: part)
        case .wake(let alarm, let due):
            loop.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(due)) {
                self.tell { $0.ring(alarm, at: due, now: $1, cost: $2, &$3) }
            }
        case .divide(let loop, let count): edge.handle(.divide(loop: loop, into: count))
        }
    }

    /// Tells what happened; the number of the last event that took one.
    @discardableResult
    func publish(_ publications: [RoomPublication]) -> Int64? {
        guard !publications.isEmpty else { return nil }
        return tell { $0.publish(publications, now: $1, cost: $2, &$3) }
    }

    /// Tells the broadcast that viewers of an event loop came or went.
    func changeViewers(by change: Int, loop: Int) {
        guard broadcast.changeViewers(by: change, loop: loop) else { return }
        self.loop.eventLoop.execute { self.tell { $0.divide(now: $1, cost: $2, &$3) } }
    }

    /// Writes what has gathered to everybody, and lets in those who wait to enter.
    func flush() { tell { $0.flush(now: $1, cost: $2, &$3) } }

    /// Adds the gifts that were gathered to what waits. Done before anybody looks at `durable` or at what those who come back missed.
    func flushGathered() { tell { $0.flushGathered($1, &$3) } }
}
