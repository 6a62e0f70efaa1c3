#if Cluster
    extension PostgresSchema {
        /// Erasures that have begun and are not done, and what lets them change rows that nothing else may change: exactly the columns with
        /// ids, names and texts, in rows that name a user whose erasure has begun. The server's role has the right to those columns alone;
        /// see ``grant(to:_:)``.
        static let erasure = """
            CREATE TABLE erasure (
                user_id text PRIMARY KEY,
                alias text NOT NULL,
                begun_at bigint NOT NULL,
                part bigint NOT NULL,                -- an ErasurePart
                place bigint NOT NULL,               -- how far the part is
                changed bigint NOT NULL              -- rows that were changed or deleted so far
            );

            -- By which the rows of a user are found.
            CREATE INDEX room_owner ON room (owner_id);
            CREATE INDEX room_admin_user ON room_admin (user_id);
            CREATE INDEX moderation_user ON moderation (user_id) WHERE user_id IS NOT NULL;
            CREATE INDEX moderation_done_by ON moderation (done_by) WHERE done_by IS NOT NULL;

            -- By which rows are found that are older than they may be.
            CREATE INDEX moderation_at ON moderation (at);
            CREATE INDEX event_pinned ON event (id) WHERE name = 'barrage.pinned' AND length(data) > 13;

            \(rowGuard("event", """
                (NEW.id, NEW.name, NEW.at) IS NOT DISTINCT FROM (OLD.id, OLD.name, OLD.at) AND (EXISTS (
                    SELECT 1 FROM erasure WHERE OLD.about = user_id
                        OR position(convert_to('"' || user_id || '"', 'UTF8') IN OLD.data) > 0
                        OR (OLD.name IN ('room.updated', 'room.ended')
                            AND (SELECT owner_id FROM room WHERE room.id = OLD.id >> 32) = alias))
                        -- The texts of pinned messages of a live that is over may go.
                        OR (OLD.name = 'barrage.pinned' AND NEW.about IS NOT DISTINCT FROM OLD.about
                            AND NEW.data = convert_to('{"pinned":[]}', 'UTF8')
                            AND (SELECT ended_at FROM room WHERE room.id = OLD.id >> 32) IS NOT NULL))
                """))
            \(rowGuard("transfer", """
                (NEW.id, NEW.kind, NEW.at, NEW.postings) IS NOT DISTINCT FROM (OLD.id, OLD.kind, OLD.at, OLD.postings)
                    AND EXISTS (SELECT 1 FROM erasure WHERE \(renamedReference))
                """))
            \(rowGuard("adjustment", """
                (NEW.id, NEW.kind, NEW.gift_order, NEW.covered, NEW.done_by, NEW.reason) IS NOT DISTINCT FROM
                    (OLD.id, OLD.kind, OLD.gift_order, OLD.covered, OLD.done_by, OLD.reason)
                    AND EXISTS (SELECT 1 FROM erasure WHERE \(renamedRequest))
                """))
            \(rowGuard("gift_order", """
                (NEW.id, NEW.sender, NEW.order_id, NEW.room, NEW.durable, NEW.gift, NEW.count, NEW.coins, NEW.balance,
                    NEW.at) IS NOT DISTINCT FROM (OLD.id, OLD.sender, OLD.order_id, OLD.room, OLD.durable, OLD.gift,
                    OLD.count, OLD.coins, OLD.balance, OLD.at)
                    AND EXISTS (SELECT 1 FROM erasure
                        WHERE position(',' || user_id || ',' IN ',' || OLD.receivers || ',') > 0)
                """))

            DROP TRIGGER account_stays ON account;
            CREATE OR REPLACE FUNCTION account_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = ovation AS $$
            BEGIN
                IF NEW.id = OLD.id AND (NEW.name = OLD.name OR EXISTS (SELECT 1 FROM erasure
                    WHERE (OLD.name = 'user:' || user_id AND NEW.name = 'user:' || alias)
                        OR (OLD.name = 'host:' || user_id AND NEW.name = 'host:' || alias))) THEN
                    RETURN NEW;
                END IF;
                RAISE EXCEPTION 'an account keeps its name' USING ERRCODE = '23001';
            END $$;
            CREATE TRIGGER account_stays BEFORE UPDATE OF id, name ON account
                FOR EACH ROW EXECUTE FUNCTION account_stays();

            CREATE OR REPLACE FUNCTION billing_order_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = ovation
            AS $$
            BEGIN
                IF NOT OLD.is_open AND (NEW.id, NEW.order_id, NEW.state, NEW.is_open, NEW.attempts, NEW.due, NEW.code,
                    NEW.updated_at) IS NOT DISTINCT FROM (OLD.id, OLD.order_id, OLD.state, OLD.is_open, OLD.attempts,
                    OLD.due, OLD.code, OLD.updated_at) AND EXISTS (SELECT 1 FROM erasure WHERE OLD.sender = user_id
                        OR position('"' || user_id || '"' IN OLD.content) > 0) THEN
                    RETURN NEW;
                END IF;
                IF NOT OLD.is_open THEN
                    RAISE EXCEPTION 'the outcome of an order of the billing is never changed' USING ERRCODE = '23001';
                END IF;
                IF (OLD.id, OLD.sender, OLD.order_id, OLD.content) IS DISTINCT FROM
                    (NEW.id, NEW.sender, NEW.order_id, NEW.content) THEN
                    RAISE EXCEPTION 'an order of the billing keeps its content' USING ERRCODE = '23001';
                END IF;
                RETURN NEW;
            END $$;
            """

        /// Columns of tables with rows that are only ever added which an erasure changes.
        static let erased = [
            "transfer": ["reference"], "gift_order": ["receivers"], "adjustment": ["reference"],
            "event": ["about", "data"],
        ]

        /// Puts a guard of each row in the place of one that refuses every update of a table.
        private static func rowGuard(_ table: String, _ condition: String) -> String {
            """
            DROP TRIGGER \(table)_only_added ON \(table);
            CREATE TRIGGER \(table)_only_added BEFORE DELETE OR TRUNCATE ON \(table)
                FOR EACH STATEMENT EXECUTE FUNCTION only_added();
            CREATE FUNCTION \(table)_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = ovation AS $$
            BEGIN
                IF \(condition) THEN
                    RETURN NEW;
                END IF;
                RAISE EXCEPTION 'rows of \(table) are only ever added' USING ERRCODE = '23001';
            END $$;
            CREATE TRIGGER \(table)_stays BEFORE UPDATE ON \(table)
                FOR EACH ROW EXECUTE FUNCTION \(table)_stays();
            """
        }

        /// Whether the reference of a transfer that begins with the user's id changes to the alias.
        private static let renamedReference = """
            (OLD.kind IN ('gift', 'charge', 'refund') AND starts_with(OLD.reference, user_id || '/')
                AND NEW.reference = alias || substr(OLD.reference, length(user_id) + 1))
            OR (OLD.kind = 'grant' AND OLD.reference = user_id AND NEW.reference = alias)
            """

        /// The same for the request that the server made itself to take an order back.
        private static let renamedRequest = """
            OLD.kind = 'refund' AND starts_with(OLD.reference, 'billing/' || user_id || '/')
                AND NEW.reference = 'billing/' || alias || substr(OLD.reference, length(user_id) + 9)
            """
    }
#endif
