package import OvationModel
package import OvationRules

extension Rejection {
    /// What to tell an administrator whose refund was refused.
    package init(refused refusal: RefundRefusal) {
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
    package init(refused refusal: CorrectionRefusal) {
        switch refusal {
        case .movesNothing:
            self.init(.illegalParameter, "A correction moves at least one coin between two different accounts.")
        case .referenceUsed: self.init(.referenceConflict)
        case .overdrawn(let balance): self.init(.accountOverdrawn, "The account has \(balance) coins.")
        case .outOfRange: self.init(.illegalParameter, "The account would have more coins than there can be.")
        }
    }
}
