import OvationMedia
import OvationModel
import Testing

/// How a publisher's packets go from the media server to ffmpeg.
struct RTPForwardTests {
    private func answer(_ media: [String]) throws -> SessionDescription {
        try SessionDescription((["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0"] + media).joined(separator: "\r\n"))
    }

    private let sound = ["m=audio 9 UDP/TLS/RTP/SAVPF 109", "a=mid:a", "a=rtpmap:109 opus/48000/2"]
    private func picture(_ codec: String = "H264/90000", port: Int = 9) -> [String] {
        ["m=video \(port) UDP/TLS/RTP/SAVPF 102", "a=mid:v", "a=rtpmap:102 \(codec)"]
    }

    @Test func `sound and picture get payload types and ports of their own, in whatever order they come`() throws {
        for media in [sound + picture(), picture() + sound] {
            let forward = try RTPForward(answer: try answer(media))
            #expect(forward.streams.map(\.mid) == ["a", "v"])
            #expect(forward.streams.map(\.payloadType) == [111, 96])
            #expect(forward.streams.map(\.portOffset) == [0, 2])
            let text = forward.description(host: "127.0.0.1", firstPort: 21_008)
            #expect(text.contains("m=audio 21008 RTP/AVP 111\r\na=rtpmap:111 opus/48000/2\r\n"))
            #expect(text.contains("m=video 21010 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n"))
            #expect(text.contains("c=IN IP4 127.0.0.1\r\n"))
            #expect(throws: Never.self) { try SessionDescription(text) }
        }
    }

    @Test func `sound alone and a picture alone are forwarded`() throws {
        #expect(try RTPForward(answer: try answer(sound)).hasPicture == false)
        let alone = try RTPForward(answer: try answer(picture()))
        #expect(alone.hasPicture && alone.streams.count == 1)
        #expect(alone.description(host: "::1", firstPort: 4).contains("c=IN IP6 ::1"))
    }

    @Test(arguments: ["VP8/90000", "VP9/90000", "AV1/90000"])
    func `a picture that cannot be copied is named as such`(codec: String) throws {
        let answer = try answer(sound + picture(codec))
        #expect(throws: RTPForward.Obstacle.codecNotForwarded) { try RTPForward(answer: answer) }
    }

    @Test func `what the media server refused is not forwarded`() throws {
        #expect(try RTPForward(answer: try answer(sound + picture(port: 0))).hasPicture == false)
        let nothing = try answer(picture(port: 0))
        #expect(throws: RTPForward.Obstacle.nothingToForward) { try RTPForward(answer: nothing) }
    }

    @Test func `pauses before a restart grow to a minute, and begin anew after a good minute`() {
        var pause = RestartPause()
        let start = Timestamp(milliseconds: 0)
        let pauses = (0..<8).map { _ in pause.pause(began: start, ended: start.adding(seconds: 5)) }
        #expect(pauses == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
        #expect(pause.pause(began: start, ended: start.adding(seconds: 60)) == 1_000)
        #expect(pause.pause(began: start, ended: start.adding(seconds: 59)) == 2_000)
    }

    @Test(arguments: [
        ("ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers", true),
        ("ffmpeg version n7.1 Copyright", true), ("ffmpeg version N-118000-gabcdef Copyright", true),
        ("ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright", false), ("ffmpeg version 3.4", false),
    ])
    func `ffmpeg's version is read, and an old one is told apart`(output: String, isFit: Bool) {
        #expect(FFmpegVersion(output: output)?.isFit == isFit)
    }

    @Test(arguments: ["", "ffmpeg", "avconv version 12", "hello ffmpeg version 6"])
    func `what is not ffmpeg has no version`(output: String) {
        #expect(FFmpegVersion(output: output) == nil)
    }
}
