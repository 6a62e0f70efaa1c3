import NIOCore
import OvationBroker
package import OvationModel
package import OvationPictures
import OvationSupport
import Synchronization

/// Pictures of lives that run at other nodes.
extension Node: PictureFinder {
    /// How long the answer of a home may take.
    private static var pictureAnswerTime: TimeAmount { .milliseconds(3_000) }

    /// Other nodes may fetch the pictures of lives that run here from now on.
    ///
    /// - Parameter address: where: `http://10.0.0.7:8080`.
    package func givesPictures(at address: String) { pictureAddress.withLock { $0 = address } }

    /// What another node is told of the picture of a live; nil where the live does not run here, or no node can reach this one.
    func ownPicture(of liveID: LiveID) -> PictureOrigin? {
        guard let address = pictureAddress.withLock({ $0 }) else { return nil }
        return services.pictures.ownOrigin(of: liveID, address: address)
    }

    /// Asks the home of a live, over the broker, where its picture is to be had.
    package func findPicture(of liveID: LiveID) async -> Result<PictureOrigin?, Rejection> {
        if services.directory.ownRoom(liveID) != nil { return .success(nil) }
        let home: NodeRun
        switch await findRun(of: liveID) {
        // It may have been taken up meanwhile.
        case .failure(let rejection):
            return services.directory.ownRoom(liveID) == nil ? .failure(rejection) : .success(nil)
        case .success(let found): home = found
        }
        guard let link = homeLink?.link else { return .failure(Rejection(.liveElsewhere)) }
        let outcome = FirstOutcome<Result<PictureOrigin?, Rejection>>()
        let asked = link.ask(.picture(liveID), at: home) { result in
            switch result.map({ try? HomeAnswer($0) }) {
            case .success(.picture(var origin)?):
                origin.home = FetchingServer(slot: home.slot, incarnation: home.incarnation)
                outcome.end(.success(.success(origin)))
            default: outcome.end(.success(.failure(Rejection(.pictureUnreachable))))
            }
        }
        let timeout = shards[0].eventLoop.scheduleTask(in: Self.pictureAnswerTime) {
            asked?.cancel()
            outcome.end(.success(.failure(Rejection(.pictureUnreachable))))
        }
        defer { timeout.cancel() }
        guard let found = try? await outcome.value() else { return .failure(Rejection(.serverShuttingDown)) }
        // The home of before does not run it; who has looked it up finds the new one with the next question.
        if case .failure = found { homes?.forget(liveID) }
        return found
    }
}
