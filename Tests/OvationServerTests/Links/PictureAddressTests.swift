import OvationBroker
import OvationTestKit
import Testing

@testable import OvationNode

/// Where other nodes are told to fetch pictures from a node.
struct PictureAddressTests {
    private func address(listeningOn host: String, _ change: (inout ClusterPlace) -> Void = { _ in }) throws -> String?
    {
        var place = ClusterPlace(
            MemoryBrokerServer().connect(), cluster: try #require(ClusterName("tests")),
            node: NodeRun(slot: 1, incarnation: 1), secret: "the secret of a cluster, long enough")
        change(&place)
        let configuration = NodeConfiguration(host: host, sdkAppID: 1_400_000_001, secret: "a secret of the test")
        return place.pictureAddress(of: configuration, port: 8_080)
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "localhost", "LOCALHOST", "::1", "[::1]"])
    func `a node on the loopback is reached there by its own machine alone`(host: String) throws {
        let here = try address(listeningOn: host)
        #expect(here?.hasSuffix(":8080") == true)
        let elsewhere = try address(listeningOn: host) { $0.isOnOneMachine = false }
        #expect(elsewhere == nil)
        let named = try address(listeningOn: host) { place in
            place.isOnOneMachine = false
            place.address = "10.0.0.7"
        }
        #expect(named == "http://10.0.0.7:8080")
    }

    @Test
    func `a node that listens on an address is reached there, and one on every address only where something says how`()
        throws
    {
        let one = try address(listeningOn: "10.0.0.7") { $0.isOnOneMachine = false }
        #expect(one == "http://10.0.0.7:8080")
        let six = try address(listeningOn: "fd00::7") { $0.isOnOneMachine = false }
        #expect(six == "http://[fd00::7]:8080")
        let every = try address(listeningOn: "0.0.0.0")
        #expect(every == nil)
        let name = try address(listeningOn: "127.example.com") { $0.isOnOneMachine = false }
        #expect(name == "http://127.example.com:8080")
    }
}
