#if Server && (os(macOS) || os(Linux))
    import NIOCore
    import OvationClient
    import OvationSimulator

    /// The clock of clients of a server without sockets. It is the server's own clock.
    final class InProcessClock: ClientClock, ClientWatch {
        private let world: World
        // This is safe to share, because only the world's thread uses it.
        nonisolated(unsafe) private let timers: World.TimerSource

        init(_ world: World) {
            self.world = world
            timers = world.makeTimerSource()
        }

        var now: NIODeadline { .uptimeNanoseconds(world.now) }

        func schedule(
            at deadline: NIODeadline, on eventLoop: any EventLoop, _ body: @escaping @Sendable () -> Void
        ) -> ClientTimer {
            let call = Call()
            world.enter { [self] in
                guard !call.isCancelled else { return }
                call.timer = world.at(deadline.uptimeNanoseconds, timers) {
                    call.timer = nil
                    eventLoop.execute(body)
                }
            }
            return ClientTimer {
                self.world.enter {
                    call.isCancelled = true
                    call.timer?.cancel()
                    call.timer = nil
                }
            }
        }

        func client(_ client: ObjectIdentifier, isWaiting: Bool) {
            world.enter { self.world.note(client, isWaiting: isWaiting) }
        }

        /// It is safely `Sendable`, because only the world's thread uses it.
        private final class Call: @unchecked Sendable {
            var timer: World.Timer?
            var isCancelled = false
        }
    }
#endif
