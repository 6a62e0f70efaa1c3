import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import UnixSignals

@testable import OvationObservability
@testable import ovation

/// The reactions of the process to signals.
@Suite(.timeLimit(.minutes(1))) struct StopSignalsTests {
    /// A service that stops only when its task is cancelled.
    private struct Stubborn: Service {
        let stopping: AsyncStream<Void>.Continuation

        func run() async throws {
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            await withGracefulShutdownHandler {
                for await _ in never {}
            } onGracefulShutdown: {
                stopping.yield()
            }
        }
    }

    @Test func `the first signal stops in order, the second ends at once, and SIGHUP does neither`() async throws {
        let (stops, stopping) = AsyncStream.makeStream(of: Void.self)
        let (ends, ending) = AsyncStream.makeStream(of: Int32.self)
        let (signals, signal) = AsyncStream.makeStream(of: UnixSignal.self)
        let lines = Mutex<[String]>([])
        let hangUps = Atomic<Int>(0)
        let logger = Logger(label: "test") { label in
            StructuredLogHandler(
                label: label, format: .json,
                output: LogOutput { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } })
        }
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: Stubborn(stopping: stopping))], logger: logger))
        let handler = StopSignals(
            logger: logger, onHangUp: { hangUps.add(1, ordering: .relaxed) }, end: { ending.yield($0) })
        await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask { await handler.follow(signals, group) }
            signal.yield(.sighup)
            signal.yield(.sigterm)
            var stop = stops.makeAsyncIterator()
            await stop.next()
            #expect(hangUps.load(ordering: .relaxed) == 1)
            signal.yield(.sigint)
            var end = ends.makeAsyncIterator()
            #expect(await end.next() == 130)
            tasks.cancelAll()
        }
        let logged = lines.withLock { $0 }
        #expect(logged.contains { $0.contains("stopping") && $0.contains("SIGTERM") }, "\(logged)")
        #expect(logged.contains { $0.contains("a second signal") && $0.contains("SIGINT") }, "\(logged)")
    }

    /// A service that runs until it is told to stop.
    private struct Patient: Service {
        func run() async throws { try await gracefulShutdown() }
    }

    @Test func `a signal that comes before there is anything to stop is obeyed once there is`() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(configuration: .init(services: [.init(service: Patient())], logger: logger))
        let (results, result) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
        await StopSignals.trapping {
            kill(getpid(), SIGTERM)
            do {
                try await StopSignals(logger: logger).run(group)
                result.yield(.success(()))
            } catch {
                result.yield(.failure(error))
            }
        }
        var ended = results.makeAsyncIterator()
        try await ended.next()?.get()
    }
}
