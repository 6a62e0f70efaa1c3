#!/bin/sh
# Makes the server's role when PostgreSQL's container starts for the first time. The owner is POSTGRES_USER; the server's role may add rows
# of the ledger, and neither change nor delete them.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$SERVER_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE live_server LOGIN PASSWORD :'password';
SQL
