import OvationNode

#if Server && (os(macOS) || os(Linux))
    import OvationClient
    import OvationModel
    import OvationServer
    import OvationStorage

    /// Runs a server for a test.
    protocol ServerHost: Sendable {
        /// The address for clients.
        var url: String { get }

        /// The surroundings of the server's clients.
        var surroundings: ClientSurroundings { get }

        /// The time of day on the server's clock.
        var now: Timestamp { get }

        /// Runs a call of the server's node, and everything that follows from it.
        ///
        /// - Throws: ``TestServerError/stopped`` if no server runs.
        func call<Value: Sendable>(
            _ body:
                @escaping @Sendable (HostedNode, _ done: @escaping @Sendable (Result<Value, Rejection>) -> Void) -> Void
        ) async throws -> Value

        /// Reads stored data. This works even after the server has stopped.
        func read<Value: Sendable>(_ body: @escaping @Sendable (any Storage) async throws -> Value) async throws
            -> Value

        /// Advances the time and runs everything that is due.
        ///
        /// - Throws: ``TestServerError/machineTime`` if the server uses the machine's time.
        func advance(by duration: Duration) async throws

        /// Ends the server and starts another one with the stored data.
        func restart() async throws

        /// Stops the server and returns when it is gone.
        func stop() async

        /// Stops the server without waiting for it.
        func abandon()
    }
#endif
