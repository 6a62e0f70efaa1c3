import Foundation
import OvationClient
import OvationModel

/// The parts that all stores share: the client, the queue on which they change, and the app's settings.
final class StoreRuntime: Sendable {
    typealias MakeClient = @Sendable (_ serverURL: String) -> OvationClient

    /// The settings from ``Ovation/configure(serverURL:messageListMax:)``.
    struct Settings: Sendable {
        var serverURL: String?
        var messageListMax = 500
    }

    private struct Connection: Sendable {
        let serverURL: String
        let client: OvationClient
        let token: HandlerToken
    }

    /// The queue on which stores change and call back.
    let queue: any StoreQueue
    private let makeClient: MakeClient
    private let settings = Locked(Settings())
    private let connection = Locked<Connection?>(nil)
    private let handler = Locked<(@Sendable (ClientEvent) -> Void)?>(nil)

    init(queue: any StoreQueue = MainStoreQueue(), makeClient: @escaping MakeClient) {
        self.queue = queue
        self.makeClient = makeClient
    }

    /// The most messages that a barrage store keeps.
    var messageListMax: Int { settings.withLock { $0.messageListMax } }

    /// Changes the settings. A new server takes effect at the next login.
    func configure(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

    /// Sets the handler of the client's events. It is called in order, on the stores' queue.
    func setHandler(_ handler: @escaping @Sendable (ClientEvent) -> Void) { self.handler.withLock { $0 = handler } }

    /// The notification that UIKit posts when an app comes to the foreground. The name is repeated here because most platforms have no
    /// UIKit.
    static let willEnterForeground = Notification.Name("UIApplicationWillEnterForegroundNotification")

    /// Checks the connection whenever the app comes to the foreground, because the system may have cut it meanwhile.
    func wakeOnForeground(_ center: NotificationCenter = .default) {
        _ = center.addObserver(forName: Self.willEnterForeground, object: nil, queue: nil) { [weak self] _ in
            self?.connection.withLock { $0?.client }?.wake()
        }
    }

    /// Returns the client of the login.
    ///
    /// - Throws: `notLoggedIn` before the first login.
    func client() throws(Rejection) -> OvationClient {
        guard let client = connection.withLock({ $0?.client }) else { throw Rejection(.notLoggedIn) }
        return client
    }

    /// Returns the client for a new login. It makes a new client if the app has chosen another server since the last login.
    ///
    /// Only the login store's lane calls it, so it never runs twice at the same time.
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

    /// The part of a command that runs on the stores' queue after the server has answered. It changes the state and returns the result.
    typealias Finish<Value> = @Sendable () throws -> Value

    /// Runs a command outside the stores' queue. Then, on that queue, it changes the state and calls the completion.
    ///
    /// - Parameters:
    ///   - lane: The lane in which the command waits for its turn; nil if it waits for no other command.
    ///   - completion: The app's completion.
    ///   - failed: Called on the stores' queue before the completion gets a failure, to undo changes.
    ///   - command: The command. It returns the part that runs on the stores' queue.
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
        // A command that waits for no other gets its own lane.
        (lane ?? CommandLane()).enqueue(command, finish: finish)
    }

    /// Runs a command whose changes come back from the server as events, so that nothing is left to do after the answer.
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
