import Foundation
import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Sets or deletes a server setting.
    func keep(setting name: String, _ value: [UInt8]?) throws {
        guard let value else { return try db.run("DELETE FROM setting WHERE name = ?", name) }
        try db.run(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", name,
            Data(value))
    }

    /// Returns how many callbacks there are. They are counted only if the number is unknown.
    private func countCallbacks() throws -> CallbackCounts {
        if let callbackCounts { return callbackCounts }
        return try CallbackCounts.of(db)
    }

    /// Queues callbacks for the app's backend. Returns the counts afterwards.
    func record(_ drafts: [CallbackDraft]) throws -> CallbackCounts {
        var counts = try countCallbacks()
        for draft in drafts {
            try db.run(
                """
                INSERT INTO callback (id, live, command, at, body, client_address, client_platform)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, draft.id, draft.liveID.rawValue, draft.command, draft.at.milliseconds, Data(draft.body),
                draft.clientAddress, draft.clientPlatform)
            counts.waiting += 1
            try openLane(draft.liveID.rawValue)
        }
        callbackCounts = counts
        return counts
    }

    /// Applies a change to stored callbacks. Returns the counts afterwards.
    func apply(_ change: CallbackChange) throws -> CallbackCounts {
        var counts = try countCallbacks()
        switch change {
        case .delivered(let live, let number):
            try db.run("DELETE FROM callback WHERE live = ? AND number <= ?", live.rawValue, number)
            counts.waiting -= db.changesCount
            try advanceLane(live.rawValue)
        case .postponed(let live, let attempts, let dueAt):
            try db.run(
                "UPDATE callback_lane SET attempts = ?, due_at = ? WHERE live = ?", attempts, dueAt.milliseconds,
                live.rawValue)
        case .hurried: try db.run("UPDATE callback_lane SET due_at = 0 WHERE due_at <> 0")
        case .gaveUp(let live, let number, let attempts, let failure, let at, let deadMax):
            try db.run(
                """
                INSERT OR IGNORE INTO callback_dead
                SELECT number, id, live, command, at, body, client_address, client_platform, ?, ?, ?
                FROM callback WHERE number = ?
                """, attempts, failure.storable, at.milliseconds, number)
            counts.dead += db.changesCount
            try db.run("DELETE FROM callback WHERE number = ?", number)
            counts.waiting -= db.changesCount
            try db.run(
                """
                DELETE FROM callback_dead WHERE number NOT IN
                    (SELECT number FROM callback_dead ORDER BY died_at DESC, number DESC LIMIT ?)
                AND (SELECT COUNT(*) FROM callback_dead) > ?
                """, deadMax, deadMax)
            counts.dead -= db.changesCount
            try advanceLane(live.rawValue)
        case .revived(let numbers, let at):
            for number in numbers.sorted() { try revive(number, at: at, &counts) }
        case .dropped(let numbers):
            for number in numbers {
                try db.run("DELETE FROM callback_dead WHERE number = ?", number)
                counts.dead -= db.changesCount
            }
        }
        callbackCounts = counts
        return counts
    }

    private func revive(_ number: Int64, at: Timestamp, _ counts: inout CallbackCounts) throws {
        let live: String? = try db.first("SELECT live FROM callback_dead WHERE number = ?", number) { $0[0] }
        guard let live else { return }
        // The time is set to now, because the server would otherwise give up again after one attempt. The body still has the original time.
        try db.run(
            """
            INSERT INTO callback (id, live, command, at, body, client_address, client_platform)
            SELECT id, live, command, ?, body, client_address, client_platform FROM callback_dead WHERE number = ?
            """, at.milliseconds, number)
        try db.run("DELETE FROM callback_dead WHERE number = ?", number)
        counts.waiting += 1
        counts.dead -= 1
        try openLane(live)
    }

    private func openLane(_ live: String) throws {
        try db.run("INSERT INTO callback_lane (live, attempts, due_at) VALUES (?, 0, 0) ON CONFLICT DO NOTHING", live)
    }

    /// Moves a live on after its first callback was removed: the next one becomes due, or the live has none left.
    private func advanceLane(_ live: String) throws {
        try db.run(
            "DELETE FROM callback_lane WHERE live = ?1 AND NOT EXISTS (SELECT 1 FROM callback WHERE live = ?1)", live)
        try db.run("UPDATE callback_lane SET attempts = 0, due_at = 0 WHERE live = ?", live)
    }
}
