import Foundation
import OvationModel
import OvationSupport
import OvationWire
import Testing

@testable import OvationNode

/// Uploads of covers, icons and effects, as they should be and as they should not.
@Suite(.timeLimit(.minutes(5)))
struct FileUploadTests {
    @Test func `an uploaded picture has an absolute address, and is served whole, in parts, and for a year`()
        async throws
    {
        try await FileStage.run { stage in
            let picture = FileStage.png(padding: 300_000)
            let answer = try await stage.upload(picture)
            #expect(answer.status == 201, "\(answer.text)")
            let url = try FileStage.url(answer)
            #expect(url.hasPrefix("https://live.example.com/v1/files/"))
            #expect(url.utf8.count <= 200)
            #expect(answer.text.contains(#""height":360,"type":"png""#))
            #expect(answer.text.contains(#""width":640"#))
            let path = try FileStage.path(answer)
            let served = try await HTTPConnection.ask(path, stage.server)
            #expect(served.status == 200)
            #expect(served.body == picture)
            #expect(served.headers["content-type"] == "image/png")
            #expect(served.headers["x-content-type-options"] == "nosniff")
            #expect(served.headers["cache-control"] == "public, max-age=31536000, immutable")
            #expect(served.headers["access-control-allow-origin"] == "*")
            #expect(served.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
            let tag = try #require(served.headers["etag"])
            #expect(try await HTTPConnection.ask(path, stage.server, headers: ["If-None-Match: \(tag)"]).status == 304)
            let part = try await HTTPConnection.ask(path, stage.server, headers: ["Range: bytes=131000-131100"])
            #expect(part.status == 206)
            #expect(part.body == Array(picture[131_000...131_100]))
            #expect(try await HTTPConnection.ask(path, stage.server, headers: ["Range: bytes=999999-"]).status == 416)
            let head = try await HTTPConnection.ask(path, stage.server, method: "HEAD")
            #expect(head.headers["content-length"] == "\(picture.count)")
            let other = path.replacingOccurrences(of: ".png", with: ".webp")
            for missing in [other, "/v1/files/../../secret", "/v1/files/x"] {
                #expect(try await HTTPConnection.ask(missing, stage.server).status == 404, "\(missing)")
            }
        }
    }

    @Test func `an uploaded effect is one that check_effect takes, and the same content has the same address`()
        async throws
    {
        try await FileStage.run(publicURL: nil) { stage in
            let effect = try FileStage.fixture("Web/gifts/castle.svga")
            let first = try await stage.upload(effect, "effect")
            #expect(first.status == 201, "\(first.text)")
            #expect(first.text.contains(#""type":"svga""#))
            let again = try await stage.upload(effect, "effect", by: "somebody")
            #expect(try FileStage.url(again) == FileStage.url(first))
            #expect(try FileStage.url(first).hasPrefix("http://127.0.0.1:\(stage.server.port)/v1/files/"))
            let served = try await HTTPConnection.ask(try FileStage.path(first), stage.server)
            #expect(served.body == effect)
            #expect(served.headers["content-type"] == "application/octet-stream")
            // It is looked at without the network, on which this address could not be reached.
            let url = try FileStage.url(first).replacingOccurrences(
                of: "http://127.0.0.1", with: "https://nowhere.invalid")
            let facts = try await stage.backend.response("ovation_gift_srv/check_effect", ["ResourceUrl": url])
            #expect(facts["FileBytes"] as? Int == effect.count)
            #expect(try await PlainHTTP.metric("ovation_uploads", port: stage.server.port) == 0)
        }
    }

    @Test func `a ticket lets one upload in: not a second one, not another kind, not when it has expired or is forged`()
        async throws
    {
        let clock = StoppedClock()
        try await FileStage.run(clock: clock) { stage in
            let ticket = try await stage.ticket()
            #expect(try await stage.post(FileStage.png(), to: ticket).status == 201)
            let twice = try await stage.post(FileStage.png(), to: ticket)
            #expect(twice.status == 403)
            #expect(twice.errorCode == 110_351)
            let forged = try await stage.ticket().replacingOccurrences(of: ".host.", with: ".viewer.")
            let cut = String(try await stage.ticket().dropLast())
            let promoted = try await stage.ticket().replacingOccurrences(of: ".picture.", with: ".effect.")
            let late = try await stage.ticket()
            clock.advance(seconds: Int64(Limits().uploadTicketSeconds))
            for wrong in [forged, cut, promoted, late, "/v1/files?ticket=", "/v1/files"] {
                let refused = try await stage.post(FileStage.png(salt: "x"), to: wrong)
                #expect(refused.errorCode == 110_351, "\(wrong)")
            }
            // A ticket of a publisher opens another door.
            let host = try await Robot.host(stage.server)
            let publishing = try await host.ask(.publishPicture)
            let key = try #require(publishing.url.split(separator: "=").last)
            #expect(try await stage.post(FileStage.png(), to: "/v1/files?ticket=\(key)").errorCode == 110_351)
            // As a bearer token it lets in too.
            let bearer = try #require(try await stage.ticket().split(separator: "=").last)
            let posted = try await stage.post(
                FileStage.png(), to: "/v1/files", headers: ["Authorization: Bearer \(bearer)"])
            #expect(posted.status == 201)
        }
    }

    @Test func `a host uploads a cover before there is a live, and only so many in an hour`() async throws {
        var limits = Limits()
        limits.userUploadsBurst = 2
        try await FileStage.run(limits: limits) { stage in
            let host = try await Robot.host(stage.server)
            let ticket = try await host.ask(.uploadTicket)
            #expect(ticket.bytesMax == Limits().uploadPictureBytesMax)
            #expect(ticket.url.contains(".picture."))
            let cover = try await stage.post(FileStage.png(1_280, 720), to: ticket.url)
            #expect(cover.status == 201, "\(cover.text)")
            // A ticket for a cover lets no effect in.
            let second = try await host.ask(.uploadTicket)
            let effect = try await stage.post(try FileStage.fixture("Web/gifts/castle.svga"), to: second.url)
            #expect(effect.errorCode == 110_353)
            #expect(try await host.refusal(of: .uploadTicket).code == .uploadsTooFrequent)
        }
    }

    @Test func `the content decides a file's type, and SVG is always refused`() async throws {
        try await FileStage.run { stage in
            let script = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>".utf8)
            for (bytes, kind) in [
                (script, "picture"), (Array("<!doctype html><script>alert(1)</script>".utf8), "picture"),
                (Array("\u{89}PNG\r\n\u{1A}\n<script>".utf8), "picture"), (Array("GIF89a".utf8), "picture"),
                ([], "picture"),
                (try FileStage.fixture("Web/gifts/castle.svga"), "picture"), (FileStage.png(), "effect"),
                (script, "effect"),
            ] {
                let refused = try await stage.post(
                    bytes, to: try await stage.ticket(kind), headers: ["Content-Type: image/png"])
                #expect(refused.status == 415, "\(refused.text)")
                #expect(refused.errorCode == 110_353)
            }
        }
    }

    @Test func `a picture of 30,000 × 30,000 pixels and an effect that inflates to a gigabyte are refused`()
        async throws
    {
        try await FileStage.run { stage in
            let picture = try await stage.upload(FileStage.png(30_000, 30_000))
            #expect(picture.status == 422)
            #expect(picture.errorCode == 110_354)
            #expect(picture.text.contains("4096"))
            // A tenth of a gigabyte, so that the test itself does not need one; the limit is 32 MiB.
            let effect = try await stage.upload(FileStage.bomb(inflatedBytes: 100_000_000), "effect")
            #expect(effect.status == 422, "\(effect.text)")
            #expect(effect.errorCode == 110_354)
            #expect(try await stage.upload(FileStage.png()).status == 201)
        }
    }

    @Test func `a file that is too large is refused before it comes, or as soon as it is`() async throws {
        var limits = Limits()
        limits.uploadPictureBytesMax = 10_000
        try await FileStage.run(limits: limits) { stage in
            let ticket = try await stage.ticket()
            let named = try await HTTPConnection.open(stage.server)
            try await named.send(ticket, method: "POST", headers: ["Content-Length: 1000000000"])
            let refused = try #require(await named.answer())
            #expect(refused.status == 413)
            #expect(refused.errorCode == 110_352)
            // It was not used up: nothing was uploaded.
            let unnamed = try await HTTPConnection.open(stage.server)
            try await unnamed.send(ticket, method: "POST", headers: ["Transfer-Encoding: chunked"])
            for _ in 0..<3 { try await unnamed.send(chunk: Array(repeating: 0x89, count: 4_000)) }
            #expect(await unnamed.answer()?.errorCode == 110_352)
            #expect(try await stage.post(FileStage.png(), to: ticket).errorCode == 110_351)
        }
    }

    @Test func `a cover that trickles is given up, and the memory of uploads is bounded`() async throws {
        let clock = StoppedClock()
        try await FileStage.run(clock: clock) { stage in
            let slow = try await trickle(stage, user: "host")
            let second = try await trickle(stage, user: "host")
            // One user has two uploads at a time, and others are not kept waiting by them.
            let third = try await stage.upload(FileStage.png())
            #expect(third.status == 503)
            #expect(third.errorCode == 110_358)
            #expect(try await stage.upload(FileStage.png(), by: "viewer").status == 201)
            // Each part comes in time, and all of them never do.
            clock.advance(seconds: Int64(Limits().uploadSecondsMax) + 1)
            for connection in [slow, second] {
                try await connection.raw.send(bytes: [0])
                let refused = try #require(await connection.answer())
                #expect(refused.status == 408)
                #expect(refused.errorCode == 110_357)
            }
            #expect(try await stage.upload(FileStage.png()).status == 201)
        }
    }

    @Test func `an upload of a byte every six seconds is given up long before its time is over`() async throws {
        let clock = StoppedClock()
        try await FileStage.run(clock: clock) { stage in
            let slow = try await trickle(stage, user: "host")
            var sent = 1
            func arrived() async throws {
                while try await PlainHTTP.metric("ovation_upload_bytes_total", port: stage.server.port) < sent {}
            }
            try await arrived()
            for _ in 0..<2 {
                clock.advance(seconds: Int64(Limits().uploadPaceSeconds) + 1)
                try await slow.raw.send(bytes: [0])
                sent += 1
                try await arrived()
            }
            #expect(await slow.answer()?.errorCode == 110_357)
            #expect(clock.server.monotonic().seconds < Int64(Limits().uploadSecondsMax))
        }
    }

    @Test func `one address with many users takes no more than its part of the places`() async throws {
        var limits = Limits()
        limits.addressUploadsMax = 2
        try await FileStage.run(limits: limits) { stage in
            let first = try await trickle(stage, user: "one")
            let second = try await trickle(stage, user: "two")
            let refused = try await stage.upload(FileStage.png(), by: "three")
            #expect(refused.status == 503)
            #expect(refused.errorCode == 110_358)
            for connection in [first, second] { await connection.raw.cut() }
            while try await PlainHTTP.metric("ovation_uploads", port: stage.server.port) > 0 {}
            #expect(try await stage.upload(FileStage.png(), by: "three").status == 201)
        }
    }

    @Test func `a disk with too little free space takes no file, and says what to do`() async throws {
        var limits = Limits()
        limits.filesFreeMebibytesMin = 1 << 30
        try await FileStage.run(limits: limits) { stage in
            let refused = try await stage.upload(FileStage.png())
            #expect(refused.status == 507)
            #expect(refused.errorCode == 110_385)
            #expect(refused.text.contains("limits.filesFreeMebibytesMin"))
        }
    }

    @Test func `files that fill the room and that nothing names give way, soon after an upload found none`()
        async throws
    {
        var limits = Limits()
        (limits.filesMebibytesMax, limits.userFilesPercentMax, limits.fileReferenceHours) = (1, 50, 0)
        let clock = StoppedClock()
        try await FileStage.run(limits: limits, clock: clock) { stage in
            func upload(_ salt: String) async throws -> HTTPConnection.Answer {
                try await stage.upload(FileStage.png(salt: salt, padding: 130_000), by: "user\(salt)")
            }
            var addresses: [String] = []
            for salt in ["a", "b", "c", "d"] { addresses.append(try FileStage.path(try await upload(salt))) }
            var answer = try await upload("e")
            #expect(answer.errorCode == 110_356)
            // The server looks for room at most once a minute.
            for _ in 0..<1_000 where answer.status != 201 {
                clock.advance(seconds: 61)
                answer = try await upload("e")
            }
            #expect(answer.status == 201, "\(answer.text)")
            var gone = 0
            for address in addresses {
                if try await HTTPConnection.ask(address, stage.server).status == 404 { gone += 1 }
            }
            #expect(gone > 0)
        }
    }

    /// An upload that has begun and goes on. It is under way when this returns.
    private func trickle(_ stage: FileStage, user: String) async throws -> HTTPConnection {
        let connection = try await HTTPConnection.open(stage.server)
        try await connection.send(
            try await stage.ticket(for: user), method: "POST",
            headers: ["Content-Length: 1000000", "Expect: 100-continue"])
        #expect(await connection.raw.readHead() == "HTTP/1.1 100 Continue")
        try await connection.raw.send(bytes: [0x89])
        return connection
    }

    @Test func `a quota of one user is one user's, and that of all is everybody's`() async throws {
        var limits = Limits()
        limits.userFilesMax = 2
        limits.filesMebibytesMax = 1
        limits.userFilesPercentMax = 100
        try await FileStage.run(limits: limits) { stage in
            for salt in ["a", "b"] { #expect(try await stage.upload(FileStage.png(salt: salt)).status == 201) }
            let third = try await stage.upload(FileStage.png(salt: "c"))
            #expect(third.status == 403)
            #expect(third.errorCode == 110_355)
            // What is there already takes no more room.
            #expect(try await stage.upload(FileStage.png(salt: "a")).status == 201)
            #expect(try await stage.upload(FileStage.png(salt: "d", padding: 900_000), by: "viewer").status == 201)
            let full = try await stage.upload(FileStage.png(salt: "e", padding: 200_000), by: "viewer")
            #expect(full.status == 507)
            #expect(full.errorCode == 110_356)
        }
    }

    @Test func `an administrator deletes a file by its address, and its room is free again`() async throws {
        var limits = Limits()
        limits.userFilesMax = 1
        try await FileStage.run(limits: limits) { stage in
            let answer = try await stage.upload(FileStage.png())
            let command = "ovation_file_srv/delete_file"
            let url = try FileStage.url(answer)
            #expect(try await stage.backend.response(command, ["FileURL": url])["WasThere"] as? Bool == true)
            #expect(try await stage.backend.response(command, ["FileURL": url])["WasThere"] as? Bool == false)
            #expect(try await stage.backend.code(command, ["FileURL": "../../secret"]) == 100_002)
            #expect(try await HTTPConnection.ask(FileStage.path(answer), stage.server).status == 404)
        }
    }

    @Test func `a page of a foreign origin uploads nothing, and one of an allowed origin reads the answer`()
        async throws
    {
        try await FileStage.run(allowedOrigins: ["https://app.example.com"]) { stage in
            let foreign = try await stage.post(
                FileStage.png(), to: try await stage.ticket(), headers: ["Origin: https://evil.example.com"])
            #expect(foreign.status == 403)
            #expect(foreign.headers["access-control-allow-origin"] == nil)
            let allowed = try await stage.post(
                FileStage.png(), to: try await stage.ticket(), headers: ["Origin: https://app.example.com"])
            #expect(allowed.status == 201)
            #expect(allowed.headers["access-control-allow-origin"] == "https://app.example.com")
            let asked = try await HTTPConnection.ask(
                "/v1/files", stage.server, method: "OPTIONS", headers: ["Origin: https://app.example.com"])
            #expect(asked.headers["access-control-allow-methods"] == "POST")
        }
    }
}
