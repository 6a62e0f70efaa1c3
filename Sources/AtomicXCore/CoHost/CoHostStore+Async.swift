public import Foundation

// `exitHostConnection` has no second method without a completion. Its completion has a default, so `exitHostConnection()` in an app's
// asynchronous function would mean the second one, and would no longer compile without `await`.
extension CoHostStore {
    /// Asks another host for a connection. See ``requestHostConnection(targetHost:layoutTemplate:timeout:extraInfo:completion:)``.
    public func requestHostConnection(
        targetHost liveId: String, layoutTemplate: CoHostLayoutTemplate, timeout: TimeInterval, extraInfo: String = ""
    ) async throws(ErrorInfo) {
        try await awaitCompletion {
            requestHostConnection(
                targetHost: liveId, layoutTemplate: layoutTemplate, timeout: timeout, extraInfo: extraInfo,
                completion: $0)
        }
    }

    /// Cancels a request. See ``cancelHostConnection(toHostLiveID:completion:)``.
    public func cancelHostConnection(toHostLiveID: String) async throws(ErrorInfo) {
        try await awaitCompletion { cancelHostConnection(toHostLiveID: toHostLiveID, completion: $0) }
    }

    /// Accepts a request. See ``acceptHostConnection(fromHostLiveID:completion:)``.
    public func acceptHostConnection(fromHostLiveID: String) async throws(ErrorInfo) {
        try await awaitCompletion { acceptHostConnection(fromHostLiveID: fromHostLiveID, completion: $0) }
    }

    /// Rejects a request. See ``rejectHostConnection(fromHostLiveID:completion:)``.
    public func rejectHostConnection(fromHostLiveID: String) async throws(ErrorInfo) {
        try await awaitCompletion { rejectHostConnection(fromHostLiveID: fromHostLiveID, completion: $0) }
    }

    /// Mutes the host of a connected live for the user and their viewers. See ``muteRemoteHostAudio(liveID:isMuted:completion:)``.
    public func muteRemoteHostAudio(liveID: String, isMuted: Bool) async throws(ErrorInfo) {
        try await awaitCompletion { muteRemoteHostAudio(liveID: liveID, isMuted: isMuted, completion: $0) }
    }

    /// Fetches a page of candidates. See ``getCoHostCandidates(cursor:completion:)``.
    public func getCoHostCandidates(cursor: String) async throws(ErrorInfo) {
        try await awaitCompletion { getCoHostCandidates(cursor: cursor, completion: $0) }
    }
}
