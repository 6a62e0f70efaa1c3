#if Server && (os(macOS) || os(Linux))
    /// Why a server in a test did not do what it was asked.
    public enum TestServerError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The server was stopped.
        case stopped
        /// Its clients come over sockets, so that its time is the machine's, which a test cannot move.
        case machineTime

        /// What happened, in a sentence.
        public var description: String {
            switch self {
            case .stopped: "The server was stopped."
            case .machineTime:
                "A server behind sockets lives by the machine's time. Start it with connection: .inProcess."
            }
        }
    }
#endif
