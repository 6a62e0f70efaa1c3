#if Cluster
    public import OvationModel
    public import OvationRules
    public import OvationStorage

    extension PostgresStorage {
        /// Returns an order of the app's own billing; see `Storage.billingOrder(_:)`.
        public func billingOrder(_ key: OrderKey) async throws -> BillingOrder? {
            try await read("an order of the billing") { [slot] in try BillingOrder.one(key, $0, slot: slot) }
        }

        /// Returns orders of the app's own billing; see `Storage.billingOrders(_:)`.
        public func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder] {
            try await read("orders of the billing") { [slot] in try BillingOrder.page(query, $0, slot: slot) }
        }

        /// Claims orders of the app's own billing; see `Storage.claimBillingOrders(in:dueBy:until:limit:)`.
        public func claimBillingOrders(
            in states: [BillingState], dueBy time: Timestamp, until: Timestamp, limit: Int
        ) async throws -> [BillingOrder] {
            // Most looks find nothing, and need no transaction.
            let query = BillingQuery(states: states, dueBy: time, limit: 1)
            guard try await !billingOrders(query).isEmpty else { return [] }
            return try await transact("claim orders of the billing") { batch in
                try BillingOrder.claim(states, dueBy: time, until: until, limit: limit, batch.db, seat: batch.seat)
            }
        }
    }
#endif
