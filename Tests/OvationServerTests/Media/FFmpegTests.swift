import Foundation
import OvationTestKit
import Testing

@testable import OvationPictures

/// What is asked for its version in the place of ffmpeg may be any program.
@Suite(.timeLimit(.minutes(2)))
struct FFmpegTests {
    @Test(arguments: [
        #"echo "ffmpeg version 7.1 Copyright"; exec >&- sleep 600"#,
        #"exec yes "ffmpeg version 7.1 Copyright""#,
    ])
    func `a program that goes on after its answer, or answers without end, is known by what it said first`(
        work: String
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-ffmpeg-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("ffmpeg").path
        try TestProgram.write("#!/bin/sh\n\(work)\n", to: path)
        let finding = await FFmpeg(name: path).look()
        #expect(finding.isFit && finding.sentence.contains("7.1"), "\(finding.sentence)")
    }
}
