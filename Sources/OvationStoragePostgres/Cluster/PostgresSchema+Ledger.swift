#if Cluster
    extension PostgresSchema {
        /// Double-entry bookkeeping; see ``LedgerNumber`` for how entries are numbered.
        ///
        /// The accounts `house`, `issuance` and `biller` have a row a lane (`house/1`), because every gift of every node changes them. They
        /// have the ids below ``LedgerNumber/accountsOfUsersMin``, and an index, so that their entries are found over all lanes. The
        /// entries of other accounts form chains, newest first, as in SQLite: an index would cost every order two more places.
        static let ledger = """
            CREATE TABLE account (
                id bigint PRIMARY KEY,
                name text NOT NULL UNIQUE,           -- user:…, host:…, house/1, issuance/1 or biller/1
                balance bigint NOT NULL,
                last_entry bigint NOT NULL,          -- the number of its newest entry
                board_total bigint NOT NULL DEFAULT 0,
                board_week bigint NOT NULL DEFAULT 0,
                board_week_coins bigint NOT NULL DEFAULT 0,
                board_day bigint NOT NULL DEFAULT 0,
                board_day_coins bigint NOT NULL DEFAULT 0,
                CHECK (balance >= 0 OR name LIKE 'issuance/%' OR name LIKE 'biller/%'),
                CHECK (balance BETWEEN -9007199254740991 AND 9007199254740991)
            ) WITH (fillfactor = 70);
            CREATE SEQUENCE account_id MINVALUE \(LedgerNumber.accountsOfUsersMin);

            CREATE TABLE transfer (
                id bigint PRIMARY KEY,
                kind text NOT NULL,
                reference text NOT NULL,
                at bigint NOT NULL,
                postings bigint NOT NULL CHECK (postings > 0)   -- how many entries it has
            );
            -- A gift's reference is unique because its order's key is.
            CREATE UNIQUE INDEX transfer_reference ON transfer (kind, reference) WHERE kind <> 'gift';

            CREATE TABLE entry (
                number bigint PRIMARY KEY,
                account bigint NOT NULL,
                transfer bigint NOT NULL,
                amount bigint NOT NULL,
                previous bigint                      -- the entry of the same account before this one
            );
            CREATE INDEX entry_of_lanes ON entry (account, number) WHERE account < \(LedgerNumber.accountsOfUsersMin);

            CREATE TABLE gift_order (
                id bigint PRIMARY KEY,               -- its transfer's id
                sender bigint NOT NULL,              -- an account's id
                order_id text NOT NULL,
                room bigint NOT NULL,                -- a room's id
                durable bigint NOT NULL,             -- the number of its event
                gift text NOT NULL,
                count bigint NOT NULL CHECK (count > 0),
                receivers text NOT NULL,             -- user ids, with commas between
                coins bigint NOT NULL CHECK (coins >= 0),
                balance bigint NOT NULL CHECK (balance >= 0),
                at bigint NOT NULL,
                UNIQUE (sender, order_id)
            );
            CREATE INDEX gift_order_room ON gift_order (room, at);

            CREATE TABLE adjustment (
                id bigint PRIMARY KEY REFERENCES transfer (id),
                kind text NOT NULL,                  -- refund or correction
                reference text NOT NULL,             -- the caller's own id
                gift_order bigint UNIQUE REFERENCES gift_order (id),   -- which order a refund takes back, once
                covered bigint NOT NULL,             -- coins that the house gave in the receivers' place
                done_by text,                        -- a user id; NULL for the server itself
                reason text NOT NULL,
                UNIQUE (kind, reference),
                CHECK ((kind = 'refund') = (gift_order IS NOT NULL))
            );

            -- The last row says whether gifts are halted.
            CREATE TABLE ledger_halt (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                at bigint NOT NULL,
                problems text,                       -- JSON array of sentences; NULL: gifting goes on
                done_by text                         -- the user id of the administrator who let it go on
            );

            CREATE TABLE board_calendar (
                id bigint PRIMARY KEY CHECK (id = 1),
                utc_offset_minutes bigint NOT NULL
            );
            """

        /// Orders that the app's own billing pays. A final state never changes, and orders are never deleted, because their ids may come
        /// again.
        static let billing = """
            CREATE TABLE billing_order (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                sender text NOT NULL,
                order_id text NOT NULL,
                content text NOT NULL,               -- JSON of the order as its live let it through
                state text NOT NULL,
                is_open boolean NOT NULL,            -- whether the state is not final
                attempts bigint NOT NULL,
                due bigint,                          -- when the server goes on with it; NULL: not by itself
                code bigint,                         -- with which the billing refused it
                message text NOT NULL,
                done_by text,                        -- the user id of the operator who resolved it
                updated_at bigint NOT NULL,
                slot bigint,                         -- which node works at it
                incarnation bigint,                  -- in which of its incarnations
                UNIQUE (sender, order_id),
                CHECK (is_open = (state NOT IN ('charged', 'rejected', 'cancelled', 'reversed')))
            );
            CREATE INDEX billing_order_open ON billing_order (id) WHERE is_open;
            CREATE INDEX billing_order_due ON billing_order (due) WHERE due IS NOT NULL;

            -- Addresses of senders, for as long as the billing may be asked. Orders are kept for ever, addresses are not.
            CREATE TABLE billing_order_origin (
                number bigint PRIMARY KEY,           -- the id of the billing_order
                address text NOT NULL,
                platform text NOT NULL
            );
            """

        /// What refuses to change or delete rows that are only ever added. The server's role lacks the right besides, where it is not the
        /// owner.
        static let guards = """
            CREATE FUNCTION only_added() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = '23001'; END $$;

            CREATE FUNCTION never_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'rows of % are never deleted', TG_TABLE_NAME USING ERRCODE = '23001'; END $$;

            CREATE FUNCTION account_stays() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'an account keeps its name' USING ERRCODE = '23001'; END $$;

            CREATE FUNCTION billing_order_stays() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF NOT OLD.is_open THEN
                    RAISE EXCEPTION 'the outcome of an order of the billing is never changed' USING ERRCODE = '23001';
                END IF;
                IF (OLD.id, OLD.sender, OLD.order_id, OLD.content) IS DISTINCT FROM
                    (NEW.id, NEW.sender, NEW.order_id, NEW.content) THEN
                    RAISE EXCEPTION 'an order of the billing keeps its content' USING ERRCODE = '23001';
                END IF;
                RETURN NEW;
            END $$;

            \(onlyAdded.map { table in
                """
                CREATE TRIGGER \(table)_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON \(table)
                    FOR EACH STATEMENT EXECUTE FUNCTION only_added();
                """
            }.joined(separator: "\n"))

            CREATE TRIGGER account_never_deleted BEFORE DELETE OR TRUNCATE ON account
                FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
            CREATE TRIGGER account_stays BEFORE UPDATE OF id, name ON account
                FOR EACH STATEMENT EXECUTE FUNCTION account_stays();
            CREATE TRIGGER billing_order_never_deleted BEFORE DELETE OR TRUNCATE ON billing_order
                FOR EACH STATEMENT EXECUTE FUNCTION never_deleted();
            CREATE TRIGGER billing_order_stays BEFORE UPDATE ON billing_order
                FOR EACH ROW EXECUTE FUNCTION billing_order_stays();
            """

        /// Tables of which rows are neither changed nor deleted.
        static let onlyAdded = ["transfer", "entry", "gift_order", "adjustment", "event"]
    }
#endif
