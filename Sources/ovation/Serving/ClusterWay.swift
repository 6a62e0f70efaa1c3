#if Cluster
    import Logging
    import OvationBroker
    import OvationBrokerNATS
    import OvationNode
    import OvationObservability
    import OvationStorage

    /// A server's way to the other servers of its cluster: its connection to NATS, and under which name and secret it speaks there.
    struct ClusterWay: Sendable {
        private let broker: NATSBroker
        private let name: ClusterName
        private let secret: String
        /// Where the others reach this server; nil where nobody can say.
        private let address: String?
        /// Whether this server and NATS are reached on this machine alone.
        private let isOnOneMachine: Bool

        /// Connects, or begins to try where no NATS answers: the server serves its own lives meanwhile, and is not ready.
        ///
        /// - Throws: ``StartupProblem/brokerRefused(reason:)`` where NATS answers and lets this server not in.
        static func open(_ plan: ServingPlan) throws -> ClusterWay {
            let settings = plan.settings
            guard let url = settings.brokerURL, let name = ClusterName(settings.clusterName) else {
                preconditionFailure("a server without the settings of a cluster, which were checked")
            }
            let logger = plan.logger
            do throws(BrokerFailure) {
                let address: NATSAddress
                do throws(NATSAddress.Malformed) { address = try NATSAddress(url) } catch {
                    throw .refused(error.description)
                }
                let broker = try NATSBroker(address, name: "ovation \(plan.nodeName)") { problem in
                    logger.warning("the broker of the cluster", metadata: [LogKeys.error: "\(problem)"])
                }
                broker.watchState { state in
                    logger.notice("the broker of the cluster is \(state)", metadata: ["broker.address": "\(address)"])
                }
                let isOnOneMachine = address.first.map { ClusterPlace.isLoopback($0.host) } ?? false
                return ClusterWay(
                    broker: broker, name: name, secret: settings.clusterSecret ?? plan.configuration.secret,
                    address: settings.clusterAddress ?? Self.ownAddress(plan, towards: address),
                    isOnOneMachine: isOnOneMachine)
            } catch {
                guard case .refused(let reason) = error else {
                    throw StartupProblem.brokerRefused(reason: error.description)
                }
                throw StartupProblem.brokerRefused(reason: reason)
            }
        }

        /// The place of the server that has a seat in the storage.
        func place(of seat: NodeSeat) throws -> ClusterPlace {
            guard let slot = UInt16(exactly: seat.slot) else {
                preconditionFailure("a storage with more slots than a node may have")
            }
            var place = ClusterPlace(
                broker, cluster: name, node: NodeRun(slot: slot, incarnation: seat.incarnation), secret: secret)
            place.address = address
            place.isOnOneMachine = isOnOneMachine
            return place
        }

        /// The address of this machine from which it reaches the broker, where the server listens on all of them.
        private static func ownAddress(_ plan: ServingPlan, towards broker: NATSAddress) -> String? {
            let host = plan.configuration.host
            let isEvery = ClusterPlace.isEveryAddress(host)
            let found = isEvery ? broker.first.flatMap { OwnAddress.towards($0.host, port: $0.port) } : nil
            // Behind a proxy of its machine, or beside a NATS there, nothing says how others reach it.
            let isOnLoopback = ClusterPlace.isLoopback(found ?? host)
            let isOnOneMachine = broker.first.map { ClusterPlace.isLoopback($0.host) } ?? false
            if isOnLoopback, isOnOneMachine {
                plan.logger.warning(
                    "only servers of this machine can fetch pictures from this one; for others, set cluster.address")
            } else if isOnLoopback || isEvery && found == nil {
                plan.logger.warning(
                    "other servers cannot be told where to fetch pictures from this one: set cluster.address")
            }
            return found.map { ClusterPlace.bracketed($0) }
        }

        /// Lets the connection go, when what was sent last is with NATS. Waits for a second at most.
        func close() { broker.closeAndWait() }
    }
#endif
