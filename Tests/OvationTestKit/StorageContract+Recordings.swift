import OvationModel
import OvationStorage

extension StorageContract {
    /// Recordings of pictures.
    static let recordings: [Clause] = [
        Clause("a recording is stored when it begins, and is what it was updated to last") { storage in
            var recording = sample("a")
            try expect(try await storage.recording(recording.id), is: nil)
            try expect(try await storage.commit(one: .recording(.begin(recording))), is: .recording(isThere: true))
            try expect(try await storage.recording(recording.id), is: recording)
            (recording.durationMilliseconds, recording.byteCount) = (61_000, 1 << 40)
            (recording.end, recording.endedAt) = (.crash, Samples.time.adding(seconds: 61))
            try expect(try await storage.commit(one: .recording(.update(recording))), is: .recording(isThere: true))
            try expect(try await storage.recording(recording.id), is: recording)
        },
        Clause("a deleted recording does not come back") { storage in
            let recording = sample("a")
            _ = try await storage.commit(one: .recording(.begin(recording)))
            try expect(
                try await storage.commit([
                    .recording(.delete(recording.id)), .recording(.update(recording)),
                    .recording(.keep(recording.id, true)), .recording(.delete(recording.id)),
                ]), is: [true, false, false, false].map { .recording(isThere: $0) })
            try expect(try await storage.recordings(RecordingQuery(.all, limit: 9)), is: [])
        },
        Clause("a recording that is kept does not give way, and does when it is let go") { storage in
            let recording = sample("a")
            _ = try await storage.commit(one: .recording(.begin(recording)))
            try expect(
                try await storage.commit([
                    .recording(.keep(recording.id, true)), .recording(.giveWay(recording.id)),
                    .recording(.keep(recording.id, false)), .recording(.giveWay(recording.id)),
                    .recording(.giveWay(recording.id)),
                ]), is: [true, false, true, true, false].map { .recording(isThere: $0) })
            try expect(try await storage.recordings(RecordingQuery(.all, limit: 9)), is: [])
        },
        Clause("whether a recording is kept is not what an update says") { storage in
            var recording = sample("a")
            _ = try await storage.commit([.recording(.begin(recording)), .recording(.keep(recording.id, true))])
            recording.byteCount = 7
            _ = try await storage.commit(one: .recording(.update(recording)))
            recording.isKept = true
            try expect(try await storage.recording(recording.id), is: recording)
        },
        Clause("recordings are listed newest first, of one live or of all, page by page") { storage in
            let recordings = [sample("a", of: "l1"), sample("b", of: "l2"), sample("c", of: "l1")]
            _ = try await storage.commit(recordings.map { .recording(.begin($0)) })
            func ids(_ live: LiveID?, after: Int64? = nil, limit: Int = 9) async throws -> [String] {
                try await storage.recordings(RecordingQuery(.all, live: live, after: after, limit: limit)).map {
                    $0.recording.id.rawValue
                }
            }
            try expect(try await ids(nil), is: ["c", "b", "a"])
            try expect(try await ids(Samples.id("l1")), is: ["c", "a"])
            try expect(try await ids(Samples.id("L1")), is: [])
            try expect(try await ids(nil, limit: 0), is: [])
            let first = try await storage.recordings(RecordingQuery(.all, limit: 1))
            try expect(try await ids(nil, after: first.last?.number, limit: 1), is: ["b"])
            try expect(try await ids(Samples.id("l1"), after: first.last?.number), is: ["a"])
        },
        Clause("recordings of one user's lives are found, page by page") { storage in
            let bobs = Samples.bob.userID
            let recordings = [
                sample("a"), sample("b", by: bobs), sample("c"), sample("d", by: bobs), sample("e", of: "l2", by: bobs),
            ]
            _ = try await storage.commit(recordings.map { .recording(.begin($0)) })
            func ids(_ user: UserID, of live: LiveID? = nil, after: Int64? = nil) async throws -> [String] {
                let query = RecordingQuery(.all, live: live, owner: user, after: after, limit: 2)
                return try await storage.recordings(query).map { $0.recording.id.rawValue }
            }
            try expect(try await ids(bobs), is: ["e", "d"])
            try expect(try await ids(bobs, of: Samples.id("l1")), is: ["d", "b"])
            let page = try await storage.recordings(RecordingQuery(.all, owner: bobs, limit: 2))
            try expect(try await ids(bobs, after: page.last?.number), is: ["b"])
            try expect(try await ids(Samples.alice.userID), is: ["c", "a"])
            try expect(try await ids(Samples.id("somebody")), is: [])
        },
        Clause("recordings under way and those that may be removed are found oldest first") { storage in
            var complete = [sample("a"), sample("b"), sample("c")]
            for index in complete.indices { complete[index].end = .liveEnded }
            _ = try await storage.commit(
                complete.map { .recording(.begin($0)) }
                    + [.recording(.begin(sample("d"))), .recording(.keep(complete[1].id, true))])
            func ids(_ choice: RecordingQuery.Choice, after: Int64? = nil) async throws -> [String] {
                try await storage.recordings(RecordingQuery(choice, after: after, limit: 9)).map {
                    $0.recording.id.rawValue
                }
            }
            try expect(try await ids(.underWay), is: ["d"])
            try expect(try await ids(.removable), is: ["a", "c"])
            let first = try await storage.recordings(RecordingQuery(.removable, limit: 1))
            try expect(try await ids(.removable, after: first.last?.number), is: ["c"])
        },
        Clause("the bytes of all recordings are added up") { storage in
            try expect(try await storage.recordingBytes(), is: 0)
            var (one, two) = (sample("a"), sample("b"))
            (one.byteCount, two.byteCount) = (1 << 42, 5)
            _ = try await storage.commit([.recording(.begin(one)), .recording(.begin(two))])
            try expect(try await storage.recordingBytes(), is: (1 << 42) + 5)
            _ = try await storage.commit(one: .recording(.delete(one.id)))
            try expect(try await storage.recordingBytes(), is: 5)
        },
    ]

    private static func sample(
        _ id: String, of live: String = "l1", by owner: UserID = Samples.alice.userID
    ) -> Recording {
        Recording(
            id: Samples.id(id), live: Samples.id(live), session: Samples.id("s1"), owner: owner,
            liveName: "A live with a \"name\" 🎥", isPublic: true, startedAt: Samples.time, codecs: "avc1.42E01F,opus",
            width: 640, height: 360)
    }
}
