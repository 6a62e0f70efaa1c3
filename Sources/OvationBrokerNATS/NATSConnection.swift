#if Cluster
    import CNATS
    import Foundation
    import OvationBroker

    /// One connection of the library: it comes back by itself when the server was away, until the server refuses it.
    ///
    /// Sound as `Sendable` because the handle never changes, and the library guards what it stands for.
    final class NATSConnection: @unchecked Sendable {
        /// What becomes of it.
        enum Event: Sendable {
            case connected
            case disconnected
            /// The library has given it up.
            case ended(reason: String)
            /// Something that the operator should know.
            case problem(String)
            /// The library itself has dropped messages of a subscription.
            case dropped(handle: Int)
        }

        /// How it is made.
        struct Options: Sendable {
            let address: NATSAddress
            /// What the server lists it as.
            let name: String
            let timings: NATSTimings
        }

        private(set) var handle: OpaquePointer?
        private var number = 0
        private let onEvent: @Sendable (Event) -> Void

        private static let isReady: Bool = {
            // Our callbacks only put messages into queues, so two threads serve every subscription.
            nats_Open(-1) == NATS_OK && nats_SetMessageDeliveryPoolSize(2) == NATS_OK
        }()

        /// Connects, or begins to try.
        ///
        /// - Throws: where the server answers and refuses, or the library does.
        init(_ options: Options, onEvent: @escaping @Sendable (Event) -> Void) throws(BrokerFailure) {
            self.onEvent = onEvent
            guard Self.isReady else { throw .refused("the NATS library does not start") }
            number = NATSCallbacks.add { _ in .connection(self) }
            do throws(BrokerFailure) { try open(options) } catch {
                NATSCallbacks.remove(number)
                throw error
            }
        }

        /// Closes it for good. It tells nothing any more.
        func close() {
            NATSCallbacks.remove(number)
            natsConnection_Destroy(handle)
            handle = nil
        }

        /// Whether messages go out.
        var isConnected: Bool { handle.map { natsConnection_Status($0) == NATS_CONN_STATUS_CONNECTED } ?? false }

        /// A name under which nobody else waits for answers.
        static func makeInbox() throws(BrokerFailure) -> String {
            var inbox: UnsafeMutablePointer<CChar>?
            guard isReady, natsInbox_Create(&inbox) == NATS_OK, let inbox else {
                throw .refused("the NATS library makes no inbox")
            }
            defer { natsInbox_Destroy(inbox) }
            return String(cString: inbox)
        }

        private func open(_ options: Options) throws(BrokerFailure) {
            var made: OpaquePointer?
            guard natsOptions_Create(&made) == NATS_OK, let made else {
                throw .refused("the NATS library has no memory")
            }
            defer { natsOptions_Destroy(made) }
            let status = set(made, options)
            guard status == NATS_OK else { throw .refused(status.text) }
            var outcome = natsConnection_Connect(&handle, made)
            // A server that refuses the user is not asked again and again. One that is not there is.
            if outcome != NATS_OK, outcome != NATS_CONNECTION_AUTH_FAILED {
                natsConnection_Destroy(handle)
                handle = nil
                let closure = NATSCallbacks.closure(number)
                let status = natsOptions_SetRetryOnFailedConnect(made, true, Self.onConnected, closure)
                guard status == NATS_OK else { throw .refused(status.text) }
                outcome = natsConnection_Connect(&handle, made)
            }
            switch outcome {
            case NATS_OK: onEvent(.connected)
            case NATS_NOT_YET_CONNECTED: break
            default:
                natsConnection_Destroy(handle)
                handle = nil
                throw .refused(outcome.text)
            }
        }

        private func set(_ made: OpaquePointer, _ options: Options) -> natsStatus {
            let (closure, timings) = (NATSCallbacks.closure(number), options.timings)
            var urls = options.address.urls.map { UnsafePointer<CChar>(strdup($0)) }
            defer { for url in urls { free(UnsafeMutableRawPointer(mutating: url)) } }
            let steps: [() -> natsStatus] = [
                { natsOptions_SetServers(made, &urls, Int32(urls.count)) },
                { natsOptions_SetName(made, options.name) },
                { options.address.isEncrypted ? natsOptions_SetSecure(made, true) : NATS_OK },
                { natsOptions_SetTimeout(made, timings.connectMilliseconds) },
                { natsOptions_SetMaxReconnect(made, -1) },
                { natsOptions_SetReconnectWait(made, timings.retryMilliseconds) },
                { natsOptions_SetReconnectJitter(made, timings.retryMilliseconds, timings.retryMilliseconds) },
                // What could not be sent is lost rather than late.
                { natsOptions_SetReconnectBufSize(made, 1) },
                // A server that takes what it is sent and says nothing is noticed.
                { natsOptions_SetPingInterval(made, timings.pingMilliseconds) },
                { natsOptions_SetMaxPingsOut(made, 2) },
                { natsOptions_SetWriteDeadline(made, timings.writeMilliseconds) },
                { natsOptions_UseGlobalMessageDelivery(made, true) },
                { natsOptions_SetReconnectedCB(made, Self.onConnected, closure) },
                { natsOptions_SetDisconnectedCB(made, Self.onDisconnected, closure) },
                { natsOptions_SetClosedCB(made, Self.onClosed, closure) },
                { natsOptions_SetErrorHandler(made, Self.onError, closure) },
            ]
            for step in steps {
                let status = step()
                if status != NATS_OK { return status }
            }
            return NATS_OK
        }

        // MARK: Callbacks, on threads of the library

        private static let onConnected: natsConnectionHandler = { _, closure in
            NATSCallbacks.connection(closure)?.onEvent(.connected)
        }

        private static let onDisconnected: natsConnectionHandler = { _, closure in
            NATSCallbacks.connection(closure)?.onEvent(.disconnected)
        }

        private static let onClosed: natsConnectionHandler = { handle, closure in
            var reason: UnsafePointer<CChar>?
            let status = natsConnection_GetLastError(handle, &reason)
            let text = reason.map { String(cString: $0) } ?? ""
            NATSCallbacks.connection(closure)?.onEvent(.ended(reason: text.isEmpty ? status.text : text))
        }

        private static let onError: natsErrHandler = { _, subscription, status, closure in
            let connection = NATSCallbacks.connection(closure)
            if status == NATS_SLOW_CONSUMER, let subscription {
                connection?.onEvent(.dropped(handle: Int(bitPattern: subscription)))
            } else {
                connection?.onEvent(.problem(status.text))
            }
        }
    }
#endif
