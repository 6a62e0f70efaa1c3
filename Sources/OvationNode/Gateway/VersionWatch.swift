import Logging
import OvationBackend
import OvationModel
import OvationObservability
package import OvationStorage
import OvationSupport
import ServiceLifecycle

/// Reads again what another server has changed: the catalogue, the filter words, the settings of callbacks.
///
/// The storage says once a second which versions there are. A storage that belongs to one process says nothing, and needs no watch.
package struct VersionWatch: Service {
    private let node: Node
    private let updates: AsyncStream<StoredVersions>

    /// Makes a watch.
    ///
    /// - Parameter updates: what the storage says.
    package init(node: Node, updates: AsyncStream<StoredVersions>) {
        self.node = node
        self.updates = updates
    }

    /// Watches until the server stops.
    package func run() async throws {
        for await versions in updates.cancelOnGracefulShutdown() { await node.follow(versions) }
    }
}

extension Node {
    /// Reads again what has another version than the one that is known here. What cannot be read is read with the next look.
    func follow(_ versions: StoredVersions) async {
        if versions[.catalogue] != gifts.stored.version {
            note(await Result { try await catalogueEditor.refresh() })
        }
        if versions[.words] != services.words.storedVersion { note(await Result { try await readWords() }) }
        note(await Result { try await services.callbacks.follow(versions, in: services.storage) })
    }

    private func note(_ reading: Result<Void, any Error>) {
        guard case .failure(let error) = reading else { return }
        services.logger.warning(
            "what another server has changed could not be read", metadata: [LogKeys.error: "\(error)"])
    }

    private func readWords() async throws {
        let known = services.words.storedVersion
        // First the version: the list that is read after it is at least as new.
        let version = try await services.storage.versions()[.words]
        guard version != known else { return }
        let list = WordShelf.Prepared(try await services.storage.words())
        services.words.replace(list, storedVersion: version, ifVersion: known)
    }
}
