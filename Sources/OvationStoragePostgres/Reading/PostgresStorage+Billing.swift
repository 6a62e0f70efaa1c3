#if Cluster
    public import OvationRules
    public import OvationStorage

    extension PostgresStorage {
        /// Returns an order of the app's own billing; see `Storage.billingOrder(_:)`.
        public func billingOrder(_ key: OrderKey) async throws -> BillingOrder? {
            try await read("an order of the billing") { try BillingOrder.one(key, $0) }
        }

        /// Returns orders of the app's own billing; see `Storage.billingOrders(_:)`.
        public func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder] {
            try await read("orders of the billing") { try BillingOrder.page(query, $0) }
        }
    }
#endif
