import Foundation
import OvationMedia

/// Fragmented MP4 that lies somewhere whole.
enum RecordingSource: Sendable {
    /// In a file, which may be of any size: a fragment at a time is in memory.
    case file(String)
    /// In memory.
    case bytes([UInt8])

    /// Reads it part by part, from the beginning.
    func parts() throws -> MediaParts { try MediaParts(self) }

    /// What is wrong with its beginning. It is checked before the live announces a picture.
    ///
    /// - Throws: ``PublishProblem``.
    func checkBeginning() throws {
        var parts = try parts()
        while let part = try parts.next() {
            if case .fragment = part { return }
        }
        throw PublishProblem.notTaken(file: name, MediaError(.truncated))
    }

    /// How an error names it.
    var name: String {
        switch self {
        case .file(let path): path
        case .bytes: "the stream"
        }
    }
}

/// The parts of a recorded stream, in order.
struct MediaParts {
    /// What a file may have is decided by the server that takes it; these keep this process from running out of memory.
    static var limits: MediaLimits {
        var limits = MediaLimits()
        limits.fragmentSecondsMax = 60
        limits.fragmentBytesMax = 64 * 1_024 * 1_024
        limits.fragmentHeaderBytesMax = 4 * 1_024 * 1_024
        limits.fragmentSamplesMax = 100_000
        limits.initialisationBytesMax = 1_024 * 1_024
        limits.skippedBytesMax = 1 << 40
        limits.pictureSideMax = 65_535
        return limits
    }

    private static let chunkBytes = 64 * 1_024
    private let source: RecordingSource
    private let file: FileHandle?
    private var bytes: ArraySlice<UInt8>
    private var reader = FragmentedMP4Reader(limits: limits)
    private var found: [MediaPart] = []
    /// A mistake that stands behind what was found.
    private var mistake: MediaError?

    init(_ source: RecordingSource) throws {
        self.source = source
        switch source {
        case .file(let path):
            do {
                file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            } catch {
                throw PublishProblem.unreadable(file: path, reason: error.localizedDescription)
            }
            bytes = []
        case .bytes(let whole):
            file = nil
            bytes = whole[...]
        }
    }

    /// The next part; nil at the end. What stands behind the last whole fragment is left out.
    ///
    /// - Throws: ``PublishProblem`` where it cannot be read.
    mutating func next() throws -> MediaPart? {
        while found.isEmpty {
            if let mistake { throw PublishProblem.notTaken(file: source.name, mistake) }
            let chunk = try nextChunk()
            guard !chunk.isEmpty else {
                reader.handOut(into: &found)
                return found.isEmpty ? nil : found.removeFirst()
            }
            do throws(MediaError) { try reader.read(chunk, into: &found) } catch { mistake = error }
        }
        return found.removeFirst()
    }

    private mutating func nextChunk() throws -> ArraySlice<UInt8> {
        if let file {
            do {
                return ArraySlice(try file.read(upToCount: Self.chunkBytes) ?? Data())
            } catch {
                throw PublishProblem.unreadable(file: source.name, reason: error.localizedDescription)
            }
        }
        defer { bytes = bytes.dropFirst(Self.chunkBytes) }
        return bytes.prefix(Self.chunkBytes)
    }
}
