#if Cluster
    import CNATS
    import OvationBroker
    import Synchronization

    /// Whom the library's callbacks are for.
    ///
    /// The library is handed a number rather than a pointer to an object. A callback that comes after its receiver has gone finds
    /// nobody, whatever thread it is on.
    enum NATSCallbacks {
        /// What can be called back.
        enum Receiver {
            case connection(NATSConnection)
            case subscription(NATSListener)
        }

        private struct State {
            var last = 0
            var receivers: [Int: Receiver] = [:]
        }

        private static let state = Mutex(State())

        /// Adds a receiver; its number.
        static func add(_ receiver: (Int) -> Receiver) -> Int {
            state.withLock { state in
                state.last += 1
                state.receivers[state.last] = receiver(state.last)
                return state.last
            }
        }

        static func remove(_ number: Int) { _ = state.withLock { $0.receivers.removeValue(forKey: number) } }

        static func connection(_ closure: UnsafeMutableRawPointer?) -> NATSConnection? {
            guard case .connection(let connection) = receiver(closure) else { return nil }
            return connection
        }

        static func listener(_ closure: UnsafeMutableRawPointer?) -> NATSListener? {
            guard case .subscription(let listener) = receiver(closure) else { return nil }
            return listener
        }

        /// What the library is handed in place of an object.
        static func closure(_ number: Int) -> UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: number) }

        private static func receiver(_ closure: UnsafeMutableRawPointer?) -> Receiver? {
            let number = Int(bitPattern: closure)
            return state.withLock { $0.receivers[number] }
        }
    }

    /// Takes the messages of a subscription, on a thread of the library, which it must not hold up.
    final class NATSListener: Sendable {
        let take: @Sendable (_ subject: String, _ message: BrokerMessage, _ hasNoResponders: Bool) -> Void
        /// Notes that the library itself has dropped messages.
        let noteLoss: @Sendable () -> Void

        init(
            noteLoss: @escaping @Sendable () -> Void = {},
            take: @escaping @Sendable (_ subject: String, _ message: BrokerMessage, _ hasNoResponders: Bool) -> Void
        ) {
            self.take = take
            self.noteLoss = noteLoss
        }

        /// Called by the library with each message.
        static let callback: natsMsgHandler = { _, _, message, closure in
            guard let message else { return }
            defer { natsMsg_Destroy(message) }
            guard let listener = NATSCallbacks.listener(closure), let subject = natsMsg_GetSubject(message) else {
                return
            }
            let count = Int(natsMsg_GetDataLength(message))
            let payload: [UInt8] =
                natsMsg_GetData(message).map { data in
                    data.withMemoryRebound(to: UInt8.self, capacity: count) {
                        Array(UnsafeBufferPointer(start: $0, count: count))
                    }
                } ?? []
            let reply = natsMsg_GetReply(message).map { BrokerReply(subject: String(cString: $0)) }
            listener.take(
                String(cString: subject), BrokerMessage(payload: payload, reply: reply),
                natsMsg_IsNoResponders(message))
        }
    }

    extension natsStatus {
        /// What the library says of it.
        var text: String { natsStatus_GetText(self).map { String(cString: $0) } ?? "status \(rawValue)" }
    }
#endif
