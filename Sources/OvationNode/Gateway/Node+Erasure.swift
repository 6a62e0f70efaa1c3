import Logging
import OvationBackend
package import OvationModel
import OvationObservability
import OvationStorage
import OvationSupport

/// What a node does when a user is erased.
extension Node {
    /// Whether a user is logged in, at this node or another one of the cluster, or has a live here. Lives at other nodes stand in the
    /// storage.
    ///
    /// - Throws: `presenceUnknown` where another node may have a session of the user, and that cannot be found out.
    package func isPresent(_ user: UserID) async throws(Rejection) -> Bool {
        if isHere(user) { return true }
        guard let userLink else { return false }
        switch await userLink.presence(of: user) {
        case .present: return true
        case .absent:
            // A node that the broker has lost listens to nobody, and its sessions go on.
            guard await isEveryNodeHeard() else { throw Rejection(.presenceUnknown) }
            // The user may have come here in the meantime.
            return isHere(user)
        case .unknown: throw Rejection(.presenceUnknown)
        }
    }

    /// Whether a user is logged in at this node, or has a live here.
    package func isHere(_ user: UserID) -> Bool {
        hub.isLoggedIn(user) || !services.directory.lives(of: user, countMax: 1).isEmpty
    }

    /// Whether every other node of the cluster that serves has said over the broker just now that it is there.
    private func isEveryNodeHeard() async -> Bool {
        guard let peers, let cluster = services.storage.cluster else { return true }
        guard let nodes = try? await cluster.nodes() else { return false }
        return peers.hears(nodes)
    }

    /// Forgets in memory what the storage has no more: the user's name, and their place on the boards. The other nodes are told.
    package func erased(_ user: UserID) {
        forgetErased(user)
        userLink?.tell(user, .profile(UserInfo(userID: user)))
        peers?.tell(.erased(user))
    }

    /// Forgets a user who was erased here or at another node.
    func forgetErased(_ user: UserID) {
        let info = UserInfo(userID: user)
        if hub.isNews(info, since: nil) { showProfile(info) }
        services.readBoards()
        services.countCallbacks()
    }
}

extension NodeServices {
    /// Counts the callbacks anew, because some were deleted outside of the queue.
    func countCallbacks() {
        background.submit { [self] in
            do {
                callbacks.counted(try await storage.callbackCounts())
            } catch {
                logger.warning("the callbacks could not be counted", metadata: [LogKeys.error: "\(error)"])
            }
        }
    }
}
