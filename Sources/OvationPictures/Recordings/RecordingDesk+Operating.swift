package import OvationModel
import OvationStorage
import Synchronization

// MARK: - What an operator decides

extension RecordingDesk {
    /// Records a start of a live from its next key frame on.
    package func begin(_ session: LiveSessionID) {
        state.withLock { state in
            state.asked.insert(session)
            state.stopped.remove(session)
        }
    }

    /// Records a start of a live no more. Returns when its recording is complete.
    ///
    /// - Returns: Whether one went on.
    package func stop(_ session: LiveSessionID) async throws -> Bool {
        state.withLock { state in
            state.asked.remove(session)
            state.stopped.insert(session)
        }
        return try await onQueue { [self] in
            let goesOn = writers[session] != nil
            finish(session, .stopped)
            return goesOn
        }
    }

    /// Whether this server writes a recording.
    func isUnderWay(_ id: RecordingID) async throws -> Bool {
        try await onQueue { [self] in writers.values.contains { $0.recording.id == id } }
    }

    /// Takes a place among those who are sent recordings; false where none is free.
    func takeReader() -> Bool {
        let count: Int? = state.withLock { state in
            guard state.readers < configuration.readersMax else { return nil }
            state.readers += 1
            return state.readers
        }
        if let count { metrics.readers(count) }
        return count != nil
    }

    /// Gives the place back.
    func giveBackReader() {
        metrics.readers(
            state.withLock { state in
                state.readers -= 1
                return state.readers
            })
    }
}
