import NIOCore
import NIOPosix
import OvationModel

/// Players over WebSocket, all on one thread that gives way to those who measure gifts.
///
/// Sound as `Sendable` because everything but `eventLoop` and `target` is touched on the event loop only.
final class MediaAudience: @unchecked Sendable {
    let target: LoadTarget
    let eventLoop: any EventLoop
    private let group: MultiThreadedEventLoopGroup
    private var viewers: [MediaViewer] = []
    private var pacer: Pacer?
    private var waiting: ArraySlice<Int> = []
    var tally = MediaTally()

    init(target: LoadTarget) {
        self.target = target
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        eventLoop = group.next()
        eventLoop.execute { Machine.giveWay() }
    }

    private func submit<Value: Sendable>(_ work: @escaping @Sendable (MediaAudience) -> Value) async throws -> Value {
        try await eventLoop.submit { work(self) }.get()
    }

    /// Lets players come, so many a second.
    func begin(_ count: Int, perSecond: Double) async throws {
        try await submit { audience in
            audience.waiting = ArraySlice(0..<count)
            audience.pacer = Pacer(perSecond: perSecond, start: NIODeadline.now().uptimeNanoseconds)
            audience.admit()
        }
    }

    private func admit() {
        let now = NIODeadline.now().uptimeNanoseconds
        while let number = waiting.first {
            guard pacer?.take(at: now) != nil else {
                if let due = pacer?.nextDue {
                    eventLoop.scheduleTask(deadline: .uptimeNanoseconds(due)) { self.admit() }
                }
                return
            }
            waiting.removeFirst()
            let viewer = MediaViewer(path: target.playPath(number % target.rooms), audience: self)
            viewers.append(viewer)
            viewer.connect(number: number)
        }
    }

    /// Lets them all go.
    func end() async throws {
        try await submit { audience in
            audience.waiting = []
            for viewer in audience.viewers { viewer.leave() }
            audience.viewers = []
        }
    }

    /// What was seen; with `reset` it begins anew, but for those who play.
    func take(reset: Bool = false) async throws -> MediaTally {
        try await submit { audience in
            defer {
                if reset {
                    let playing = audience.tally.playing
                    audience.tally = MediaTally()
                    audience.tally.playing = playing
                }
            }
            return audience.tally
        }
    }

    func failed(_ problem: String) {
        tally.failed += 1
        tally.firstProblem = tally.firstProblem ?? problem
    }

    func shutDown() async {
        try? await end()
        try? await group.shutdownGracefully()
    }
}
