import Foundation
import OvationModel
import Testing

@testable import OvationBackend

@Suite struct CallbackSignatureTests {
    private let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private let now = Timestamp(milliseconds: 1_614_265_330_000)
    private let body = Array(#"{"test": 2432232314}"#.utf8)

    private func headers(_ secrets: [String], id: String = "msg_p5jXN8AQM9LWM0D4loKWxJek") -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: CallbackSignature.headers(id: id, body: body, secrets: secrets, at: now).map {
                ($0.name, $0.value)
            })
    }

    private func isGenuine(
        _ headers: [String: String], _ body: [UInt8]? = nil, secrets: [String]? = nil, after seconds: Int64 = 0
    ) -> Bool {
        WebhookVerifier(secrets: secrets ?? [secret]).isGenuine(
            headers: headers, body: body ?? self.body,
            now: Date(timeIntervalSince1970: TimeInterval(now.seconds + seconds)))
    }

    @Test func `the query's sign agrees with the vendor's vector`() {
        #expect(
            CallbackSignature.sign(token: "xxxxyyyy", requestTime: 1_669_872_112)
                == "17773bc39a671d7b9aa835458704d2a6db81360a5940292b587d6d760d484061")
    }

    @Test func `the body's signature agrees with the Standard Webhooks libraries' vector`() {
        #expect(headers([secret])["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func `an unchanged callback is genuine`() {
        #expect(isGenuine(headers([secret])))
        #expect(isGenuine(headers([secret]), after: 300))
        #expect(isGenuine(headers([secret]), after: -300))
    }

    @Test func `a callback with any change is not genuine`() {
        let good = headers([secret])
        for index in body.indices {
            var tampered = body
            tampered[index] ^= 1
            #expect(!isGenuine(good, tampered))
        }
        #expect(!isGenuine(good, body + [0x20]))
        #expect(!isGenuine(good, Array(body.dropLast())))
        #expect(!isGenuine(good, []))
        for (name, value) in [
            ("webhook-id", "msg_other"), ("webhook-timestamp", "1614265331"), ("webhook-timestamp", "1614265330 "),
            ("webhook-timestamp", ""), ("webhook-signature", ""), ("webhook-signature", "v1,"),
            ("webhook-signature", "v1,AAAA"),
            ("webhook-signature", good["webhook-signature"]!.replacing("v1,", with: "v2,")),
            ("webhook-signature", String(good["webhook-signature"]!.dropFirst(3))),
        ] {
            var changed = good
            changed[name] = value
            #expect(!isGenuine(changed), "\(name): \(value)")
        }
        for name in good.keys {
            var lacking = good
            lacking[name] = nil
            #expect(!isGenuine(lacking), "without \(name)")
        }
    }

    @Test func `a replay after more than five minutes is not genuine, nor is a time in the future`() {
        #expect(!isGenuine(headers([secret]), after: 301))
        #expect(!isGenuine(headers([secret]), after: 86_400))
        #expect(!isGenuine(headers([secret]), after: -301))
    }

    @Test func `the headers of one callback do not fit another`() {
        // Two dots separate id, time and body, so no part can borrow a byte from its neighbour.
        let one = headers([secret], id: "msg_1")
        var other = headers([secret], id: "msg_2")
        #expect(isGenuine(one) && isGenuine(other))
        other["webhook-signature"] = one["webhook-signature"]
        #expect(!isGenuine(other))
        var shifted = one
        shifted["webhook-id"] = "msg_1.1614265330"
        #expect(!isGenuine(shifted))
    }

    @Test func `while secrets rotate, receivers with the old one and with the new one both verify`() {
        let new = CallbackSignature.makeSecret()
        let settings = CallbackSettings(
            url: "https://example.com",
            secrets: [
                CallbackSettings.Secret(text: new, until: nil),
                CallbackSettings.Secret(text: secret, until: now.adding(seconds: 60)),
            ])
        let during = headers(settings.secrets(at: now))
        #expect(during["webhook-signature"]?.split(separator: " ").count == 2)
        #expect(isGenuine(during, secrets: [secret]))
        #expect(isGenuine(during, secrets: [new]))
        #expect(isGenuine(during, secrets: [new, secret]))
        #expect(!isGenuine(during, secrets: [CallbackSignature.makeSecret()]))
        let after = headers(settings.secrets(at: now.adding(seconds: 60)))
        #expect(after["webhook-signature"]?.split(separator: " ").count == 1)
        #expect(!isGenuine(after, secrets: [secret]))
        #expect(isGenuine(after, secrets: [new]))
    }

    @Test func `a secret has the format of Standard Webhooks`() {
        let secret = CallbackSignature.makeSecret()
        #expect(CallbackSignature.isSecret(secret))
        #expect(secret != CallbackSignature.makeSecret())
        for text in ["", "whsec_", "whsec_AAAA", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_not base64", secret + "=A"]
        {
            #expect(!CallbackSignature.isSecret(text), "\(text)")
        }
    }
}
