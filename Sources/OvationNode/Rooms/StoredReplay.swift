import NIOCore
import OvationModel
import OvationStorage
import OvationSupport
import OvationWire

/// What a client that comes back has missed of the stored events of a live, framed: all of it, or as much as it is sent at once.
///
/// Read page by page and never more than a bound, however long the client was away. Ends where the user was removed.
struct StoredReplay: Sendable {
    private let user: UserID
    /// The frames, in the order of their numbers.
    private(set) var frames = ByteBuffer()
    /// The number of the last event that was read; of the one before the first, where there was none yet.
    private(set) var last: Int64
    /// Whether this is as much as is sent at once, and there is more behind it.
    private(set) var isCut = false
    /// Whether the last event removed the user, so that nothing behind it is theirs.
    private(set) var isRemoval = false

    /// Begins behind an event from which on the user was in the live.
    init(after durable: Int64, for user: UserID) {
        last = durable
        self.user = user
    }

    /// Reads on, up to the last event that may be sent or to the one that removed the user.
    ///
    /// - Parameters:
    ///   - lastMax: nothing behind the event of this number is read; nil for no bound. What is stored and not sent yet goes to all members
    ///     later, also to those that resumed, and would reach them twice.
    ///   - epoch: which the frames name.
    ///   - bytesMax: stops where it holds so many and there is more.
    ///   - pageMax: reads so many events at a time.
    ///   - isWanted: asked before each page; nothing more is read where it says no.
    /// - Throws: where the storage cannot be read. What was read so far would look like all of it.
    mutating func read(
        _ storage: any Storage, of liveID: LiveID, _ session: LiveSessionID, upTo lastMax: Int64?, epoch: String,
        bytesMax: Int, pageMax: Int, while isWanted: @Sendable () -> Bool
    ) async throws {
        while isWanted() {
            // Where nothing more is sent, it is only asked whether there is something.
            let limit = frames.readableBytes < bytesMax ? pageMax : 1
            let page = try await storage.events(of: session, after: last, limit: limit)
            for event in page {
                if let lastMax, event.durable > lastMax { return }
                guard frames.readableBytes < bytesMax else {
                    isCut = true
                    return
                }
                last = event.durable
                // An event of a newer server version, which this version cannot send.
                guard let name = RoomEventName(rawValue: event.name) else { continue }
                let position = EventPosition(epoch: epoch, seq: nil, durable: event.durable, at: event.at)
                Framing.appendText(
                    FrameEncoder.event(room: liveID, position: position, name: name, data: event.data), to: &frames)
                guard removesUser(name, event.data) else { continue }
                isRemoval = true
                return
            }
            if page.count < limit { return }
        }
    }

    private func removesUser(_ name: RoomEventName, _ data: [UInt8]) -> Bool {
        switch name {
        case .audienceKicked, .audienceBanned: (try? RoomEvent.decode(name, data: data))?.removedUser == user
        default: false
        }
    }
}
