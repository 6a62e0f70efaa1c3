#if Cluster
    extension PostgresSchema {
        /// Who runs on the database. A slot is a place for a process; the lane with its number has the process's entries.
        static let nodes = """
            CREATE TABLE node (
                slot bigint PRIMARY KEY CHECK (slot BETWEEN 1 AND 1023),
                name text NOT NULL UNIQUE,
                incarnation bigint NOT NULL,
                renewed_at timestamptz NOT NULL,
                state text NOT NULL,
                version text NOT NULL,
                process bigint NOT NULL              -- of the backend that holds the slot's advisory lock
            );

            -- The fence: a commit locks its lane's row and passes only under the incarnation that it knows.
            CREATE TABLE lane (
                lane bigint PRIMARY KEY CHECK (lane BETWEEN 0 AND 1023),
                incarnation bigint NOT NULL,
                holder text NOT NULL,                -- the process that raised it
                next_place bigint NOT NULL CHECK (next_place BETWEEN 1 AND 8796093022208)
            );

            CREATE TABLE singleton (
                name text PRIMARY KEY,
                slot bigint NOT NULL,
                incarnation bigint NOT NULL,
                until timestamptz NOT NULL
            );

            -- Numbers of what is edited on one node and followed by the others.
            CREATE TABLE version (
                kind text PRIMARY KEY,
                number bigint NOT NULL
            );

            CREATE TABLE publish_ticket (
                ticket text PRIMARY KEY,
                live text NOT NULL,
                until bigint NOT NULL                -- Unix milliseconds, as every time that is a number
            );

            -- What all servers of the database agree on: the app, the midnight of the boards, a mark of the secret.
            CREATE TABLE agreement (
                name text PRIMARY KEY,
                value text NOT NULL
            );
            """

        /// Users, lives, roles and sanctions. `room` has a row for every start of a live; what changes with every gift is in
        /// `room_counter`, so that a batch does not rewrite titles and metadata.
        static let rooms = """
            CREATE TABLE app_user (
                id text PRIMARY KEY,
                profile text NOT NULL                -- JSON of UserProfile
            );

            CREATE TABLE room (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                session_id text NOT NULL UNIQUE,
                live_id text NOT NULL,
                owner_id text NOT NULL,
                owner text NOT NULL,                 -- JSON of UserInfo
                settings text NOT NULL,              -- JSON of RoomSettings, metadata included
                ends_without_owner boolean NOT NULL,
                created_at bigint NOT NULL,
                ended_at bigint,
                end_reason text
            );
            CREATE INDEX room_live ON room (live_id, id);
            -- A live has one start at a time.
            CREATE UNIQUE INDEX room_open ON room (live_id) WHERE ended_at IS NULL;

            CREATE TABLE room_counter (
                room bigint PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE,
                durable bigint NOT NULL,             -- the number of the last stored event
                viewers bigint NOT NULL,
                likes bigint NOT NULL,
                messages bigint NOT NULL,
                duration bigint NOT NULL,            -- milliseconds
                gifts bigint NOT NULL,
                gift_coins bigint NOT NULL,
                gift_senders bigint NOT NULL,
                home_slot bigint,                    -- which node runs it; NULL: none
                home_epoch bigint NOT NULL,          -- rises with every change of the home
                seq_base bigint NOT NULL             -- where the numbers of its events begin
            ) WITH (fillfactor = 50);

            -- Who sent gifts in a live, and how much: makes unique senders countable, and boards.
            CREATE TABLE room_gift_sender (
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                sender bigint NOT NULL,              -- the account of the wallet
                gifts bigint NOT NULL,
                coins bigint NOT NULL,
                refunded bigint NOT NULL,            -- stays in the statistics of the live, and is on no board
                PRIMARY KEY (room, sender)
            ) WITH (fillfactor = 50);

            CREATE TABLE room_admin (
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                user_id text NOT NULL,
                position bigint NOT NULL,            -- the order in which they were appointed
                PRIMARY KEY (room, user_id)
            );

            CREATE TABLE room_mute (
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                user_id text NOT NULL,
                until bigint,                        -- NULL: for the rest of the live
                reason text NOT NULL,
                muted_by text,
                PRIMARY KEY (room, user_id)
            );
            CREATE INDEX room_mute_user ON room_mute (user_id);

            CREATE TABLE room_ban (
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                user_id text NOT NULL,
                until bigint,                        -- NULL: for the rest of the live
                reason text NOT NULL,
                banned_by text,                      -- NULL: the app's administrators or the server
                PRIMARY KEY (room, user_id)
            );
            CREATE INDEX room_ban_user ON room_ban (user_id);

            CREATE TABLE room_robot (
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                user_id text NOT NULL,
                user_info text NOT NULL,             -- JSON of UserInfo
                position bigint NOT NULL,            -- the order in which they were added
                PRIMARY KEY (room, user_id)
            );

            CREATE TABLE room_visit (
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                user_id text NOT NULL,
                since bigint NOT NULL,               -- the number of the last event before it
                PRIMARY KEY (room, user_id)
            );

            -- Ended starts that still have visits, and open ones that have some.
            CREATE TABLE visited_room (
                room bigint PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE,
                ended_at bigint
            );
            CREATE INDEX visited_room_ended ON visited_room (ended_at) WHERE ended_at IS NOT NULL;
            CREATE FUNCTION visited_room_end() RETURNS trigger LANGUAGE plpgsql SET search_path = ovation AS $$
            BEGIN
                UPDATE visited_room SET ended_at = NEW.ended_at WHERE room = NEW.id;
                RETURN NULL;
            END $$;
            CREATE TRIGGER visited_room_end AFTER UPDATE OF ended_at ON room
                FOR EACH ROW EXECUTE FUNCTION visited_room_end();

            -- room 0: the list of the whole app.
            CREATE TABLE word_list (
                room bigint PRIMARY KEY,
                words text NOT NULL                  -- JSON of [FilterWord]
            );

            CREATE TABLE moderation (
                live_id text NOT NULL,
                number bigint NOT NULL,              -- from 1, without a gap
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                action text NOT NULL,
                at bigint NOT NULL,
                source text NOT NULL,
                done_by text,                        -- a user id; NULL: the server itself
                user_id text,                        -- to whom
                reason text NOT NULL,
                until bigint,
                seconds bigint,
                word text,                           -- a word's id
                PRIMARY KEY (live_id, number)
            );

            CREATE TABLE topic_message (
                room bigint NOT NULL REFERENCES room (id) ON DELETE CASCADE,
                topic text NOT NULL,
                number bigint NOT NULL,              -- from 1, without a gap
                message text NOT NULL,               -- JSON of TopicMessage
                PRIMARY KEY (room, topic, number)
            );

            CREATE TABLE stream_key (
                live_id text PRIMARY KEY,
                key text NOT NULL,
                made_at bigint NOT NULL
            );
            CREATE INDEX stream_key_live ON stream_key (key);
            """

        /// The key of an event is `room << 32 | durable`, so that one index holds the events of a live next to each other.
        static let events = """
            CREATE TABLE event (
                id bigint PRIMARY KEY,
                name text NOT NULL,
                about text,                          -- a user id
                at bigint NOT NULL,
                data bytea NOT NULL                  -- JSON
            );
            CREATE INDEX event_about ON event (about, name, id) WHERE about IS NOT NULL;
            """

        static let catalogue = """
            CREATE TABLE gift (
                id text PRIMARY KEY,
                position bigint NOT NULL,
                name text NOT NULL,
                description text NOT NULL,
                icon_url text NOT NULL,
                resource_url text NOT NULL,
                level bigint NOT NULL,
                coins bigint NOT NULL,
                extension_info text NOT NULL,        -- JSON object of texts
                extension_text text NOT NULL,
                created_at bigint NOT NULL
            );

            CREATE TABLE gift_text (
                gift text NOT NULL REFERENCES gift (id) ON DELETE CASCADE,
                language text NOT NULL,
                name text NOT NULL,
                description text NOT NULL,
                PRIMARY KEY (gift, language)
            );

            CREATE TABLE gift_category (
                id text PRIMARY KEY,
                position bigint NOT NULL,
                name text NOT NULL,
                description text NOT NULL,
                extension_info text NOT NULL,        -- JSON object of texts
                extension_text text NOT NULL
            );

            CREATE TABLE gift_category_text (
                category text NOT NULL REFERENCES gift_category (id) ON DELETE CASCADE,
                language text NOT NULL,
                name text NOT NULL,
                description text NOT NULL,
                PRIMARY KEY (category, language)
            );

            -- Which gifts a category shows. The gift may be gone; it is then not shown.
            CREATE TABLE gift_placement (
                category text NOT NULL REFERENCES gift_category (id) ON DELETE CASCADE,
                position bigint NOT NULL,
                gift text NOT NULL,
                PRIMARY KEY (category, position)
            );

            CREATE TABLE setting (
                name text PRIMARY KEY,
                value bytea NOT NULL                 -- JSON
            );
            """

        /// The queue of callbacks. A lane may be taken by a node until a time; on one node nobody takes any.
        static let callbacks = """
            CREATE TABLE callback (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                id text NOT NULL,
                live text NOT NULL,                  -- not a reference: it outlives what it tells of
                command text NOT NULL,
                at bigint NOT NULL,
                body bytea NOT NULL,                 -- JSON
                client_address text NOT NULL,
                client_platform text NOT NULL
            );
            CREATE INDEX callback_live ON callback (live, number);

            CREATE TABLE callback_lane (
                live text PRIMARY KEY,
                attempts bigint NOT NULL,
                due_at bigint NOT NULL,
                slot bigint,                         -- who delivers it now; NULL: nobody in particular
                incarnation bigint
            );
            CREATE INDEX callback_lane_due ON callback_lane (due_at);

            CREATE TABLE callback_dead (
                number bigint PRIMARY KEY,
                id text NOT NULL,
                live text NOT NULL,
                command text NOT NULL,
                at bigint NOT NULL,
                body bytea NOT NULL,
                client_address text NOT NULL,
                client_platform text NOT NULL,
                attempts bigint NOT NULL,
                failure text NOT NULL,
                died_at bigint NOT NULL
            );
            """
    }
#endif
