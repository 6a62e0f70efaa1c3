import GRDB
import OvationModel
public import OvationRules
import OvationStorage

extension BatchWriter {
    /// Stores what a live has to do with others. The coins of its battle are counted here, in the transaction.
    ///
    /// - Parameter coins: The coins of all orders of the start that were committed before.
    func keep(_ record: CoHostRecord, coins: Int64, ofRoom room: Int64) throws {
        guard record != CoHostRecord() else { return try forgetCoHosts(ofRoom: room) }
        let earlier = try db.first("SELECT record FROM room_cohost WHERE room = ?", room) { row in
            try StoredJSON.value(CoHostRecord.self, row[0], in: "room_cohost.record")
        }
        var record = record
        record.count(after: earlier, coins: coins)
        try db.run(
            "INSERT INTO room_cohost (room, record) VALUES (?, ?) ON CONFLICT DO UPDATE SET record = excluded.record",
            room, try StoredJSON.text(record))
    }

    /// Deletes what a start that has ended had to do with others.
    func forgetCoHosts(ofRoom room: Int64) throws {
        try db.run("DELETE FROM room_cohost WHERE room = ?", room)
    }

    /// Stores a link or a battle; nil deletes it.
    func keep(_ course: CoHostCourse?, id: String) throws {
        guard let course else {
            try db.run("DELETE FROM cohost_course WHERE id = ?", id)
            return
        }
        try db.run(
            "INSERT INTO cohost_course (id, course) VALUES (?, ?) ON CONFLICT DO UPDATE SET course = excluded.course",
            id, try StoredJSON.text(course))
    }
}

extension SQLiteStorage {
    /// Returns every link and battle; see ``OvationStorage/Storage/coHostCourses()``.
    public func coHostCourses() async throws -> [CoHostCourse] {
        try await read("links and battles") { db in
            var courses: [CoHostCourse] = []
            try db.forEach("SELECT course FROM cohost_course ORDER BY id") { row in
                courses.append(try StoredJSON.value(CoHostCourse.self, row[0], in: "cohost_course.course"))
            }
            return courses
        }
    }
}

extension RoomRecord {
    /// Reads what starts of lives have to do with others, by the number of the row.
    static func coHosts<each Value: StatementBinding>(
        _ db: Database, in chosen: String, _ values: repeat each Value
    ) throws -> [Int64: CoHostRecord] {
        var records: [Int64: CoHostRecord] = [:]
        try db.forEach("SELECT room, record FROM room_cohost WHERE \(chosen)", repeat each values) { row in
            records[row[0]] = try StoredJSON.value(CoHostRecord.self, row[1], in: "room_cohost.record")
        }
        return records
    }
}
