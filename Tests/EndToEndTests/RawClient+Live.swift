import Testing

extension RawClient {
    /// A user who has begun a live and has its snapshot.
    static func host(
        of room: String = "r1", as user: String = "host", _ server: TestServer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawClient {
        try await enter(
            #""op":"room.create","data":{"liveID":"\#(room)"}"#, as: user, server, sourceLocation: sourceLocation)
    }

    /// A user who has entered a live and has its snapshot.
    static func viewer(
        of room: String = "r1", as user: String = "viewer", _ server: TestServer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawClient {
        try await enter(#""op":"room.join","room":"\#(room)""#, as: user, server, sourceLocation: sourceLocation)
    }

    private static func enter(
        _ command: String, as user: String, _ server: TestServer, sourceLocation: SourceLocation
    ) async throws -> RawClient {
        let client = try await open(port: server.port)
        try await client.logIn(user)
        try await client.send(#"{"id":2,\#(command)}"#)
        let reply = try await client.reply(to: 2)
        #expect(reply["ok"] != nil, "\(reply)", sourceLocation: sourceLocation)
        _ = try await client.event("room.snapshot")
        return client
    }
}
