import Logging
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationBackend
@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures
@testable import OvationREST
@testable import OvationSupport

/// A node with lives, and a desk that records what a test publishes on a disk in memory.
final class RecordingWorld {
    let media: MediaNode
    let disk: RecordingDisk
    var configuration: RecordingConfiguration
    private(set) var desk: RecordingDesk
    private var rings: [LiveID: FragmentRing<MediaPayload>] = [:]

    private init(_ media: MediaNode, _ configuration: RecordingConfiguration) {
        self.media = media
        self.configuration = configuration
        disk = RecordingDisk()
        desk = Self.desk(media, configuration, disk)
    }

    private static func desk(
        _ media: MediaNode, _ configuration: RecordingConfiguration, _ disk: RecordingDisk
    ) -> RecordingDesk {
        let services = media.node.services
        return RecordingDesk(
            configuration, folder: disk, secret: "a secret of the test", storage: media.storage,
            journal: services.journal, callbacks: services.callbacks, on: services.eventLoops[0],
            clock: services.clock, ids: .system, metrics: RecordingMetrics(factory: PrometheusRegistry()),
            logger: media.log.logger
        ) { services.directory.info(of: $0) }
    }

    /// Runs a world that records every live.
    static func run(
        change: (inout RecordingConfiguration) -> Void = { _ in }, _ body: (RecordingWorld) async throws -> Void
    ) async throws {
        var configuration = RecordingConfiguration()
        configuration.mode = .all
        (configuration.freeBytesMin, configuration.daysMax) = (0, 0)
        change(&configuration)
        try await MediaNode.run(mode: .relay) { media async throws in
            try await body(RecordingWorld(media, configuration))
        }
    }

    /// The server is killed and started again: another desk has the same disk, and nothing of the first is completed.
    func crash() {
        disk.killWriters()
        desk = Self.desk(media, configuration, RecordingDisk(disk.files))
        rings = [:]
    }

    /// Another desk beside the first, as on another server with the same folder.
    func other() -> RecordingDesk { Self.desk(media, configuration, RecordingDisk(disk.files)) }

    /// Publishes a stream to a live, with its initialisation segment first, and waits until it is recorded.
    func publish(_ bytes: [UInt8], to live: String = "r1") async throws {
        try hand(bytes, to: live)
        try await settle()
    }

    /// The same, without waiting.
    func hand(_ bytes: [UInt8], to live: String = "r1") throws {
        let id: LiveID = Samples.id(live)
        let session = try session(live)
        var ring = rings[id] ?? FragmentRing(at: media.clock.now)
        var (reader, parts) = (FragmentedMP4Reader(), [MediaPart]())
        try reader.read(bytes[...], into: &parts)
        for part in parts {
            let before = ring.entryNumbers.upperBound
            switch part {
            case .initialisation(let segment):
                ring.begin(MediaPayload(segment.bytes), byteCount: segment.bytes.count, info: segment.info)
            case .fragment(let fragment):
                ring.append(
                    MediaPayload(fragment.bytes), span: fragment.span, jumps: false, at: media.clock.now)
            }
            desk.note(id, session, ring: ring, after: before, isOver: false)
        }
        rings[id] = ring
    }

    /// A live is over, as its picture hears it.
    func end(_ live: String = "r1") async throws {
        desk.note(
            Samples.id(live), try session(live), ring: rings[Samples.id(live)] ?? FragmentRing(at: media.clock.now),
            after: 0, isOver: true)
        try await settle()
    }

    /// Lists a live, or hides it.
    func list(_ isListed: Bool, _ live: String = "r1") async throws {
        var settings = RoomSettings()
        settings.isPublicVisible = isListed
        try await RoomAdministration(node: media.node).perform(.update(settings), in: Samples.id(live))
    }

    func session(_ live: String = "r1") throws -> LiveSessionID {
        try #require(media.node.services.directory.info(of: Samples.id(live))).sessionID
    }

    /// Waits until everything is written and stored.
    func settle() async throws {
        try await desk.onQueue {}
        try await media.node.services.journal.barrier()
    }

    /// All recordings, the oldest first.
    func recordings() async throws -> [Recording] {
        try await media.storage.recordings(RecordingQuery(.all, limit: 100)).map(\.recording).reversed()
    }

    /// The fragments of a recording's file, as any reader finds them.
    func fragments(of recording: Recording) throws -> [MediaFragment] {
        let bytes = try #require(disk[recording.id])
        #expect(Int64(bytes.count) == recording.byteCount)
        var (reader, parts) = (FragmentedMP4Reader(limits: .forReading), [MediaPart]())
        try reader.read(bytes[...], into: &parts)
        return parts.compactMap { if case .fragment(let fragment) = $0 { fragment } else { nil } }
    }
}
