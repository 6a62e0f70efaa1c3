import Foundation
import OvationMedia
import OvationMediaSamples
import Testing

/// A recording whose server is killed.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RecordingCrashTests {
    private struct Listed: Decodable {
        struct Response: Decodable {
            let list: [Recording]

            enum CodingKeys: String, CodingKey { case list = "RecordingList" }
        }

        struct Recording: Decodable {
            let end: String
            let milliseconds: Int
            let id: String

            enum CodingKeys: String, CodingKey {
                case end = "EndReason"
                case milliseconds = "Milliseconds"
                case id = "RecordingId"
            }
        }

        let response: Response

        enum CodingKeys: String, CodingKey { case response = "Response" }
    }

    /// The bytes that a server has recorded so far.
    private static func writtenBytes(_ server: ServerProcess) async throws -> Int {
        let metrics = try await HTTPConnection.ask("/metrics", server).text
        let line = metrics.split(separator: "\n").first { $0.hasPrefix("ovation_recordings_written_bytes_total ") }
        return line.flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }.map { Int($0) } ?? 0
    }

    @Test func `a recording is whole after kill -9 of its server, and the live goes on in another one`() async throws {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        let arguments = ["--recording.mode", "all", "--recording.freeBytesMin", "0"]
        let server = try await ServerProcess.start(data: data, arguments: arguments)
        let stream = SampleStream()
        let host = try await Robot.host(server)
        let publisher = try await MediaClient.publisher(for: host, server)
        try await publisher.send(stream.initialisation())
        let fragments = (0..<3).map { stream.second($0) }
        for fragment in fragments { try await publisher.send(fragment) }
        let bytes = fragments.reduce(0) { $0 + $1.count }
        while try await Self.writtenBytes(server) < bytes {}
        await server.kill()

        let next = try await ServerProcess.start(data: data, port: server.port, arguments: arguments)
        let backend = RESTCaller(port: next.port)
        var recording: Listed.Recording?
        // The recordings are repaired beside the start.
        while recording?.end.isEmpty ?? true {
            let answer = try await backend.call("ovation_recording_srv/get_recordings", ["RoomId": "r1"])
            let json = try JSONSerialization.data(withJSONObject: answer)
            recording = try JSONDecoder().decode(Listed.self, from: json).response.list.first
        }
        #expect(recording?.end == "crash")
        #expect((2_950...3_050).contains(recording?.milliseconds ?? 0))
        let file = try Data(contentsOf: data.appendingPathComponent("recordings/\(recording?.id ?? "").mp4"))
        var (reader, parts) = (FragmentedMP4Reader(limits: .forReading), [MediaPart]())
        try reader.read(Array(file)[...], into: &parts)
        #expect(parts.count == 4, "a description and three fragments")
        #expect(await next.terminate().status == 0)
    }
}
