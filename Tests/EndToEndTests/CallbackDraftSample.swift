import OvationModel
import OvationStorage

/// Dead letters. A callback becomes one after a day of failed attempts, and no test waits for that.
enum CallbackDraftSample {
    static func draft(_ id: String) -> CallbackDraft {
        CallbackDraft(
            id: id, liveID: LiveID(unchecked: "r1"), command: "Live.CallbackAfterSetMetadata",
            at: Timestamp(milliseconds: 1_732_156_800_000),
            body: Array(#"{"CallbackCommand":"Live.CallbackAfterSetMetadata"}"#.utf8), clientAddress: "",
            clientPlatform: "RESTAPI")
    }

    /// Stores callbacks and gives each of them up.
    static func kill(_ drafts: [CallbackDraft], in storage: any Storage) async throws {
        guard let liveID = drafts.first?.liveID else { return }
        _ = try await storage.commit([.callbacks(drafts)])
        for callback in try await storage.callbacks(of: liveID, limit: drafts.count) {
            _ = try await storage.commit([
                .callbackChange(
                    .gaveUp(
                        liveID, number: callback.number, attempts: 10,
                        failure: "The backend answered with status 500; only 2xx is an answer.",
                        at: callback.draft.at.adding(seconds: 86_400), deadMax: 100))
            ])
        }
    }
}
