import NIOPosix
import OvationModel
import OvationTestKit
import ServiceLifecycle
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationPictures
@testable import OvationSupport

/// A server that fetches pictures stops.
@Suite(.timeLimit(.minutes(2)))
struct FetchStopTests {
    /// A storage or a broker that says nothing of where a live is until it is let go.
    private final class HangingFinder: PictureFinder {
        private let asking = Mutex<[CheckedContinuation<Void, Never>]>([])

        var isAsked: Bool { asking.withLock { !$0.isEmpty } }

        func findPicture(of live: LiveID) async -> Result<PictureOrigin?, Rejection> {
            await withCheckedContinuation { continuation in asking.withLock { $0.append(continuation) } }
            return .failure(Rejection(.pictureUnreachable))
        }

        func letGo() {
            let waiting = asking.withLock { asking in
                defer { asking = [] }
                return asking
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    @Test func `viewers and other servers are told of the stop while the question where a live is hangs`() async throws
    {
        try await MediaNode.run(mode: .relay) { world in
            let pictures = world.node.services.pictures
            let finder = HangingFinder()
            let fetches = PictureFetches(
                pictures, finder: finder, proof: FetchProof(secret: "the secret of a cluster, long enough"),
                server: FetchingServer(slot: 1, incarnation: 1), ids: .system,
                group: MultiThreadedEventLoopGroup.singleton)
            pictures.fetch(with: fetches)
            let own = try #require(pictures.picture(of: world.live))
            let services = ServiceGroup(
                configuration: .init(services: [.init(service: fetches)], logger: world.log.logger))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await services.run() }
                async let refusal = pictures.reach(Samples.id("elsewhere"), signature: nil)
                async let told: Void = {
                    for await _ in own.follow(from: 9) {}
                }()
                try await Patience.until("the question") { finder.isAsked }
                await services.triggerGracefulShutdown()
                let code = await refusal?.rejection.code
                #expect(code == .serverShuttingDown)
                await told
                finder.letGo()
                try await group.waitForAll()
            }
        }
    }
}
