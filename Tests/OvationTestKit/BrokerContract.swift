package import OvationBroker

/// The promises of every ``Broker``, as clauses that run on any implementation.
///
/// A broken clause throws ``ContractViolation``. See ``StorageContract``.
package enum BrokerContract {
    /// A broker's server under test.
    package protocol Bench: Sendable {
        /// Connects a node; returns when it is connected.
        func connect(account: Int) async throws -> any Broker
        /// Stops the server; returns when every connected node knows.
        func stop() async throws
        /// Starts the server that was stopped; returns when every node that was connected is so again.
        func start() async throws
        /// Lets everything go.
        func end() async
    }

    /// One promise.
    package struct Clause: Sendable, CustomStringConvertible {
        /// The promise as a sentence.
        package let description: String
        private let body: @Sendable (any Bench) async throws -> Void

        init(_ sentence: String, body: @escaping @Sendable (any Bench) async throws -> Void) {
            description = sentence
            self.body = body
        }

        /// Checks the promise, and ends the bench.
        package func check(_ bench: any Bench) async throws {
            do { try await body(bench) } catch {
                await bench.end()
                throw error
            }
            await bench.end()
        }
    }

    /// Every promise.
    package static let clauses: [Clause] = publishing + asking + waiting + connecting
}
