import Testing

@testable import OvationHTTP

/// Answers to an offer of compression (RFC 7692, 7.1).
struct DeflateExtensionTests {
    @Test(arguments: [
        (["permessage-deflate"], "permessage-deflate; client_no_context_takeover"),
        (["permessage-deflate; client_max_window_bits"], "permessage-deflate; client_no_context_takeover"),
        (["Permessage-Deflate ;client_max_window_bits=10"], "permessage-deflate; client_no_context_takeover"),
        (["permessage-deflate; client_no_context_takeover"], "permessage-deflate; client_no_context_takeover"),
        (
            ["permessage-deflate; server_no_context_takeover"],
            "permessage-deflate; client_no_context_takeover; server_no_context_takeover"
        ),
        (
            ["permessage-deflate; server_max_window_bits=9"],
            "permessage-deflate; client_no_context_takeover; server_max_window_bits=9"
        ),
        (
            ["permessage-deflate; server_max_window_bits=\"15\""],
            "permessage-deflate; client_no_context_takeover; server_max_window_bits=15"
        ),
        (["x-webkit-deflate-frame, permessage-deflate"], "permessage-deflate; client_no_context_takeover"),
        (["x", "permessage-deflate"], "permessage-deflate; client_no_context_takeover"),
        (
            ["permessage-deflate; server_max_window_bits=8, permessage-deflate; server_max_window_bits=11"],
            "permessage-deflate; client_no_context_takeover; server_max_window_bits=11"
        ),
    ])
    func `the first acceptable offer is accepted`(offers: [String], answer: String) {
        #expect(DeflateExtension.accept(offers)?.header == answer)
    }

    @Test(arguments: [
        "", ",", ";", "deflate", "permessage-deflate; x", "permessage-deflate; server_max_window_bits",
        "permessage-deflate; server_max_window_bits=8", "permessage-deflate; server_max_window_bits=16",
        "permessage-deflate; server_max_window_bits=09", "permessage-deflate; server_max_window_bits=+9",
        "permessage-deflate; client_max_window_bits=7", "permessage-deflate; client_max_window_bits=",
        "permessage-deflate; server_no_context_takeover=1", "permessage-deflate; client_no_context_takeover=",
        "permessage-deflate; client_max_window_bits; client_max_window_bits", "permessage-deflate;",
    ])
    func `an offer with an unknown, repeated or invalid parameter is declined`(offer: String) {
        #expect(DeflateExtension.accept([offer]) == nil)
    }

    @Test func `a client without context takeover or with a small window does not follow a room's stream`() {
        #expect(DeflateExtension.accept(["permessage-deflate"])?.followsSharedStream == true)
        #expect(DeflateExtension.accept(["permessage-deflate; server_max_window_bits=14"])?.followsSharedStream == true)
        #expect(
            DeflateExtension.accept(["permessage-deflate; server_max_window_bits=13"])?.followsSharedStream == false)
        #expect(
            DeflateExtension.accept(["permessage-deflate; server_no_context_takeover"])?.followsSharedStream == false)
    }
}
