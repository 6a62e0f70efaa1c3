#if Cluster
    extension PostgresSchema {
        /// Tickets are no part of the log: a crash of PostgreSQL empties the table, and a replica has none. So a ticket costs no disk, and
        /// one that was redeemed never comes back.
        static let unloggedTickets = """
            DELETE FROM publish_ticket;
            ALTER TABLE publish_ticket ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;   -- as they were issued
            CREATE UNIQUE INDEX publish_ticket_number ON publish_ticket (number);
            CREATE INDEX publish_ticket_until ON publish_ticket (until);
            ALTER TABLE publish_ticket SET UNLOGGED;
            """
    }
#endif
