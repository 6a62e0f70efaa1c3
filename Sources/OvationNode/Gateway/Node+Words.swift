import OvationBackend
package import OvationModel
import OvationRules
import OvationStorage

extension Node {
    /// Keeps the words that the whole app looks for, then looks for them.
    package func setWords(_ words: [FilterWord]) async throws(Rejection) {
        if let rejection = FieldRules.rejection(of: words, countMax: limits.wordFilterWordsMax, limits: limits) {
            throw rejection
        }
        let list = WordShelf.Prepared(words)
        let result: Result<StorageOutcome, Rejection> = await withCheckedContinuation { continuation in
            services.journal.submit(.words(words), on: shards[0].eventLoop) { result in
                // Here, where answers come in the order of their writes: the last list that is kept is the one in force.
                if case .success(.version(let version)) = result {
                    self.services.words.replace(list, storedVersion: version)
                }
                continuation.resume(returning: result)
            }
        }
        _ = try result.get()
    }
}
