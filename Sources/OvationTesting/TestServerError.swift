#if Server && (os(macOS) || os(Linux))
    /// The reason why a test server could not do what a test asked.
    public enum TestServerError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The server was stopped.
        case stopped
        /// The server uses sockets, so its time is the machine's, and a test cannot advance it.
        case machineTime

        /// A sentence that says what happened.
        public var description: String {
            switch self {
            case .stopped: "The server was stopped."
            case .machineTime:
                "A server behind sockets lives by the machine's time. Start it with connection: .inProcess."
            }
        }
    }
#endif
