#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    /// Rows that are only ever added, column by column: many rows of a table are one statement.
    struct WaitingRows {
        private var transfers = Transfers()
        private var entries = Entries()
        private var orders = Orders()
        private var events = Events()
        private var callbacks = Callbacks()

        private struct Transfers {
            var ids: [Int64] = []
            var kinds: [String] = []
            var references: [String] = []
            var times: [Int64] = []
            var postings: [Int] = []
        }

        private struct Entries {
            var numbers: [Int64] = []
            var accounts: [Int64] = []
            var transfers: [Int64] = []
            var amounts: [Int64] = []
            var previous: [Int64?] = []
        }

        private struct Orders {
            var ids: [Int64] = []
            var senders: [Int64] = []
            var orderIDs: [String] = []
            var rooms: [Int64] = []
            var durables: [Int64] = []
            var gifts: [String] = []
            var counts: [Int] = []
            var receivers: [String] = []
            var coins: [Int64] = []
            var balances: [Int64] = []
            var times: [Int64] = []
        }

        private struct Events {
            var ids: [Int64] = []
            var names: [String] = []
            var abouts: [String?] = []
            var times: [Int64] = []
            var data: [PostgresBytes] = []
        }

        private struct Callbacks {
            var ids: [String] = []
            var lives: [String] = []
            var commands: [String] = []
            var times: [Int64] = []
            var bodies: [PostgresBytes] = []
            var addresses: [String] = []
            var platforms: [String] = []
        }

        /// Adds a transfer with its entries, of which each has an account's id and the account's previous entry.
        mutating func add(
            _ transfer: Transfer, number: Int64,
            _ parts: [(entry: Int64, account: Int64, amount: Int64, previous: Int64?)]
        ) {
            transfers.ids.append(number)
            transfers.kinds.append(transfer.kind.rawValue)
            transfers.references.append(transfer.reference.storable)
            transfers.times.append(transfer.at.milliseconds)
            transfers.postings.append(parts.count)
            for part in parts {
                entries.numbers.append(part.entry)
                entries.accounts.append(part.account)
                entries.transfers.append(number)
                entries.amounts.append(part.amount)
                entries.previous.append(part.previous)
            }
        }

        /// Adds a charged order.
        mutating func add(_ record: SettledOrder, transfer: Int64, sender: Int64, room: Int64) {
            orders.ids.append(transfer)
            orders.senders.append(sender)
            orders.orderIDs.append(record.key.orderID.rawValue)
            orders.rooms.append(room)
            orders.durables.append(record.durable)
            orders.gifts.append(record.giftID.rawValue)
            orders.counts.append(record.count)
            orders.receivers.append(record.to.map(\.rawValue).joined(separator: ","))
            orders.coins.append(record.coins.amount)
            orders.balances.append(record.balance.amount)
            orders.times.append(record.at.milliseconds)
        }

        /// Adds an event.
        mutating func add(_ draft: EventDraft, room: Int64, durable: Int64) {
            events.ids.append(EventKey(room: room, durable: durable).id)
            events.names.append(draft.name)
            events.abouts.append(draft.about?.rawValue)
            events.times.append(draft.at.milliseconds)
            events.data.append(PostgresBytes(draft.data))
        }

        /// Adds a callback, and a lane for its live.
        mutating func add(_ draft: CallbackDraft) {
            callbacks.ids.append(draft.id)
            callbacks.lives.append(draft.liveID.rawValue)
            callbacks.commands.append(draft.command)
            callbacks.times.append(draft.at.milliseconds)
            callbacks.bodies.append(PostgresBytes(draft.body))
            callbacks.addresses.append(draft.clientAddress)
            callbacks.platforms.append(draft.clientPlatform)
        }

        /// Takes all rows, as statements that add them. Rows that others refer to come first.
        mutating func take() -> [PostgresStatement] {
            defer { self = WaitingRows() }
            var statements: [PostgresStatement] = []
            if !transfers.ids.isEmpty {
                statements.append(
                    PostgresStatement(
                        """
                        INSERT INTO transfer (id, kind, reference, at, postings)
                        SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
                        """, transfers.ids, transfers.kinds, transfers.references, transfers.times, transfers.postings)
                )
                statements.append(
                    PostgresStatement(
                        """
                        INSERT INTO entry (number, account, transfer, amount, previous)
                        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
                        """, entries.numbers, entries.accounts, entries.transfers, entries.amounts, entries.previous))
            }
            if !orders.ids.isEmpty {
                statements.append(
                    PostgresStatement(
                        """
                        INSERT INTO gift_order
                            (id, sender, order_id, room, durable, gift, count, receivers, coins, balance, at)
                        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[],
                            $6::text[], $7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[])
                        """, orders.ids, orders.senders, orders.orderIDs, orders.rooms, orders.durables, orders.gifts,
                        orders.counts, orders.receivers, orders.coins, orders.balances, orders.times))
            }
            if !events.ids.isEmpty {
                statements.append(
                    PostgresStatement(
                        """
                        INSERT INTO event (id, name, about, at, data)
                        SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bytea[])
                        """, events.ids, events.names, events.abouts, events.times, events.data))
            }
            if !callbacks.ids.isEmpty { statements += takeCallbacks() }
            return statements
        }

        private func takeCallbacks() -> [PostgresStatement] {
            [
                // The order of the rows is the order of their numbers.
                PostgresStatement(
                    """
                    INSERT INTO callback (id, live, command, at, body, client_address, client_platform)
                    SELECT id, live, command, at, body, address, platform
                    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bytea[], $6::text[], $7::text[])
                        WITH ORDINALITY AS u (id, live, command, at, body, address, platform, place)
                    ORDER BY place
                    """, callbacks.ids, callbacks.lives, callbacks.commands, callbacks.times, callbacks.bodies,
                    callbacks.addresses, callbacks.platforms),
                PostgresStatement(
                    """
                    INSERT INTO callback_lane (live, attempts, due_at) SELECT live, 0, 0 FROM unnest($1::text[]) AS u (live)
                    ON CONFLICT (live) DO NOTHING
                    """, Array(Set(callbacks.lives)).sorted()),
            ]
        }
    }
#endif
