import Logging
import OvationModel
import OvationRules
import OvationStorage

/// Reading boards anew, where the places in memory may say more than there is.
extension Node {
    /// Coins of gifts were taken back: whoever sent them may be lower on every board.
    func coinsTakenBack(from senders: Set<UserID>) {
        for room in directory.rooms {
            room.shard.run {
                if senders.contains(where: room.room.isOnBoard) { room.readBoard() }
            }
        }
        readBoards()
    }

    /// Reads the boards of the whole app.
    func readBoards() {
        guard boards.beginReading() else { return }
        background.submit { [self] in
            repeat {
                do {
                    try await boards.load(from: storage, levels: configuration.gifterLevels, at: clock.wall())
                } catch {
                    // What is shown is older until the next gift of each user or the next reading.
                    logger.warning("the boards could not be read", metadata: [LogKeys.error: "\(error)"])
                }
            } while boards.mustReadAgain()
        }
    }
}
