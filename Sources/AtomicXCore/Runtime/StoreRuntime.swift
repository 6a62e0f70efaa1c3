import Foundation
import OvationClient
import OvationModel

/// What all stores share: the client, the queue on which they change, and what the app configured.
final class StoreRuntime: Sendable {
    typealias MakeClient = @Sendable (_ serverURL: String) -> OvationClient

    /// What the app chose with ``Ovation/configure(serverURL:messageListMax:)``.
    struct Settings: Sendable {
        var serverURL: String?
        var messageListMax = 500
    }

    private struct Connection: Sendable {
        let serverURL: String
        let client: OvationClient
        let token: HandlerToken
    }

    /// Where stores change and call back.
    let queue: any StoreQueue
    private let makeClient: MakeClient
    private let settings = Locked(Settings())
    private let connection = Locked<Connection?>(nil)
    private let handler = Locked<(@Sendable (ClientEvent) -> Void)?>(nil)

    init(queue: any StoreQueue = MainStoreQueue(), makeClient: @escaping MakeClient) {
        self.queue = queue
        self.makeClient = makeClient
    }

    /// How many messages a barrage store keeps.
    var messageListMax: Int { settings.withLock { $0.messageListMax } }

    /// Takes over what the app chose. A new server takes effect at the next login.
    func configure(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

    /// Says who hears the client's events, in order, on the stores' queue.
    func setHandler(_ handler: @escaping @Sendable (ClientEvent) -> Void) { self.handler.withLock { $0 = handler } }

    /// What UIKit posts when an app comes to the foreground; named here because most platforms have no UIKit.
    static let willEnterForeground = Notification.Name("UIApplicationWillEnterForegroundNotification")

    /// Looks after the connection when the app comes to the foreground: the system may have cut it meanwhile.
    func wakeOnForeground(_ center: NotificationCenter = .default) {
        _ = center.addObserver(forName: Self.willEnterForeground, object: nil, queue: nil) { [weak self] _ in
            self?.connection.withLock { $0?.client }?.wake()
        }
    }

    /// The client of the login.
    ///
    /// - Throws: `notLoggedIn` before the first login.
    func client() throws(Rejection) -> OvationClient {
        guard let client = connection.withLock({ $0?.client }) else { throw Rejection(.notLoggedIn) }
        return client
    }

    /// The client for a new login: the one there is, or a new one where the app has chosen another server meanwhile.
    ///
    /// Called by the login store's lane only, so never twice at a time.
    func clientForLogin() async -> OvationClient {
        let serverURL = ClientConfiguration.resolveServerURL(explicit: settings.withLock { $0.serverURL })
        let current = connection.withLock { $0 }
        if let current, current.serverURL == serverURL { return current.client }
        if let current {
            current.client.removeHandler(current.token)
            await current.client.logOut()
        }
        let client = makeClient(serverURL)
        let token = client.addHandler { [weak self] event in
            guard let self else { return }
            queue.async { [weak self] in self?.handler.withLock { $0 }?(event) }
        }
        connection.withLock { $0 = Connection(serverURL: serverURL, client: client, token: token) }
        return client
    }

    /// What a command leaves to do on the stores' queue once the server has answered: change the state, make the
    /// result.
    typealias Finish<Value> = @Sendable () throws -> Value

    /// Runs a command off the stores' queue and tells its outcome on it: first the state changes, then the completion.
    ///
    /// - Parameters:
    ///   - lane: what the command waits for its turn in; nil where it waits for nothing.
    ///   - completion: whom to tell.
    ///   - failed: what to undo, on the stores' queue, before a failure is told.
    ///   - command: what to do.
    func perform<Value: Sendable>(
        in lane: CommandLane?, _ completion: Completion<Value>,
        failed: @escaping @Sendable (ErrorInfo) -> Void = { _ in },
        _ command: @escaping @Sendable () async throws -> Finish<Value>
    ) {
        let finish: @Sendable (Result<Finish<Value>, any Error>) -> Void = { [queue] outcome in
            queue.async {
                do {
                    completion(.success(try outcome.get()()))
                } catch {
                    let error = ErrorInfo(error)
                    failed(error)
                    completion(.failure(error))
                }
            }
        }
        // What waits for nothing has a lane to itself.
        (lane ?? CommandLane()).enqueue(command, finish: finish)
    }

    /// Runs a command that only asks the server for something to be done: what it changes comes back as events.
    func perform(
        in lane: CommandLane?, _ completion: CompletionClosure?,
        _ command: @escaping @Sendable (OvationClient) async throws -> Void
    ) {
        perform(in: lane, Completion(completion)) {
            try await command(try self.client())
            return {}
        }
    }
}
