#if Laboratory
    import Foundation
    import SVGA
    import SVGARaster

    /// What an effect costs to decode, to draw and to keep, on one processor.
    ///
    /// It keeps what it has decoded as long as it lives itself: memory that was given back would be used again and not be seen.
    final class SVGABench {
        /// What was found.
        struct Outcome: Encodable, Sendable {
            let width: Float
            let height: Float
            let frames: Int
            /// How long the frames are shown.
            let shownMilliseconds: Double
            /// Processor time of reading the file, pictures included; the median of the rounds.
            let decodeMilliseconds: Double
            /// Processor time of drawing the frames; the median of the rounds.
            let drawMilliseconds: Double
            /// What the pictures take, four bytes a pixel.
            let imageBytes: Int
            /// What the decoded effect takes in memory, pictures, frames and the file's own bytes together; nil where the system does
            /// not tell.
            let keptBytes: Int?

            /// How many times faster than it is shown an effect is decoded and drawn.
            var timesRealTime: Double { shownMilliseconds / (decodeMilliseconds + drawMilliseconds) }
            /// The memory, in multiples of the pictures.
            var timesImages: Double? { keptBytes.map { Double($0) / Double(max(1, imageBytes)) } }
        }

        /// An effect as a player has it.
        private struct Decoded {
            let movie: SVGAMovie
            let rasterizer: SVGARasterizer

            init(_ bytes: [UInt8]) throws {
                movie = try SVGAMovie(decoding: bytes)
                rasterizer = try SVGARasterizer(movie)
            }
        }

        private let bytes: [UInt8]
        private let frames: Int
        private let rounds: Int
        private var kept: [Decoded] = []

        /// How many copies fill what decoding has left behind, before memory is looked at.
        private static let copiesBefore = 12
        /// How many copies are measured.
        private static let copies = 24

        /// Makes a bench of a file.
        ///
        /// - Parameters:
        ///   - frames: frames that are drawn, from the first on; the effect begins anew where it has fewer.
        ///   - rounds: how often each time is taken.
        init(_ bytes: [UInt8], frames: Int, rounds: Int) {
            self.bytes = bytes
            self.frames = max(1, frames)
            self.rounds = max(1, rounds)
        }

        /// Measures.
        ///
        /// - Throws: `SVGAError`.
        func run() throws -> Outcome {
            let first = try Decoded(bytes)
            for _ in 0..<Self.copiesBefore { kept.append(try Decoded(bytes)) }
            let before = Self.residentBytes()
            for _ in 0..<Self.copies { kept.append(try Decoded(bytes)) }
            let after = Self.residentBytes()
            let movie = first.movie
            let decode = try (0..<rounds).map { _ in try Self.milliseconds { _ = try Decoded(bytes) } }
            var seen = 0
            let draw = (0..<rounds).map { _ in
                Self.milliseconds {
                    for frame in 0..<frames {
                        // Looked at, so that it has to be drawn.
                        seen &+= first.rasterizer.raster(at: frame % movie.frameCount).pixels.count
                    }
                }
            }
            precondition(seen > 0 && kept.count >= Self.copies, "nothing was measured")
            return Outcome(
                width: movie.width, height: movie.height, frames: frames,
                shownMilliseconds: Double(frames) * 1_000 / Double(movie.framesPerSecond),
                decodeMilliseconds: Self.median(decode), drawMilliseconds: Self.median(draw),
                imageBytes: movie.decodedImageBytes,
                keptBytes: before.flatMap { before in after.map { ($0 - before) / Self.copies } })
        }

        private static func residentBytes() -> Int? { ProcessUsage.read(pid: getpid())?.residentBytes }

        /// The processor time of some work on this thread.
        private static func milliseconds(_ work: () throws -> Void) rethrows -> Double {
            let start = processorNanoseconds()
            try work()
            return Double(processorNanoseconds() - start) / 1_000_000
        }

        private static func processorNanoseconds() -> Int64 {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }

        private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    }
#endif
