public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// The messages of a live.
///
/// Methods may be called on any thread; messages reach the live in the order in which they were sent. State, events and
/// completions arrive on the main queue.
///
/// `@unchecked Sendable`: what changes is changed on the main queue only.
public class BarrageStore: @unchecked Sendable {
    /// The messages.
    public let state = StatePublisher(initialState: BarrageState())
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Tells every message of the app's own, one's own too, at once; those from before one entered are not told.
    public let CustomMessageEventPublisher = PassthroughSubject<CustomMessageEvent, Never>()

    private let liveID: String
    private let runtime: StoreRuntime
    private let lane = CommandLane()
    private var buffer = MessageBuffer()
    private var session: LiveSessionID?
    private lazy var coalescer = Coalescer(queue: runtime.queue) { [weak self] in
        guard let self else { return }
        state.update { $0.messageList = self.buffer.messages }
    }

    init(liveID: String, runtime: StoreRuntime) {
        self.liveID = liveID
        self.runtime = runtime
    }

    /// The store of a live; the same one for the same id.
    public static func create(liveID: String) -> BarrageStore { StoreHub.shared.barrage.store(for: liveID) }

    /// Sends a text. It appears in ``BarrageState/messageList`` when it comes back from the live, like everybody's.
    ///
    /// - Parameters:
    ///   - text: at most 2,048 bytes.
    ///   - extensionInfo: fields of the app's own that travel with it.
    ///   - completion: told on the main queue; 100017 for who is muted, -2380 while all are, -2 where it was dropped
    ///     because too much is being said.
    public func sendTextMessage(text: String, extensionInfo: [String: String]?, completion: CompletionClosure?) {
        send(BarrageSend(text: text, extensionInfo: extensionInfo), completion)
    }

    /// Sends data of the app's own. It comes back in ``BarrageState/messageList`` and by
    /// ``CustomMessageEventPublisher``.
    ///
    /// - Parameters:
    ///   - businessID: what kind of data it is.
    ///   - data: the content, as a rule JSON; at most 2,048 bytes.
    ///   - completion: told on the main queue, as of a text.
    public func sendCustomMessage(businessID: String, data: String, completion: CompletionClosure?) {
        send(BarrageSend(businessID: businessID, data: data), completion)
    }

    /// Adds a message to ``BarrageState/messageList`` that only this device sees, after all that is there.
    ///
    /// - Parameter message: as it is to be shown. Its `sequence` is taken for 0.
    public func appendLocalTip(message: Barrage) {
        var tip = message
        tip.sequence = 0
        runtime.queue.async { [tip] in
            self.buffer.append(tip: tip, max: self.runtime.messageListMax)
            self.coalescer.changed()
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
            // What an earlier live of this id said is not of this one. Tips that are waiting for the first entry stay.
            if let session, session != snapshot.info.sessionID { buffer.removeAll() }
            session = snapshot.info.sessionID
            for record in snapshot.history {
                insert(Barrage(record.barrage, liveID: liveID, seq: record.seq, at: record.at))
            }
            coalescer.flush()
        case .barrageSent(let barrage):
            // Every message has a place; without one it could not be told from its repetition.
            guard let seq = position.seq else { return }
            let message = Barrage(barrage, liveID: liveID, seq: seq, at: position.at)
            guard insert(message) else { return }
            coalescer.changed()
            if message.messageType == .custom {
                CustomMessageEventPublisher.send(.customMessageReceived(barrage: message))
            }
        default: break
        }
    }

    @discardableResult
    private func insert(_ message: Barrage) -> Bool { buffer.insert(message, max: runtime.messageListMax) }
}
