public import Foundation
public import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire

/// Who uses the app. Everything else needs a login first.
///
/// Methods may be called on any thread; they run in the order in which they were called. State, events and completions
/// arrive on the main queue.
///
/// `@unchecked Sendable`: what changes is changed on the main queue only.
public class LoginStore: NSObject, @unchecked Sendable {
    /// The only one.
    public static var shared: LoginStore { StoreHub.shared.login }

    /// Tells when a login ends that the app did not end.
    public let loginEventPublisher = PassthroughSubject<LoginEvent, Never>()
    /// Whether the user is logged in, and who it is.
    public let state = StatePublisher(initialState: LoginState())
    /// The app that the user is logged in to; 0 before a login.
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

    /// Logs in. Another user who was logged in is logged out. The same user stays logged in and only renews the UserSig.
    ///
    /// - Parameters:
    ///   - sdkAppID: the app, as the server is configured with it.
    ///   - userID: who, 1 to 32 characters of A-Z, a-z, 0-9, _ and -; else -1001.
    ///   - userSig: the proof, made by the app's backend. 70001 when it has expired, 70003 when it is not valid, 70013
    ///     when it is another user's.
    ///   - completion: told on the main queue; -3301 where the server cannot be reached.
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
                // The user who was logged in before is logged out by now.
                if client.session == nil { runtime.queue.async { self.loggedOut() } }
                throw error
            }
            return { self.loggedIn(opened, sdkAppID: sdkAppID) }
        }
    }

    /// Logs out and leaves the live that the user is in. Succeeds when nobody is logged in.
    public func logout(completion: CompletionClosure?) {
        runtime.perform(in: lane, Completion(completion)) { [self] in
            if let client = try? runtime.client() { await client.logOut() }
            return { self.loggedOut() }
        }
    }

    /// Changes what others see of the user: every field that is not nil.
    ///
    /// - Parameters:
    ///   - userProfile: the changes. Its `userID` is that of the user who is logged in, or empty; else -1001.
    ///   - completion: told on the main queue.
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

    /// Takes a connection that the server closed for good.
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
