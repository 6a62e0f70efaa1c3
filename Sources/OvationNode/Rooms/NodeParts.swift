package import Logging
package import NIOCore
package import OvationBackend
package import OvationBroker
package import OvationModel
package import OvationObservability
import OvationRules
package import OvationStorage
package import OvationSupport

/// A node's place in its cluster.
package struct ClusterPlace: Sendable {
    package let broker: any Broker
    package let cluster: ClusterName
    package let node: NodeRun
    /// The same on all nodes; at least `FrameSeal.secretCharactersMin` characters.
    package let secret: String
    /// Finds the process that runs a live, nil where none does, for tests whose storage is of one process. The rest asks the storage.
    package let findHome: (@Sendable (LiveID) async -> NodeRun?)?

    /// How long the broker may be away before viewers of lives at other nodes are sent back.
    package var silenceMilliseconds: Int64 = 1000

    /// Where the other nodes reach this one's port, for pictures: `10.0.0.7` or `10.0.0.7:8080`; nil takes the host that it listens on.
    package var address: String?

    /// Whether all nodes are on one machine, as far as is known: others reach a node that listens on the loopback there, and nowhere else.
    package var isOnOneMachine = true

    package init(
        _ broker: any Broker, cluster: ClusterName, node: NodeRun, secret: String,
        findHome: (@Sendable (LiveID) async -> NodeRun?)? = nil
    ) {
        self.broker = broker
        self.cluster = cluster
        self.node = node
        self.secret = secret
        self.findHome = findHome
    }
}

/// What a node is made of and does not make itself: its surroundings. A server and the host of a simulation hand them over.
package struct NodeParts: Sendable {
    package var configuration: NodeConfiguration
    package var storage: any Storage
    /// The gifts that are sold when the node starts.
    package var catalogue: GiftCatalogue
    /// The versions of what is edited, as they were before catalogue and settings were read.
    package var versions: StoredVersions
    package var eventLoops: [any EventLoop]
    package var clock: ServerClock
    package var ids: IDSource
    /// Posts callbacks to the app's backend, and asks its billing.
    package var caller: any CallbackCaller
    /// Which callbacks the app wants when the node starts.
    package var callbackSettings: CallbackSettings
    /// Where the node's metrics are made.
    package var registry: PrometheusRegistry
    /// What says whether another server may serve; nil if none stands by.
    package var right: ServingRight?
    /// The node's place in its cluster, and the broker that it reaches the others over; nil for a server alone.
    package var cluster: ClusterPlace?
    /// Planted inside of the node by a simulation.
    package var bug: HostedBug?
    /// Keeps lists of what changes rooms; nil unless a host wants to repeat them.
    package var recorder: RoomRecorder?
    package var logger: Logger

    package init(
        configuration: NodeConfiguration, storage: any Storage, catalogue: GiftCatalogue,
        versions: StoredVersions = StoredVersions(), eventLoops: [any EventLoop], clock: ServerClock, ids: IDSource,
        caller: any CallbackCaller, callbackSettings: CallbackSettings,
        registry: PrometheusRegistry, right: ServingRight? = nil, cluster: ClusterPlace? = nil, bug: HostedBug? = nil,
        recorder: RoomRecorder? = nil,
        logger: Logger
    ) {
        self.configuration = configuration
        self.storage = storage
        self.catalogue = catalogue
        self.versions = versions
        self.eventLoops = eventLoops
        self.clock = clock
        self.ids = ids
        self.caller = caller
        self.callbackSettings = callbackSettings
        self.registry = registry
        self.right = right
        self.cluster = cluster
        self.bug = bug
        self.recorder = recorder
        self.logger = logger
    }
}
