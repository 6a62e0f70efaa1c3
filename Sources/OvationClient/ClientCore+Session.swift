import Foundation
import Logging
import NIOCore
import OvationModel
import OvationWire

/// Login, logout, and the actions of the connection's state machine.
extension ClientCore {
    func logIn(_ new: Credentials, complete: @escaping (Result<SessionOpened, Rejection>) -> Void) {
        guard endpoint != nil else {
            complete(
                .failure(
                    Rejection(.invalidParameter, "The server's URL is none of ws://, wss://, http:// or https://.")))
            return
        }
        if let current = credentials {
            guard current.userID == new.userID, current.sdkAppID == new.sdkAppID else {
                complete(.failure(Rejection(.repeatedOperation, "\(current.userID) is logged in. Log out first.")))
                return
            }
            guard logInCompletion == nil, let session = shared.mirror.withLock({ $0.session }) else {
                complete(.failure(Rejection(.repeatedOperation)))
                return
            }
            // The same user logs in again: keep the newer UserSig for the next reconnect.
            credentials?.userSig = new.userSig
            complete(.success(session))
            return
        }
        credentials = new
        logInCompletion = complete
        run(machine.logIn(at: clock.now))
    }

    /// Ends the session because the user logs out.
    ///
    /// - Parameter complete: Called when the connection is closed, after two seconds at the latest.
    func logOut(complete: @escaping () -> Void) {
        let logIn = logInCompletion.take()
        run(machine.logOut())
        forget(Rejection(.notLoggedIn, "The user has logged out."))
        logIn?(.failure(Rejection(.notLoggedIn, "The user has logged out.")))
        if closing == nil { complete() } else { closing?.waiters.append(complete) }
    }

    /// Handles that the app is in the foreground again, or that the network is back.
    func wake() { run(machine.wake(at: clock.now)) }

    /// Ends everything when the client is deallocated: nothing may keep the connection, and nobody may wait.
    func shutDown() {
        isShutDown = true
        logOut {}
        timer?.timer.cancel()
        timer = nil
        shared.removeAllHandlers()
    }

    func run(_ actions: [ConnectionStateMachine.Action]) {
        for action in actions {
            switch action {
            case .connect: connect()
            case .openSession: openSession()
            case .sendPing: transmit(.sessionPing, id: makeID())
            case .drop: abandonConnection(with: .lost)
            case .close(let code):
                let ended = generation
                let hasConnection = connection != nil
                // Set this before closing, because a transport may report the end from within the call.
                if hasConnection {
                    closing = (ended, closing?.waiters ?? [])
                    closingTimeout = clock.now + .seconds(2)
                }
                abandonConnection(with: code)
            case .report(let state):
                shared.mirror.withLock { mirror in
                    mirror.connection = state
                    switch state {
                    case .disconnected, .closed: mirror.session = nil
                    case .connecting, .connected, .reconnecting: break
                    }
                }
                logger.debug("connection", metadata: ["connection.state": "\(state)"])
                shared.emit(.connection(state))
            case .connectionLost:
                finish(commands.connectionLost())
                abandonedEnters = [:]
            case .failLogIn(let rejection):
                forget(rejection)
                logInCompletion.take()?(.failure(rejection))
            case .end(let code):
                end(code)
            }
        }
    }

    private func connect() {
        guard let endpoint else { return }
        generation += 1
        let generation = generation
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let eventLoop = eventLoop
        connection = transport.connect(to: endpoint, on: eventLoop) { event in
            if eventLoop.inEventLoop {
                bound.value.deliver(event, of: generation)
            } else {
                eventLoop.execute { bound.value.deliver(event, of: generation) }
            }
        }
    }

    private func abandonConnection(with code: CloseCode) {
        generation += 1
        openID = nil
        connection.take()?.close(code)
    }

    private func openSession() {
        guard let credentials else { return }
        var resume: SessionOpen.Resume?
        if let session = shared.mirror.withLock({ $0.session?.session }) {
            rooms = rooms.filter { !$0.value.isOver }
            resume = SessionOpen.Resume(
                session: session, rooms: rooms.sorted { $0.key < $1.key }.map { $0.value.resumption(of: $0.key) },
                attempt: Int64(generation))
        }
        let id = makeID()
        openID = id
        transmit(
            .sessionOpen(
                SessionOpen(
                    sdkAppID: credentials.sdkAppID, userID: credentials.userID, userSig: credentials.userSig,
                    resume: resume)),
            id: id)
    }

    /// Handles the answer to `session.open`.
    func opened(_ result: Result<Data, Rejection>) {
        openID = nil
        let session: SessionOpened
        switch result {
        case .failure(let rejection):
            run(machine.sessionRefused(rejection, at: clock.now, using: &random))
            return
        case .success(let bytes):
            guard let decoded = try? ServerFrame.decodeOK(SessionOpened.self, from: bytes) else {
                run(machine.sessionRefused(Rejection(.invalidReply), at: clock.now, using: &random))
                return
            }
            session = decoded
        }
        shared.mirror.withLock { $0.session = session }
        run(machine.sessionOpened(at: clock.now))
        resumeRooms(session.rooms)
        logInCompletion.take()?(.success(session))
        sendWaiting()
        settleUnfinishedOrders()
    }

    /// Handles that the server has ended the session for good.
    private func end(_ code: CloseCode) {
        let rejection: Rejection
        switch code {
        case .loginExpired: rejection = Rejection(.userSigExpired)
        default: rejection = Rejection(.notLoggedIn, "The server has ended the session: \(code). Log in again.")
        }
        abandonConnection(with: .lost)
        forget(rejection)
        switch code {
        case .kickedOffline: shared.emit(.kickedOffline)
        case .loginExpired: shared.emit(.loginExpired)
        default: break
        }
    }

    /// Forgets everything about the session, and fails every call that still waits.
    private func forget(_ rejection: Rejection) {
        credentials = nil
        shared.mirror.withLock { $0.session = nil }
        rooms = [:]
        let untried = unsettled.map(\.order.orderID)
        unsettled = []
        shared.claimedOrders.withLock { $0.subtract(untried) }
        abandonedEnters = [:]
        finish(commands.failAll(rejection))
        let waiters = enters
        enters = []
        for waiter in waiters { waiter.complete(.failure(rejection)) }
    }
}
