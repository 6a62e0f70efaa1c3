import OvationModel
import OvationRules

extension RESTCommand {
    /// Commands about the metadata of a live: fields that the app gives meaning to.
    static let metadata = [getRoomMetadata, setRoomMetadata, deleteRoomMetadata]

    private static let getRoomMetadata = RESTCommand(
        .liveEngine, "get_room_metadata", "Reads metadata of a live: the keys that are named, or all.", effect: .reads
    ) { (request: MetadataKeys, call) in
        let all = try await call.rooms.listing(of: request.roomID).info.metaData
        let keys = Set(request.keys ?? [])
        let chosen = keys.isEmpty ? all : all.filter { keys.contains($0.key) }
        return RESTResponse(MetadataAnswer(metadata: chosen.sorted { $0.key < $1.key }.map(MetadataEntry.init)))
    }

    private static let setRoomMetadata = RESTCommand(
        .liveEngine, "set_room_metadata", "Sets metadata of a live. Keys that are not named stay as they are."
    ) { (request: SetMetadata, call) in
        try RESTField.list("Metadata", request.metadata, countMax: RESTBounds.metadataEntriesMax)
        let set = Dictionary(request.metadata.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        try await call.rooms.perform(.changeMetadata(set: set, delete: []), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let deleteRoomMetadata = RESTCommand(
        .liveEngine, "del_room_metadata", "Deletes metadata of a live."
    ) { (request: MetadataKeys, call) in
        let keys = request.keys ?? []
        try RESTField.list("Keys", keys, countMax: RESTBounds.metadataEntriesMax)
        try await call.rooms.perform(.changeMetadata(set: [:], delete: keys), in: request.roomID, as: call.actor)
        return RESTDone()
    }
}

private struct MetadataEntry: Codable, Sendable {
    let key: String
    let value: String

    init(_ entry: (key: String, value: String)) {
        key = entry.key
        value = entry.value
    }

    enum CodingKeys: String, CodingKey {
        case key = "Key"
        case value = "Value"
    }
}

private struct SetMetadata: Codable, Sendable {
    let roomID: LiveID
    let metadata: [MetadataEntry]

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case metadata = "Metadata"
    }
}

private struct MetadataKeys: Codable, Sendable {
    let roomID: LiveID
    let keys: [String]?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case keys = "Keys"
    }
}

private struct MetadataAnswer: Codable, Sendable {
    let metadata: [MetadataEntry]

    enum CodingKeys: String, CodingKey { case metadata = "Metadata" }
}
