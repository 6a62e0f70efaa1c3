public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// The messages of a live.
///
/// Methods may be called on any thread, and messages reach the live in the order in which they were sent. State, events and completions
/// arrive on the main queue.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only.
public class BarrageStore: @unchecked Sendable {
    /// The messages.
    public let state = StatePublisher(initialState: BarrageState())
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Publishes every custom message as soon as it arrives, including the user's own. It does not publish messages from before the user
    /// entered.
    public let CustomMessageEventPublisher = PassthroughSubject<CustomMessageEvent, Never>()

    private let liveID: String
    private let runtime: StoreRuntime
    private let lane = CommandLane()
    private var buffer = MessageBuffer()
    private var session: LiveSessionID?
    private lazy var throttle = ChangeThrottle(queue: runtime.queue) { [weak self] in
        guard let self else { return }
        state.update { $0.messageList = self.buffer.messages }
    }

    init(liveID: String, runtime: StoreRuntime) {
        self.liveID = liveID
        self.runtime = runtime
    }

    /// Returns the store of a live. It is the same store for the same id.
    public static func create(liveID: String) -> BarrageStore { StoreHub.shared.barrage.store(for: liveID) }

    /// Sends a text. It appears in ``BarrageState/messageList`` when it comes back from the server, like everybody else's messages.
    ///
    /// - Parameters:
    ///   - text: The text, at most 2,048 bytes.
    ///   - extensionInfo: The app's own fields, which travel with the message.
    ///   - completion: Called on the main queue. It fails with 100017 if the user is muted, with -2380 while everybody is, and with -2 if
    ///     the message was dropped because too much is being said.
    public func sendTextMessage(text: String, extensionInfo: [String: String]?, completion: CompletionClosure?) {
        send(BarrageSend(text: text, extensionInfo: extensionInfo), completion)
    }

    /// Sends a custom message. It comes back in ``BarrageState/messageList`` and through ``CustomMessageEventPublisher``.
    ///
    /// - Parameters:
    ///   - businessID: The kind of data.
    ///   - data: The content, usually JSON, at most 2,048 bytes.
    ///   - completion: Called on the main queue. It fails with the same errors as that of a text.
    public func sendCustomMessage(businessID: String, data: String, completion: CompletionClosure?) {
        send(BarrageSend(businessID: businessID, data: data), completion)
    }

    /// Deletes a message for everybody. It vanishes from ``BarrageState/messageList``, also for users who come later. The vendor's store
    /// has no such method.
    ///
    /// Users may delete their own messages, administrators of the live those of viewers, and the owner all.
    ///
    /// - Parameters:
    ///   - message: The message, with its `sequence`.
    ///   - reason: The reason, at most 200 bytes. Everybody in the live may read it.
    ///   - completion: Called on the main queue. It fails with 100002 (`ovationCode` 110090) if the live does not remember the message,
    ///     with -2301 if a viewer deletes somebody else's message, and with 100006 if the sender has the same or a higher rank.
    public func deleteMessage(_ message: Barrage, reason: String? = nil, completion: CompletionClosure?) {
        runtime.perform(in: lane, completion) { [liveID] client in
            try await client.deleteBarrage(
                Int64(message.sequence), in: try LiveID.checked(liveID), reason: reason)
        }
    }

    /// Pins a message, so that it stays in ``BarrageState/pinnedMessageList`` of everybody in the live. The vendor's store has no such
    /// method.
    ///
    /// - Parameters:
    ///   - message: The message, with its `sequence`. If the live has its maximum of pinned messages, the oldest is unpinned.
    ///   - completion: Called on the main queue. It fails with 100002 (`ovationCode` 110090) if the live does not remember the message,
    ///     and with -2301 if the user is a viewer.
    public func pinMessage(_ message: Barrage, completion: CompletionClosure?) {
        setPinned(true, message, completion)
    }

    /// Unpins a message. The vendor's store has no such method.
    ///
    /// - Parameters:
    ///   - message: The message, with its `sequence`.
    ///   - completion: Called on the main queue. It fails with -2301 if the user is a viewer.
    public func unpinMessage(_ message: Barrage, completion: CompletionClosure?) {
        setPinned(false, message, completion)
    }

    private func setPinned(_ isPinned: Bool, _ message: Barrage, _ completion: CompletionClosure?) {
        runtime.perform(in: lane, completion) { [liveID] client in
            try await client.setPinned(
                isPinned, barrage: Int64(message.sequence), in: try LiveID.checked(liveID))
        }
    }

    /// Fetches the words that the live looks for in texts of its viewers into ``BarrageState/filterWordList``. The vendor's store has no
    /// such method.
    ///
    /// - Parameter completion: Called on the main queue, when the state has the list. It fails with -2301 if the user is a viewer.
    public func fetchFilterWords(completion: CompletionClosure?) {
        performOnWords(completion) { client, live in try await client.words(of: live) }
    }

    /// Changes the words that the live looks for in texts of its viewers, and puts the whole list into ``BarrageState/filterWordList``. The
    /// vendor's store has no such method.
    ///
    /// The change is made to the list as the server has it, so two moderators lose nothing of each other's. It is in force for the next
    /// message.
    ///
    /// - Parameters:
    ///   - add: Words to look for from now on. One that is in the list already takes the place of the older one.
    ///   - remove: Words to look for no longer, as they stand in the list. One that is not there makes no difference.
    ///   - completion: Called on the main queue. It fails with -2301 if the user is a viewer. It fails with `ovationCode` 110102 if the
    ///     list would break a limit, and then nothing of it changed.
    public func changeFilterWords(add: [BarrageFilterWord], remove: [String], completion: CompletionClosure?) {
        performOnWords(completion) { client, live in
            try await client.changeWords(add: add.map(\.ofClient), remove: remove, in: live)
        }
    }

    private func performOnWords(
        _ completion: CompletionClosure?,
        _ command: @escaping @Sendable (OvationClient, LiveID) async throws -> [FilterWord]
    ) {
        runtime.perform(in: lane, Completion(completion)) { [self, runtime] in
            let words = try await command(try runtime.client(), try LiveID.checked(liveID)).map(BarrageFilterWord.init)
            return { self.state.update { $0.filterWordList = words } }
        }
    }

    /// Appends a message to ``BarrageState/messageList`` that only this device shows.
    ///
    /// - Parameter message: The message to show. Its `sequence` becomes 0.
    public func appendLocalTip(message: Barrage) {
        var tip = message
        tip.sequence = 0
        runtime.queue.async { [tip] in
            self.buffer.append(tip: tip, max: self.runtime.messageListMax)
            self.throttle.changed()
        }
    }

    private func send(_ barrage: BarrageSend, _ completion: CompletionClosure?) {
        runtime.perform(in: lane, completion) { [liveID] client in
            try await client.sendBarrage(barrage, in: try LiveID.checked(liveID)).requireDelivered()
        }
    }
}

// MARK: - On the stores' queue

extension BarrageStore {
    func handle(_ event: RoomEvent, at position: EventPosition) {
        switch event {
        case .roomSnapshot(let snapshot):
            // Drop the messages and words of an earlier start of this live. Tips from before the first entry stay.
            if let session, session != snapshot.info.sessionID {
                buffer.removeAll()
                state.update { $0.filterWordList = [] }
            }
            session = snapshot.info.sessionID
            for record in snapshot.history {
                insert(Barrage(record.barrage, liveID: liveID, seq: record.seq, at: record.at))
            }
            show(snapshot.pinned ?? [])
            throttle.flush()
        case .barrageDeleted(let deleted):
            if buffer.remove(place: Int(clamping: deleted.seq)) != nil { throttle.changed() }
        case .barragePinned(let changed): show(changed.pinned)
        case .barrageSent(let barrage):
            // Every message has a sequence number. Without one it could not be told apart from its repetition.
            guard let seq = position.seq else { return }
            let message = Barrage(barrage, liveID: liveID, seq: seq, at: position.at)
            guard insert(message) else { return }
            throttle.changed()
            if message.messageType == .custom {
                CustomMessageEventPublisher.send(.customMessageReceived(barrage: message))
            }
        default: break
        }
    }

    private func show(_ pinned: [PinnedBarrage]) {
        let messages = pinned.map { Barrage($0.barrage, liveID: liveID, seq: $0.seq, at: $0.at) }
        state.update { $0.pinnedMessageList = messages }
    }

    @discardableResult
    private func insert(_ message: Barrage) -> Bool { buffer.insert(message, max: runtime.messageListMax) }
}
