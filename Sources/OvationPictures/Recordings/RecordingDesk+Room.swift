import Logging
import OvationBackend
import OvationMedia
package import OvationModel
import OvationObservability
import OvationStorage
import OvationSupport

/// How a recording that is asked for cannot be had.
package enum RecordingProblem: Error, Equatable {
    /// There is none with this id.
    case notFound
    /// It still goes on.
    case underWay
}

// MARK: - Removing

extension RecordingDesk {
    /// How many recordings are removed at once for want of room, at most.
    private static let removedMax = 100

    /// Removes what is too old, and the oldest where there is too much.
    func makeRoom() async {
        do {
            try await rowsAreStored()
            var bytes = try await storage.recordingBytes()
            metrics.stored(bytes: bytes)
            let now = clock.wall()
            let oldest = try await storage.recordings(RecordingQuery(.removable, limit: Self.removedMax))
            for entry in oldest {
                let recording = entry.recording
                let isOld =
                    configuration.daysMax > 0
                    && now.milliseconds(since: recording.startedAt) > Int64(configuration.daysMax) * 86_400_000
                let isDiskFull = try await self.isDiskFull()
                let isTooMuch = bytes > Int64(configuration.bytesTotalMax) || isDiskFull
                guard isOld || isTooMuch else { break }
                // Somebody may have kept it since it was listed.
                guard try await removeRow(.giveWay(recording.id)) else { continue }
                try await removeFile(recording.id)
                metrics.removed(isOld ? .age : .room)
                bytes -= recording.byteCount
                logger.info(
                    "a recording was removed",
                    metadata: [
                        LogKeys.roomID: "\(recording.live)", LogKeys.recordingID: "\(recording.id)",
                        LogKeys.mediaReason: isOld ? "recording.daysMax" : "recording.bytesTotalMax",
                    ])
            }
            // Where nothing can give way any more, there is what is kept for good, and what goes on.
            try await set(hasRoom: bytes <= Int64(configuration.bytesTotalMax))
        } catch {
            logger.warning("recordings could not be looked through", metadata: [LogKeys.error: "\(error)"])
        }
    }

    private func isDiskFull() async throws -> Bool {
        try await onQueue { [self] in try folder.freeBytes() < Int64(configuration.freeBytesMin) }
    }

    /// Deletes a row. Returns whether there was one.
    private func removeRow(_ write: RecordingWrite) async throws -> Bool {
        let outcome = try await keep(write)
        return outcome == .recording(isThere: true)
    }

    private func removeFile(_ id: RecordingID) async throws {
        try await onQueue { [self] in try folder.remove(id) }
    }

    /// Deletes a recording that an operator names. Players that are being sent it get it to its end.
    package func delete(_ id: RecordingID) async throws {
        guard let recording = try await storage.recording(id) else { throw RecordingProblem.notFound }
        if !recording.isComplete { try await repair(recording) }
        // The row first: a file without a row is removed with the next start, a row without a file would be shown.
        guard try await removeRow(.delete(id)) else { throw RecordingProblem.notFound }
        try await removeFile(id)
        metrics.removed(.asked)
    }

    /// Deletes the recordings of a user's lives with their files, those that are to stay, too. One that still goes on stays.
    ///
    /// - Parameters:
    ///   - owners: The user's id, and what the rows say in its place by now.
    ///   - isLate: Whether to stop, and go on with another call. Asked after the first deletion only, so that every call deletes one.
    /// - Returns: Whether all were looked at.
    package func deleteAll(of owners: [UserID], isLate: () -> Bool) async throws -> Bool {
        // What ended a moment ago may still have to be written.
        try await onQueue {}
        try await rowsAreStored()
        var deletedCount = 0
        for owner in owners {
            var after: Int64?
            while true {
                let page = try await storage.recordings(
                    RecordingQuery(.all, owner: owner, after: after, limit: Self.removedMax))
                for entry in page {
                    if deletedCount > 0, isLate() { return false }
                    do {
                        try await delete(entry.recording.id)
                        deletedCount += 1
                    } catch is RecordingProblem {
                        // Somebody else deleted it, or it still goes on.
                    }
                }
                guard let last = page.last, page.count == Self.removedMax else { break }
                after = last.number
            }
        }
        return true
    }

    /// Sets whether a recording stays, whatever its age and however full the disk is.
    package func keep(_ id: RecordingID, _ isKept: Bool) async throws {
        guard try await keep(.keep(id, isKept)) == .recording(isThere: true) else { throw RecordingProblem.notFound }
    }
}

// MARK: - After a crash

extension RecordingDesk {
    /// How many recordings are looked at in one reading.
    private static let pageMax = 100

    /// Completes recordings whose server was killed, and removes files that belong to none.
    package func repair() async {
        do {
            var after: Int64?
            while true {
                let page = try await storage.recordings(RecordingQuery(.underWay, after: after, limit: Self.pageMax))
                for entry in page {
                    do {
                        try await repair(entry.recording)
                    } catch RecordingProblem.underWay {
                        // Another server writes it.
                    } catch {
                        complain(error, about: entry.recording.id)
                    }
                }
                guard let last = page.last, page.count == Self.pageMax else { break }
                after = last.number
            }
            try await removeOrphans()
        } catch {
            logger.warning("recordings could not be repaired", metadata: [LogKeys.error: "\(error)"])
        }
    }

    /// Completes a recording that nobody writes any more. One without anything in it is deleted. One whose file is not in this folder
    /// stays as it is: a server with another folder may write it.
    ///
    /// - Throws: ``RecordingProblem/underWay`` while a server writes it.
    func repair(_ recording: Recording) async throws {
        let outcome: RecordingRepair.Outcome
        do {
            outcome = try await onQueue { [self] in try RecordingRepair(folder).complete(recording) }
        } catch RecordingFault.inUse {
            throw RecordingProblem.underWay
        }
        let repaired: Recording
        switch outcome {
        case .complete(let recording): repaired = recording
        case .empty:
            _ = try await removeRow(.delete(recording.id))
            return try await removeFile(recording.id)
        case .noFile:
            return logger.warning(
                "a recording under way has no file in this folder; delete_recording removes it where its server is gone",
                metadata: [
                    LogKeys.roomID: "\(recording.live)", LogKeys.recordingID: "\(recording.id)",
                    LogKeys.mediaReason: "recording.directory",
                ])
        }
        metrics.ended(.crash)
        logger.notice(
            "a recording was completed after a crash",
            metadata: [LogKeys.roomID: "\(repaired.live)", LogKeys.recordingID: "\(repaired.id)"])
        try await onQueue { [self] in store(repaired) }
    }

    private func removeOrphans() async throws {
        for id in try await onQueue({ [self] in try folder.list() }) where try await storage.recording(id) == nil {
            do {
                try await onQueue { [self] in
                    // A file whose row is not stored yet belongs to the server that writes it.
                    guard let file = try folder.takeOver(id) else { return }
                    defer { file.close() }
                    try folder.remove(id)
                }
            } catch RecordingFault.inUse {
                continue
            } catch {
                complain(error, about: id)
            }
        }
    }

    private func complain(_ error: any Error, about id: RecordingID) {
        logger.warning(
            "a recording could not be repaired",
            metadata: [LogKeys.recordingID: "\(id)", LogKeys.error: "\(error)"])
    }
}
