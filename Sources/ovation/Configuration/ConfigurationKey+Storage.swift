extension ConfigurationKey {
    /// Keys of a storage that several servers share.
    static let storage = [
        ConfigurationKey(
            name: "storage.url", value: .optionalText(\.storageURL),
            meaning: "PostgreSQL instead of SQLite: postgres://user:password@host/database. Needs a build with PostgreSQL.",
            isSecret: true),
        ConfigurationKey(
            name: "cluster.nodeName", value: .optionalText(\.nodeName),
            meaning: "Name of this server among those of a database; without it, the machine's."),
        ConfigurationKey(
            name: "cluster.aloneSecondsMax", value: .integer(0...86_400, \.aloneSecondsMax),
            meaning: "Seconds that a server goes on without PostgreSQL, before it leaves its place to a standby."),
    ]
}
