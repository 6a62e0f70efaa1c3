import OvationBackend
package import OvationModel
package import OvationRules
package import OvationStorage
import OvationSupport

/// What administrators do to the books, over the REST API and the reconciliation of the app's own billing.
extension NodeServices {
    /// Takes an order back and tells the sender's sessions what the wallet has now.
    ///
    /// - Throws: `orderNotFound`, `orderAlreadyRefunded`, `referenceConflict`, `refundNotCovered`, `storageUnavailable`.
    package func refund(_ refund: Refund) async throws(Rejection) -> (
        order: RefundedOrder, balance: Coins, repeated: Bool
    ) {
        switch try await keep(.refund(refund)) {
        case .refunded(let record, let balance, let repeated):
            if case .user(let user) = record.payer, !repeated { walletChanged(user, balance) }
            return (record, balance, repeated)
        case .refundRefused(let refusal): throw Rejection(refused: refusal)
        case let other: preconditionFailure("a refund is answered with its outcome, not with \(other)")
        }
    }

    /// Moves coins between two accounts and tells the sessions of the users whose wallets they are.
    ///
    /// - Throws: `illegalParameter`, `referenceConflict`, `accountOverdrawn`, `storageUnavailable`.
    package func correct(_ correction: Correction) async throws(Rejection) -> (from: Coins, to: Coins, repeated: Bool) {
        switch try await keep(.correction(correction)) {
        case .corrected(let from, let to, let repeated):
            for (account, balance) in [(correction.from, from), (correction.to, to)] {
                if case .user(let user) = account, !repeated { walletChanged(user, balance) }
            }
            return (from, to, repeated)
        case .correctionRefused(let refusal): throw Rejection(refused: refusal)
        case let other: preconditionFailure("a correction is answered with its outcome, not with \(other)")
        }
    }

    /// Keeps a write that no room asks for.
    package func keep(_ write: StorageWrite) async throws(Rejection) -> StorageOutcome {
        try await FirstOutcome.answer { journal.submit(write, on: eventLoops[0], $0) }
    }
}
