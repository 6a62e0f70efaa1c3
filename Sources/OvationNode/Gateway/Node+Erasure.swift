import Logging
import OvationBackend
package import OvationModel
import OvationObservability
import OvationStorage
import OvationSupport

/// What a node does when a user is erased.
extension Node {
    /// Whether a user is logged in at this node, or has a live here.
    package func isPresent(_ user: UserID) -> Bool {
        hub.isLoggedIn(user) || !services.directory.lives(of: user, countMax: 1).isEmpty
    }

    /// Forgets in memory what the storage has no more: the user's name, and their place on the boards.
    package func erased(_ user: UserID) {
        profileChanged(from: nil, to: UserInfo(userID: user))
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
