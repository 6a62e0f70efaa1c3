import OvationModel
import OvationRules
import OvationStorage

extension MemoryTables {
    /// Changes the catalogue, unless it has another version by now.
    mutating func change(_ changes: [CatalogueChange], ifVersion version: Int64?) -> StorageOutcome {
        guard version ?? catalogueVersion == catalogueVersion else { return .outdated(version: catalogueVersion) }
        for change in changes { _ = catalogue.apply(change) }
        catalogueVersion += 1
        return .version(catalogueVersion)
    }
}
