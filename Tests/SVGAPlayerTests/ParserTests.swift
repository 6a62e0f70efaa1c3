import Foundation
import SVGA
import SVGAEffects
import Synchronization
import Testing

@testable import SVGAPlayer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct ParserTests {
    /// A network that answers when a test asks it to.
    private final class Network: Sendable {
        typealias Answer = @Sendable (Result<[UInt8], any Error>) -> Void
        private let answers = Mutex<[Answer]>([])

        var requestCount: Int { answers.withLock { $0.count } }

        func fetch(_ request: URLRequest, _ bytesMax: Int, _ answer: @escaping Answer) {
            answers.withLock { $0.append(answer) }
        }

        func answer(_ index: Int, _ result: Result<[UInt8], any Error>) { answers.withLock { $0[index] }(result) }
    }

    private struct Offline: Error, Equatable {}

    private func loader(_ network: Network, cacheBytesMax: Int = 1_000_000) -> EffectLoader {
        EffectLoader(cacheBytesMax: cacheBytesMax, fetch: { network.fetch($0, $1, $2) })
    }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: "/effects/\(name)") }

    /// Marks the main queue. On Linux its thread need not be the process's first.
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mark) == true }

    /// The outcome of a call, and whether it arrived on the main queue.
    private func outcome(
        _ call: (@escaping (SVGAVideoEntity?) -> Void, @escaping ((any Error)?) -> Void) -> Void
    ) async -> (entity: SVGAVideoEntity?, error: (any Error)?, isMain: Bool) {
        _ = Self.mark
        return await withCheckedContinuation { continuation in
            call(
                { continuation.resume(returning: ($0, nil, Self.isOnMainQueue)) },
                { continuation.resume(returning: (nil, $0, Self.isOnMainQueue)) })
        }
    }

    @Test func `an effect reaches the completion block on the main queue`() async throws {
        let network = Network()
        let parser = SVGAParser(loader: loader(network))
        let bytes = try SampleMovie.shapes.movie.encoded()
        let outcome = await outcome { completion, failure in
            parser.parse(with: url("a"), completionBlock: completion, failureBlock: failure)
            network.answer(0, .success(bytes))
        }
        #expect(outcome.isMain && outcome.error == nil)
        #expect(outcome.entity?.movie == SampleMovie.shapes.movie)
        #expect(outcome.entity?.videoSize == CGSize(width: 120, height: 90))
        #expect(outcome.entity?.FPS == 20 && outcome.entity?.frames == 12)
    }

    @Test func `every failure reaches the failure block on the main queue`() async throws {
        let cases: [(answer: Result<[UInt8], any Error>, error: any Error)] = [
            (.failure(Offline()), Offline()), (.success([]), SVGAError(.notSVGA)),
            (.success([1, 2, 3]), SVGAError(.notSVGA)),
            (.success([0x78, 0x9C, 1]), SVGAError(.badCompression)),
            (.success(Array("PK\u{3}\u{4}".utf8)), SVGAError(.badZip)),
            (.failure(SVGAParser.FetchError.status(404)), SVGAParser.FetchError.status(404)),
        ]
        for (answer, error) in cases {
            let network = Network()
            let parser = SVGAParser(loader: loader(network))
            let outcome = await outcome { completion, failure in
                parser.parse(with: url("a"), completionBlock: completion, failureBlock: failure)
                network.answer(0, answer)
            }
            #expect(outcome.isMain && outcome.entity == nil)
            #expect("\(try #require(outcome.error))" == "\(error)")
        }
    }

    @Test func `bytes that are not an effect fail, even if there are only a few`() async {
        let parser = SVGAParser(loader: loader(Network()))
        for bytes in [[], [1], [1, 2, 3], [0x50, 0x4B]] as [[UInt8]] {
            let outcome = await outcome { completion, failure in
                parser.parse(
                    with: Data(bytes), cacheKey: "k", completionBlock: { completion($0) }, failureBlock: { failure($0) }
                )
            }
            #expect(outcome.error as? SVGAError == SVGAError(.notSVGA) && outcome.isMain)
        }
        let outcome = await outcome { completion, failure in
            parser.parse(withNamed: "nothing", completionBlock: { completion($0) }, failureBlock: { failure($0) })
        }
        #expect(outcome.error as? SVGAParser.FetchError == .notFound("nothing"))
    }

    @Test func `an effect with several callers is fetched once, and every caller gets it`() async throws {
        let network = Network()
        let loader = loader(network)
        let bytes = try SampleMovie.alpha.movie.encoded()
        let first = SVGAParser(loader: loader)
        let second = SVGAParser(loader: loader)
        async let one = first.entity(from: url("a"))
        async let two = second.entity(from: url("a"))
        async let other = second.entity(from: url("b"))
        while network.requestCount < 2 { await Task.yield() }
        // The second request for "a" fetched nothing, and both addresses get the same answer.
        network.answer(0, .success(bytes))
        network.answer(1, .success(bytes))
        let entities = try await [one, two]
        #expect(entities[0] === entities[1])
        #expect(try await other !== entities[0])
        #expect(network.requestCount == 2)
        // The effect is now cached.
        #expect(try await first.entity(from: url("a")) === entities[0])
        #expect(network.requestCount == 2)
    }

    @Test func `an effect is fetched again after a failure`() async throws {
        let network = Network()
        let parser = SVGAParser(loader: loader(network))
        for attempt in 0..<2 {
            async let entity = parser.entity(from: url("a"))
            while network.requestCount <= attempt { await Task.yield() }
            network.answer(attempt, .failure(Offline()))
            do {
                _ = try await entity
                Issue.record("an effect arrived without a network")
            } catch is Offline {}
        }
    }

    @Test func `the cache keeps to its bytes and keeps the recently used effects`() throws {
        let entities = try SampleMovie.allCases.prefix(4).map { try SVGAVideoEntity(movie: $0.movie) }
        let costs = entities.map(\.costBytes)
        // There is room for the first three, and for those that should stay.
        let bytesMax = costs[0] + costs[2] + max(costs[1], costs[3])
        let cache = EffectCache(bytesMax: bytesMax)
        for index in 0..<3 { cache.insert(entities[index], "\(index)") }
        #expect(cache.entity("0") === entities[0])
        cache.insert(entities[3], "3")
        #expect(cache.entity("1") == nil && cache.entity("0") === entities[0] && cache.entity("3") === entities[3])
        #expect(cache.bytesKept <= bytesMax)
        // A key stored twice counts once.
        let before = cache.bytesKept
        cache.insert(entities[3], "3")
        #expect(cache.bytesKept == before)
        cache.bytesMax = 10
        #expect(cache.bytesKept == 0 && cache.entity("0") == nil)
        cache.insert(entities[0], "0")
        #expect(cache.entity("0") == nil)
    }

    @Test func `a file is read up to the limit and no further`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("svga-\(UUID().uuidString).svga")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(SampleMovie.clips.movie.encoded()).write(to: file)
        #expect(try await SVGAParser(loader: EffectLoader()).entity(from: file).movie == SampleMovie.clips.movie)
        var limits = SVGALimits.standard
        limits.fileBytesMax = 100
        let strict = SVGAParser(loader: EffectLoader(limits: limits))
        let refusal = await #expect(throws: SVGAError.self) { _ = try await strict.entity(from: file) }
        #expect(refusal?.excess == SVGAError.Excess(limit: "fileBytesMax", limitValue: 100, fileValue: 101))
        await #expect(throws: (any Error).self) { _ = try await strict.entity(from: url("nowhere")) }
    }
}
