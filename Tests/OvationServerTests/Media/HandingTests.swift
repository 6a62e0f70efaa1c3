import Foundation
import OvationModel
import OvationSupport
import OvationTestKit
import Testing

@testable import OvationPictures

/// Which requests of publishers are handed on between servers, and who is believed.
struct HandingTests {
    private static let home = FetchingServer(slot: 9, incarnation: 4)
    private let proof = FetchProof(secret: "the secret of a cluster, long enough")

    private func request(client: String = "2001:db8::7") -> FetchProof.HandedRequest {
        FetchProof.HandedRequest(
            method: "POST", subject: "/v1/rtc/r1/whip", client: client, server: FetchingServer(slot: 7, incarnation: 3),
            home: Self.home, at: Samples.time, nonce: String(repeating: "0f", count: 16))
    }

    @Test func `a request that was handed on is believed of who has the secret, as it is and at its server alone`() {
        for client in ["2001:db8::7", "192.0.2.7", "fe80::1%eth0", ""] {
            let asked = request(client: client)
            let text = proof.text(of: asked)
            #expect(proof.handedRequest(text, "POST", "/v1/rtc/r1/whip", at: Self.home) == asked)
            #expect(proof.handedRequest(text, "PATCH", "/v1/rtc/r1/whip", at: Self.home) == nil)
            #expect(proof.handedRequest(text, "POST", "/v1/rtc/r2/whip", at: Self.home) == nil)
            #expect(proof.handedRequest(text, "POST", "/v1/rtc/r1/whip", at: asked.server) == nil)
            let other = FetchProof(secret: "another secret")
            #expect(other.handedRequest(text, "POST", "/v1/rtc/r1/whip", at: Self.home) == nil)
        }
        let forged = proof.text(of: request()).replacingOccurrences(of: "2001:db8::7", with: "2001:db8::8")
        #expect(proof.handedRequest(forged, "POST", "/v1/rtc/r1/whip", at: Self.home) == nil, "another address")
        for odd in ["", "-", "7 3 0 x y z", String(repeating: " ", count: 6), String(repeating: "7", count: 400)] {
            #expect(proof.handedRequest(odd, "POST", "/v1/rtc/r1/whip", at: Self.home) == nil)
        }
    }

    @Test func `places are counted for all and for each address, and given back once`() throws {
        var places = HandingPlaces(countMax: 3, addressMax: 2)
        let (one, other) = (AddressKey("192.0.2.1"), AddressKey("192.0.2.2"))
        let first = try places.take(for: one)
        _ = try places.take(for: one)
        var refusal = refusal(of: one, &places)
        #expect(refusal?.message.contains("media.handedOnAddressMax") == true)
        _ = try places.take(for: other)
        refusal = self.refusal(of: nil, &places)
        #expect(refusal?.message.contains("media.handedOnMax") == true)
        #expect(refusal?.code == .mediaBusy)
        places.give(first)
        #expect(places.count == 2)
        _ = try places.take(for: nil)
        #expect(places.count == 3)
        #expect(places.addressCount == 3)
    }

    @Test func `no address is remembered that has no place, and 0 is no limit for one`() throws {
        var places = HandingPlaces(countMax: 100, addressMax: 0)
        var taken: [HandingPlaces.Place] = []
        for _ in 0..<100 { taken.append(try places.take(for: AddressKey("192.0.2.1"))) }
        #expect(refusal(of: AddressKey("192.0.2.2"), &places) != nil)
        for place in taken { places.give(place) }
        #expect(places.count == 0)
        #expect(places.addressCount == 0)
        var none = HandingPlaces(countMax: 0, addressMax: 0)
        #expect(refusal(of: nil, &none) != nil)
    }

    private func refusal(of address: AddressKey?, _ places: inout HandingPlaces) -> Rejection? {
        do throws(MediaRefusal) {
            _ = try places.take(for: address)
            return nil
        } catch {
            return error.rejection
        }
    }
}
