public import Foundation
public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// The login of the app's user. All other stores need a login first.
///
/// Methods may be called on any thread, and run in the order in which they were called. State, events and completions arrive on the main
/// queue.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the main queue only, or have a lock.
public class LoginStore: NSObject, @unchecked Sendable {
    /// The only store of the login.
    public static var shared: LoginStore { StoreHub.shared.login }

    /// Publishes an event when a login ends without a logout by the app.
    public let loginEventPublisher = PassthroughSubject<LoginEvent, Never>()
    /// The state of the login, with the user's profile.
    public let state = StatePublisher(initialState: LoginState())
    /// The id of the app that the user is logged in to; 0 before a login.
    public var sdkAppID: Int32 { loggedInTo.withLock { $0 } }

    private let runtime: StoreRuntime
    private let liveList: LiveListStore
    private let lane = CommandLane()
    private let loggedInTo = Locked<Int32>(0)

    init(runtime: StoreRuntime, liveList: LiveListStore) {
        self.runtime = runtime
        self.liveList = liveList
        super.init()
    }

    /// Logs in. If another user is logged in, they are logged out first. If the same user is logged in, only the UserSig is renewed.
    ///
    /// - Parameters:
    ///   - sdkAppID: The id of the app, as in the server's configuration.
    ///   - userID: The user's id, 1 to 32 characters of A-Z, a-z, 0-9, _ and -.
    ///   - userSig: The signature from the app's backend that proves who the user is.
    ///   - completion: Called on the main queue. It fails with -1001 if the user id is not valid, with 70001 if the UserSig has expired,
    ///     with 70003 if it is not valid, with 70013 if it is another user's, and with -3301 if the server cannot be reached.
    public func login(sdkAppID: Int32, userID: String, userSig: String, completion: CompletionClosure?) {
        runtime.perform(in: lane, Completion(completion)) { [self] in
            let user = try UserID.checked(userID)
            let client = await runtime.clientForLogin()
            if let session = client.session, session.user.userID != user || self.sdkAppID != sdkAppID {
                await client.logOut()
            }
            let opened: SessionOpened
            do {
                opened = try await client.logIn(sdkAppID: Int(sdkAppID), userID: user, userSig: userSig)
            } catch {
                // The user who was logged in before is already logged out.
                if client.session == nil { runtime.queue.async { self.loggedOut() } }
                throw error
            }
            return { self.loggedIn(opened, sdkAppID: sdkAppID) }
        }
    }

    /// Logs out and leaves the live that the user is in. It succeeds even if nobody is logged in.
    public func logout(completion: CompletionClosure?) {
        runtime.perform(in: lane, Completion(completion)) { [self] in
            if let client = try? runtime.client() { await client.logOut() }
            return { self.loggedOut() }
        }
    }

    /// Changes the user's profile. Fields that are nil stay as they are.
    ///
    /// - Parameters:
    ///   - userProfile: The changes. Its `userID` must be empty or the id of the user who is logged in.
    ///   - completion: Called on the main queue. It fails with -1001 if `userID` is another user's.
    public func setSelfInfo(userProfile: UserProfile, completion: CompletionClosure?) {
        runtime.perform(in: lane, Completion(completion)) { [self] in
            let client = try runtime.client()
            guard let user = client.session?.user.userID else { throw Rejection(.notLoggedIn) }
            guard userProfile.userID.isEmpty || userProfile.userID == user.rawValue else {
                throw Rejection(.invalidParameter, "A user can change only their own profile.")
            }
            try await client.updateProfile(userProfile.change)
            return { self.state.update { $0.loginUserInfo?.apply(userProfile) } }
        }
    }

    // MARK: On the stores' queue

    private func loggedIn(_ opened: SessionOpened, sdkAppID: Int32) {
        if state.value.loginUserInfo?.userID == opened.user.userID.rawValue, self.sdkAppID == sdkAppID { return }
        loggedOut()
        loggedInTo.withLock { $0 = sdkAppID }
        liveList.loggedIn(as: opened.user.userID)
        state.update {
            $0.loginStatus = .logined
            $0.loginUserInfo = UserProfile(opened.profile, of: opened.user.userID)
        }
    }

    private func loggedOut() {
        guard state.value.loginStatus == .logined else { return }
        loggedInTo.withLock { $0 = 0 }
        state.value = LoginState()
        liveList.loggedOut()
    }

    func kickedOffline() {
        guard state.value.loginStatus == .logined else { return }
        liveList.kickedOut(.byLoggedOnOtherDevice, message: "The user logged in on another device.")
        loggedOut()
        loginEventPublisher.send(.kickedOffline)
    }

    func loginExpired() {
        guard state.value.loginStatus == .logined else { return }
        liveList.kickedOut(.byServer, message: "The login expired.")
        loggedOut()
        loginEventPublisher.send(.loginExpired)
    }

    /// Handles that the server closed the connection for good.
    func connectionClosed(_ code: CloseCode) {
        guard state.value.loginStatus == .logined else { return }
        switch code {
        case .kickedOffline, .loginExpired: break  // These come with an event of their own.
        case .unauthorized: loginExpired()
        default:
            liveList.kickedOut(.forNetworkDisconnected, message: "The server closed the connection: \(code).")
            loggedOut()
        }
    }
}
