import ArgumentParser
import Foundation
import OvationModel
import Testing

@testable import OvationNode
@testable import ovation

/// The report of the command on a UserSig.
@Suite struct UserSigCommandTests {
    private let alice = UserID(unchecked: "alice")
    private let now = Timestamp(milliseconds: 1_732_156_800_000)
    private let verifier = UserSigVerifier(sdkAppID: 7, secret: "secret", devUserSig: false)

    @Test func `a valid UserSig is reported with its contents`() {
        let text = UserSigMaker.make(userID: alice, sdkAppID: 7, secret: "secret", issuedAt: now, validForSeconds: 59)
        let report = UserSigReport(of: text, user: nil, verifier: verifier, now: now)
        #expect(report.valid)
        #expect(
            report.text == """
                Good.
                  user      alice
                  sdkAppID  7
                  issued    2024-11-21T02:40:00Z
                  expires   2024-11-21T02:41:00Z
                """)
        #expect(UserSigReport(of: text, user: alice, verifier: verifier, now: now) == report)
    }

    @Test func `a refused UserSig is reported with its code`() {
        let text = UserSigMaker.make(userID: alice, sdkAppID: 7, secret: "secret", issuedAt: now, validForSeconds: 59)
        let later = now.adding(seconds: 60)
        #expect(UserSigReport(of: text, user: nil, verifier: verifier, now: later).code == 70_001)
        #expect(UserSigReport(of: text, user: UserID(unchecked: "bob"), verifier: verifier, now: now).code == 70_013)
        let garbage = UserSigReport(of: "garbage", user: nil, verifier: verifier, now: now)
        #expect(garbage.code == 70_003)
        #expect(garbage.identifier == nil)
        #expect(garbage.text.hasPrefix("Refused with 70003: "))
    }

    @Test(arguments: [
        ["usersig", "make"], ["usersig", "make", "--user", "al ice"], ["usersig", "make", "--user", ""],
        ["usersig", "make", "--user", "a", "--expires-in-seconds", "0"],
        ["usersig", "make", "--user", "a", "--expires-in-seconds", "x"],
        ["usersig", "check"], ["usersig", "check", "x", "--user", "b b"], ["config", "chek"], ["serve", "extra"],
    ]) func `an invalid command line is refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try OvationCommand.parseAsRoot(arguments) }
    }

    @Test func `the help of the command shows how to begin`() {
        let help = OvationCommand.helpMessage()
        for word in [
            "ovation serve --dev", "http://127.0.0.1:8080", "ovation config default", "OVATION_APP_SECRET", "usersig",
        ] {
            #expect(help.contains(word), "\(word)")
        }
    }
}
