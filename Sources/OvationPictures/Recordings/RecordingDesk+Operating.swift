package import OvationModel
import OvationStorage
import OvationSupport
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

    /// One address has at most this part of the places, and at least one place.
    static let readersShare = 8

    /// Takes a place among those who are sent recordings; false where none is free, or the address has its share of them.
    ///
    /// - Parameter address: Where the player connects from; all whose address is unknown share one share.
    func takeReader(from address: AddressKey?) -> Bool {
        let count: Int? = state.withLock { state in
            let ofAddressMax = max(configuration.readersMax / Self.readersShare, 1)
            guard state.readers < configuration.readersMax, state.readersOf[address, default: 0] < ofAddressMax else {
                return nil
            }
            state.readers += 1
            state.readersOf[address, default: 0] += 1
            return state.readers
        }
        if let count { metrics.readers(count) }
        return count != nil
    }

    /// Gives the place back.
    func giveBackReader(from address: AddressKey?) {
        metrics.readers(
            state.withLock { state in
                state.readers -= 1
                let rest = state.readersOf[address, default: 1] - 1
                state.readersOf[address] = rest > 0 ? rest : nil
                return state.readers
            })
    }
}
