import GRDB
import OvationStorage

/// The tables, and the migrations of earlier versions.
enum Schema {
    /// "OVAT". It tells an Ovation database from other SQLite files.
    static let applicationID: Int32 = 0x4F56_4154

    /// All migrations, oldest first. A released migration is never edited.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("v1 users, rooms, catalogue, ledger and events") { db in
            for table in [users, rooms, catalogue, ledger, events] { try db.execute(sql: table) }
            try db.execute(sql: onlyAdded(["transfer", "entry", "gift_order", "event"]))
            try db.execute(sql: accountStays)
        }
        migrator.registerMigration("v2 robots of lives", migrate: addRobots)
        migrator.registerMigration("v2 settings and callbacks") { db in try db.execute(sql: callbacks) }
        migrator.registerMigration("refunds and corrections") { try $0.execute(sql: adjustments) }
        migrator.registerMigration("halts of gifting") { try $0.execute(sql: ledgerHalt) }
        migrator.registerMigration("orders of the app's own billing") { try $0.execute(sql: billing) }
        migrator.registerMigration("catalogue as given, orders by time") { try $0.execute(sql: catalogueAsGiven) }
        migrator.registerMigration("moderation") { try $0.execute(sql: moderation) }
        migrator.registerMigration("boards") { try $0.execute(sql: boards) }
        migrator.registerMigration("ledger without foreign keys") { db in
            try db.execute(sql: withoutForeignKeys)
            try db.execute(sql: onlyAdded(["entry", "gift_order"]))
        }
        migrator.registerMigration("where senders of the billing's orders are") { try $0.execute(sql: billingOrigins) }
        migrator.registerMigration("visits to lives") { try $0.execute(sql: visits) }
        migrator.registerMigration("messages of topics") { try $0.execute(sql: topics) }
        migrator.registerMigration("stream keys") { try $0.execute(sql: streamKeys) }
        migrator.registerMigration("open lives by owner") { try $0.execute(sql: openLivesByOwner) }
        migrator.registerMigration("versions of what is edited") { try $0.execute(sql: versions) }
        migrator.registerMigration("seats") { try $0.execute(sql: seats) }
        migrator.registerMigration("pinned messages") { try $0.execute(sql: pins) }
        migrator.registerMigration("where numbers of events begin") { try $0.execute(sql: seqBases) }
        migrator.registerMigration("log of operators") { try $0.execute(sql: operatorLog) }
        migrator.registerMigration("links and battles") { try $0.execute(sql: coHosts) }
        migrator.registerMigration("recordings") { try $0.execute(sql: recordings) }
        migrator.registerMigration("erasure and retention") { try $0.execute(sql: erasure) }
        migrator.registerMigration("followed lines of moderation logs") { try $0.execute(sql: followedLines) }
        migrator.registerMigration("earnings of hosts by live") { try $0.execute(sql: hostEarnings) }
        return migrator
    }()

    /// Runs the missing migrations of a file.
    ///
    /// - Throws: ``StorageError`` if the file belongs to another program or to a newer version.
    static func bringUpToDate(_ writer: any DatabaseWriter) throws {
        try writer.writeWithoutTransaction { db in
            let mark = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            let isEmpty = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
            guard mark == applicationID || (mark == 0 && isEmpty) else {
                throw StorageError(
                    "The file is a database of another program. Name another file; nothing was changed in this one."
                )
            }
            let unknown = try migrator.appliedIdentifiers(db).subtracting(migrator.migrations).sorted()
            guard unknown.isEmpty else {
                let names = unknown.map { "\"\($0)\"" }.joined(separator: ", ")
                throw StorageError(
                    """
                    The database was written by a newer version of Ovation (it has \(names), which this version does \
                    not know). Start that version, or restore a backup from before the update.
                    """)
            }
            if mark != applicationID { try db.execute(sql: "PRAGMA application_id = \(applicationID)") }
        }
        try migrator.migrate(writer)
    }

    /// Texts of users are stored inside JSON, which can hold every character. SQLite would end a plain text at U+0000.
    private static let users = """
        CREATE TABLE user (
            id TEXT PRIMARY KEY,
            profile TEXT NOT NULL            -- JSON of UserProfile
        ) STRICT, WITHOUT ROWID;
        """

    /// `room` has a row for every start of a live. The numbers that change with every gift are in `room_counter`, so that a batch does not
    /// rewrite titles and metadata.
    private static let rooms = """
        CREATE TABLE room (
            id INTEGER PRIMARY KEY,
            session_id TEXT NOT NULL UNIQUE,
            live_id TEXT NOT NULL,
            owner_id TEXT NOT NULL,
            owner TEXT NOT NULL,             -- JSON of UserInfo
            settings TEXT NOT NULL,          -- JSON of RoomSettings, metadata included
            ends_without_owner INTEGER NOT NULL,
            created_at INTEGER NOT NULL,     -- Unix milliseconds, as every time here
            ended_at INTEGER,
            end_reason TEXT
        ) STRICT;
        CREATE INDEX room_live ON room (live_id, id);
        -- A live has one start at a time.
        CREATE UNIQUE INDEX room_open ON room (live_id) WHERE ended_at IS NULL;

        CREATE TABLE room_counter (
            room INTEGER PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE,
            durable INTEGER NOT NULL,        -- the number of the last stored event
            viewers INTEGER NOT NULL,
            likes INTEGER NOT NULL,
            messages INTEGER NOT NULL,
            duration INTEGER NOT NULL,       -- milliseconds
            gifts INTEGER NOT NULL,
            gift_coins INTEGER NOT NULL,
            gift_senders INTEGER NOT NULL
        ) STRICT;

        -- Who sent gifts in a live, and how much: makes unique senders countable, and boards.
        CREATE TABLE room_gift_sender (
            room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
            sender INTEGER NOT NULL,         -- the account of the wallet
            gifts INTEGER NOT NULL,
            coins INTEGER NOT NULL,
            PRIMARY KEY (room, sender)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE room_admin (
            room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
            user_id TEXT NOT NULL,
            position INTEGER NOT NULL,       -- the order in which they were appointed
            PRIMARY KEY (room, user_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE room_mute (
            room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
            user_id TEXT NOT NULL,
            until INTEGER,                   -- NULL: for the rest of the live
            PRIMARY KEY (room, user_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE room_ban (
            room INTEGER NOT NULL REFERENCES room (id) ON DELETE CASCADE,
            user_id TEXT NOT NULL,
            until INTEGER,                   -- NULL: for the rest of the live
            reason TEXT NOT NULL,
            banned_by TEXT,                  -- NULL: the app's administrators or the server
            PRIMARY KEY (room, user_id)
        ) STRICT, WITHOUT ROWID;
        """

    private static let catalogue = """
        CREATE TABLE gift (
            id TEXT PRIMARY KEY,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            icon_url TEXT NOT NULL,
            resource_url TEXT NOT NULL,
            level INTEGER NOT NULL,
            coins INTEGER NOT NULL,
            extension_info TEXT NOT NULL,    -- JSON object of texts
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE gift_text (
            gift TEXT NOT NULL REFERENCES gift (id) ON DELETE CASCADE,
            language TEXT NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            PRIMARY KEY (gift, language)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE gift_category (
            id TEXT PRIMARY KEY,
            position INTEGER NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            extension_info TEXT NOT NULL     -- JSON object of texts
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE gift_category_text (
            category TEXT NOT NULL REFERENCES gift_category (id) ON DELETE CASCADE,
            language TEXT NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            PRIMARY KEY (category, language)
        ) STRICT, WITHOUT ROWID;

        -- Which gifts a category shows. The gift may be gone; it is then not shown.
        CREATE TABLE gift_placement (
            category TEXT NOT NULL REFERENCES gift_category (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            gift TEXT NOT NULL,
            PRIMARY KEY (category, position)
        ) STRICT, WITHOUT ROWID;
        """

    /// Double-entry bookkeeping. A transfer has the number of its first entry, and the other entries follow, so the numbers of entries have
    /// no gaps. A gift's order has the number of its transfer, so neither can exist without the other or twice.
    ///
    /// The entries of an account form a chain, newest first. An index by account would rewrite a page for every sender of a batch. The
    /// chain is append-only like the rest, and an audit follows it.
    private static let ledger = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,       -- user:…, host:…, house, issuance or biller
            balance INTEGER NOT NULL,
            last_entry INTEGER NOT NULL,     -- the number of its newest entry
            CHECK (balance >= 0 OR name IN ('issuance', 'biller')),
            CHECK (balance BETWEEN -9007199254740991 AND 9007199254740991)
        ) STRICT;

        CREATE TABLE transfer (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            reference TEXT NOT NULL,
            at INTEGER NOT NULL,
            postings INTEGER NOT NULL CHECK (postings > 0)
        ) STRICT;
        -- A gift's reference is unique because its order's key is.
        CREATE UNIQUE INDEX transfer_reference ON transfer (kind, reference) WHERE kind <> 'gift';

        CREATE TABLE entry (
            number INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id),
            transfer INTEGER NOT NULL REFERENCES transfer (id),
            amount INTEGER NOT NULL,
            previous INTEGER                 -- the entry of the same account before this one
        ) STRICT;

        CREATE TABLE gift_order (
            id INTEGER PRIMARY KEY REFERENCES transfer (id),
            sender INTEGER NOT NULL REFERENCES account (id),
            order_id TEXT NOT NULL,
            room INTEGER NOT NULL REFERENCES room (id),
            durable INTEGER NOT NULL,        -- the number of its event
            gift TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count > 0),
            receivers TEXT NOT NULL,         -- user ids, with commas between
            coins INTEGER NOT NULL CHECK (coins >= 0),
            balance INTEGER NOT NULL CHECK (balance >= 0),
            at INTEGER NOT NULL,
            UNIQUE (sender, order_id)
        ) STRICT;
        """

    /// The key of an event is `room << 32 | durable`. One tree thus holds the events of a live next to each other, in order, and needs no
    /// index.
    private static let events = """
        CREATE TABLE event (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            about TEXT,                      -- a user id
            at INTEGER NOT NULL,
            data BLOB NOT NULL               -- JSON
        ) STRICT;
        CREATE INDEX event_about ON event (about, name, id) WHERE about IS NOT NULL;
        """

    /// Makes triggers that refuse to change or delete rows.
    private static func onlyAdded(_ tables: [String]) -> String {
        tables.flatMap { table in
            ["UPDATE", "DELETE"].map { verb in
                """
                CREATE TRIGGER \(table)_no_\(verb.lowercased()) BEFORE \(verb) ON \(table)
                BEGIN SELECT RAISE(ABORT, 'rows of \(table) are only ever added'); END;
                """
            }
        }.joined(separator: "\n")
    }

    private static let accountStays = """
        CREATE TRIGGER account_no_delete BEFORE DELETE ON account
        BEGIN SELECT RAISE(ABORT, 'an account is never deleted'); END;
        CREATE TRIGGER account_no_rename BEFORE UPDATE OF id, name ON account
        BEGIN SELECT RAISE(ABORT, 'an account keeps its name'); END;
        """
}
