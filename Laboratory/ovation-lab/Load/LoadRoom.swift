import OvationModel

/// One live, as far as one event loop of the tool is concerned.
///
/// Confined to that loop.
final class LoadRoom {
    let number: Int
    let liveID: LiveID
    /// The viewers who are in it and read, in no particular order. They take turns at sending.
    private(set) var members: ContiguousArray<LoadViewer> = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var turn = 0
    private(set) var traffic = LoadTraffic()
    private var pacers: (chat: Pacer, gifts: Pacer, likes: Pacer, taps: Pacer, seats: Pacer)?
    /// The last stored event that an answer named.
    var durable: Int64 = 0
    /// Whether the answer to `room.end` has come.
    var isEnded = false

    init(number: Int, liveID: LiveID) {
        self.number = number
        self.liveID = liveID
    }

    func add(_ viewer: LoadViewer) {
        guard places[ObjectIdentifier(viewer)] == nil else { return }
        places[ObjectIdentifier(viewer)] = members.count
        members.append(viewer)
    }

    func remove(_ viewer: LoadViewer) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(viewer)) else { return }
        let last = members.removeLast()
        guard last !== viewer else { return }
        members[place] = last
        places[ObjectIdentifier(last)] = place
    }

    /// Begins to send this traffic.
    func begin(_ traffic: LoadTraffic, at now: UInt64) {
        self.traffic = traffic
        pacers = (
            pacer(traffic.chatPerSecond, now), pacer(traffic.gift == nil ? 0 : traffic.giftsPerSecond, now),
            pacer(traffic.likesPerSecond, now),
            pacer(traffic.tapsPerSecond / Double(max(traffic.tapsPerCommand, 1)), now),
            pacer(traffic.seatChangesPerSecond, now)
        )
    }

    /// Lives that begin in one moment do not send in one moment: each is at another place of its turn, and any number of them is spread
    /// evenly by the golden ratio. The first sends at once, as one live alone does.
    private func pacer(_ perSecond: Double, _ now: UInt64) -> Pacer {
        Pacer(
            perSecond: perSecond, start: now,
            phase: (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1))
    }

    /// Stops sending. Orders that are under way are still told apart by their gift.
    func stop() { pacers = nil }

    /// When the next message is due; nil where none is.
    var nextDue: UInt64? {
        guard let pacers else { return nil }
        let due = [pacers.chat.nextDue, pacers.gifts.nextDue, pacers.likes.nextDue, pacers.taps.nextDue]
        return (due + [pacers.seats.nextDue]).compactMap { $0 }.min()
    }

    /// How many messages were sent.
    private var lines = 0

    /// Sends what is due.
    func sendDue(at now: UInt64, shard: LoadShard) {
        while let due = pacers?.chat.take(at: now) {
            lines += 1
            let line = traffic.textBytes > 0 ? "" : " " + ChatText.line(lines)
            send(due, now, shard, \.sentChat) { $0.sendChat(stamp: $1 + line, textBytes: traffic.textBytes) }
        }
        while let due = pacers?.gifts.take(at: now) {
            guard let gift = traffic.gift else { break }
            send(due, now, shard, \.sentGifts) { $0.sendGift(stamp: $1, gift: gift) }
        }
        while let due = pacers?.likes.take(at: now) {
            send(due, now, shard, \.sentLikes) { viewer, _ in viewer.sendLike() }
        }
        while let due = pacers?.taps.take(at: now) {
            send(due, now, shard, \.sentTapCommands) { viewer, _ in viewer.tap(traffic.tapsPerCommand) }
        }
        while let due = pacers?.seats.take(at: now) {
            send(due, now, shard, \.sentSeatChanges) { viewer, _ in viewer.changeSeat(at: now) }
        }
    }

    private func send(
        _ due: UInt64, _ now: UInt64, _ shard: LoadShard, _ counter: WritableKeyPath<LoadStatistics, Int>,
        _ write: (LoadViewer, String) -> Void
    ) {
        guard !members.isEmpty else {
            shard.statistics.unsent += 1
            return
        }
        turn = (turn + 1) % members.count
        shard.statistics[keyPath: counter] += 1
        shard.statistics.lag.record(nanoseconds: now &- due)
        write(members[turn], shard.reader.mark.text(sentAt: now, number: Int(shard.nextOrderNumber())))
    }
}
