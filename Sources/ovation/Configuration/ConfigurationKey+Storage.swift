extension ConfigurationKey {
    /// Keys of a storage that several servers share.
    static let storage = [
        ConfigurationKey(
            name: "storage.url", value: .optionalText(\.storageURL),
            meaning:
                "PostgreSQL instead of SQLite: postgres://user:password@host/database. Needs a build with PostgreSQL.",
            isSecret: true),
        ConfigurationKey(
            name: "cluster.nodeName", value: .optionalText(\.nodeName),
            meaning: "Name of this server among those of a database; without it, the machine's."),
        ConfigurationKey(
            name: "cluster.brokerURL", value: .optionalText(\.brokerURL),
            meaning: "NATS, for servers of a database that serve at the same time: nats://user:password@host:4222.",
            isSecret: true),
        ConfigurationKey(
            name: "cluster.name", value: .text(\.clusterName),
            meaning: "Name of the cluster among those that use one NATS: 1 to 32 of a to z, digits and \"-\"."),
        ConfigurationKey(
            name: "cluster.secret", value: .optionalText(\.clusterSecret),
            meaning:
                "Proves to the servers of a cluster who they are; 32 characters or more. Without it, app.secret does.",
            isSecret: true),
        ConfigurationKey(
            name: "cluster.address", value: .optionalText(\.clusterAddress),
            meaning:
                "Where the other servers fetch pictures from this one: 10.0.0.7 or 10.0.0.7:8080. Without it, the address towards NATS."
        ),
        ConfigurationKey(
            name: "cluster.aloneSecondsMax", value: .integer(0...86_400, \.aloneSecondsMax),
            meaning: "Seconds that a server goes on without PostgreSQL, before it leaves its place to a standby."),
    ]
}
