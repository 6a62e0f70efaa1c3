#if Server && (os(macOS) || os(Linux))
    import OvationClient
    import OvationModel
    import OvationServer
    import OvationStorage

    /// What runs a server for a test.
    protocol ServerHost: Sendable {
        /// Where clients reach the server.
        var url: String { get }

        /// What clients of the server have.
        var surroundings: ClientSurroundings { get }

        /// The time of day that the server knows.
        var now: Timestamp { get }

        /// Runs a call of the server's node to its end, and everything that comes of it.
        ///
        /// - Throws: ``TestServerError/stopped`` where no server runs.
        func call<Value: Sendable>(
            _ body:
                @escaping @Sendable (HostedNode, _ done: @escaping @Sendable (Result<Value, Rejection>) -> Void) -> Void
        ) async throws -> Value

        /// Reads what is kept. Also after the server was stopped.
        func read<Value: Sendable>(_ body: @escaping @Sendable (any Storage) async throws -> Value) async throws
            -> Value

        /// Lets time pass, with all that it brings.
        ///
        /// - Throws: ``TestServerError/machineTime`` where time is the machine's.
        func advance(by duration: Duration) async throws

        /// Ends the server and starts another one on what is kept.
        func restart() async throws

        /// Ends the server, and comes back when it is gone.
        func stop() async

        /// Ends the server, at some time. For who cannot wait.
        func abandon()
    }
#endif
