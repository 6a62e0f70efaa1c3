import OvationModel
import OvationRules
import OvationStorage

/// What administrators do to the books, over the REST API and the reconciliation of the app's own billing.
extension Node {
    /// Takes an order back and tells the sender's sessions what the wallet has now.
    ///
    /// - Throws: `orderNotFound`, `orderAlreadyRefunded`, `referenceConflict`, `refundNotCovered`, `storageUnavailable`.
    func refund(_ refund: Refund) async throws(Rejection) -> (order: RefundedOrder, balance: Coins, repeated: Bool) {
        switch try await keep(.refund(refund)) {
        case .refunded(let record, let balance, let repeated):
            if case .user(let user) = record.payer, !repeated { walletChanged(of: user, to: balance) }
            return (record, balance, repeated)
        case .refundRefused(let refusal): throw Rejection(refused: refusal)
        case let other: preconditionFailure("a refund is answered with its outcome, not with \(other)")
        }
    }

    /// Moves coins between two accounts and tells the sessions of the users whose wallets they are.
    ///
    /// - Throws: `illegalParameter`, `referenceConflict`, `accountOverdrawn`, `storageUnavailable`.
    func correct(_ correction: Correction) async throws(Rejection) -> (from: Coins, to: Coins, repeated: Bool) {
        switch try await keep(.correction(correction)) {
        case .corrected(let from, let to, let repeated):
            for (account, balance) in [(correction.from, from), (correction.to, to)] {
                if case .user(let user) = account, !repeated { walletChanged(of: user, to: balance) }
            }
            return (from, to, repeated)
        case .correctionRefused(let refusal): throw Rejection(refused: refusal)
        case let other: preconditionFailure("a correction is answered with its outcome, not with \(other)")
        }
    }

    /// Keeps a write that no room asks for.
    func keep(_ write: StorageWrite) async throws(Rejection) -> StorageOutcome {
        try await FirstOutcome.answer { journal.submit(write, on: shards[0].eventLoop, $0) }
    }
}

extension Rejection {
    /// What to tell an administrator whose refund was refused.
    init(refused refusal: RefundRefusal) {
        switch refusal {
        case .orderNotFound: self.init(.orderNotFound)
        case .alreadyRefunded: self.init(.orderAlreadyRefunded)
        case .referenceUsed: self.init(.referenceConflict)
        case .notCovered(let lacking):
            self.init(
                .refundNotCovered,
                "The receivers and the house together lack \(lacking) coins. Move coins to the house first.")
        case .outOfRange: self.init(.illegalParameter, "The payer would have more coins than there can be.")
        }
    }

    /// What to tell an administrator whose correction was refused.
    init(refused refusal: CorrectionRefusal) {
        switch refusal {
        case .movesNothing:
            self.init(.illegalParameter, "A correction moves at least one coin between two different accounts.")
        case .referenceUsed: self.init(.referenceConflict)
        case .overdrawn(let balance): self.init(.accountOverdrawn, "The account has \(balance) coins.")
        case .outOfRange: self.init(.illegalParameter, "The account would have more coins than there can be.")
        }
    }
}
