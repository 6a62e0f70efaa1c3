import OvationModel
import OvationNode
import OvationSupport
import Synchronization
import Testing

/// A process that wakes asks whether it may still serve.
struct FreezeWatchTests {
    /// A watch on a clock that a test turns, beside a database that a test answers for.
    private final class World: Sendable {
        private struct State {
            var milliseconds: UInt64 = 1_000
            var age = Duration.zero
            var confirms = true
            var questions = 0
            var certain = 0
        }
        private let state = Mutex(State())

        var clock: ServerClock {
            ServerClock(
                wall: { Timestamp(milliseconds: 0) },
                nanoseconds: { self.state.withLock { $0.milliseconds * 1_000_000 } })
        }
        var questions: Int { state.withLock { $0.questions } }
        var certain: Int { state.withLock { $0.certain } }

        func makeWatch() -> FreezeWatch {
            let right = ServingRight(age: { self.state.withLock { $0.age } }) {
                self.state.withLock { state in
                    state.questions += 1
                    if state.confirms { state.age = .zero }
                    return state.confirms
                }
            }
            return FreezeWatch(right, clock: clock) { self.state.withLock { $0.certain += 1 } }
        }

        /// Lets time pass in which nothing runs.
        func freeze(milliseconds: Int) {
            state.withLock {
                $0.milliseconds += UInt64(milliseconds)
                $0.age += .milliseconds(milliseconds)
            }
        }
        /// The lease was renewed by itself.
        func renew() { state.withLock { $0.age = .zero } }
        func answer(_ confirms: Bool) { state.withLock { $0.confirms = confirms } }
    }

    @Test func `a process that slept for longer than its lease is in doubt until the database confirms`() async {
        let world = World()
        let watch = world.makeWatch()
        #expect(!watch.isInDoubt())
        world.freeze(milliseconds: 4_000)
        #expect(watch.isInDoubt())
        await watch.beat()
        #expect(!watch.isInDoubt())
        #expect(world.questions == 1 && world.certain == 1)
    }

    @Test func `the doubt stays while the database says no or nothing`() async {
        let world = World()
        let watch = world.makeWatch()
        world.answer(false)
        world.freeze(milliseconds: 4_000)
        for _ in 0..<3 { await watch.beat() }
        #expect(watch.isInDoubt())
        #expect(world.questions == 3 && world.certain == 0)
    }

    @Test func `a database that is away causes no doubt in a process that was awake`() async {
        let world = World()
        let watch = world.makeWatch()
        world.answer(false)
        for _ in 0..<100 {
            world.freeze(milliseconds: 100)
            await watch.beat()
            #expect(!watch.isInDoubt())
        }
        #expect(world.questions == 0)
    }

    @Test func `a pause that no standby could have used causes no doubt`() async {
        let world = World()
        let watch = world.makeWatch()
        world.freeze(milliseconds: 2_400)
        #expect(!watch.isInDoubt())
        await watch.beat()
        #expect(world.questions == 0)
    }

    @Test func `commands that wait go on when the lease is renewed before the database is asked`() async {
        let world = World()
        let watch = world.makeWatch()
        world.freeze(milliseconds: 4_000)
        #expect(watch.isInDoubt(), "a command asks, and waits")
        world.renew()
        await watch.beat()
        #expect(world.questions == 0 && world.certain == 1)
        await watch.beat()
        #expect(world.certain == 1, "nobody waits any more")
    }
}
