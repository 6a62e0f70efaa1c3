import Foundation
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore
@testable import TUILiveKit

@MainActor
@Suite(.timeLimit(.minutes(5))) struct GiftValueTests {
    @Test func `extension information holds any JSON value and survives a round trip`() throws {
        let json =
            #"{"a":null,"b":true,"c":-3,"d":1.5,"e":"text","f":[1,"two",[false]],"g":{"h":{"i":9007199254740993}}}"#
        let read = try JSONDecoder().decode([String: AnyCodable].self, from: Data(json.utf8))
        #expect(read["b"]?.value as? Bool == true && read["c"]?.value as? Int == -3)
        #expect(read["d"]?.value as? Double == 1.5 && read["e"]?.value as? String == "text")
        #expect((read["f"]?.value as? [Any])?.count == 3 && read["a"]?.value is Void)
        #expect(((read["g"]?.value as? [String: Any])?["h"] as? [String: Any])?["i"] as? Int == 9_007_199_254_740_993)
        let again = try JSONDecoder().decode([String: AnyCodable].self, from: JSONEncoder().encode(read))
        #expect(again == read)
    }

    @Test func `extension information is built from values and from literals`() {
        let literal: AnyCodable = ["n": Void(), "t": true, "i": 1, "d": 0.5, "s": "x", "l": [1, 2], "o": ["k": "v"]]
        let made = AnyCodable([
            "n": AnyCodable(String?.none), "t": AnyCodable(true), "i": AnyCodable(UInt8(1)),
            "d": AnyCodable(Float(0.5)),
            "s": AnyCodable("x"), "l": AnyCodable([1, 2]), "o": AnyCodable(["k": "v"]),
        ])
        #expect(literal == made)
        #expect(AnyCodable(UInt64.max).value as? Double == Double(UInt64.max))
        #expect(AnyCodable(Date()) == nil, "A value that JSON lacks is null.")
    }

    @Test func `a gift with only an id is decoded, and a gift survives a round trip`() throws {
        let bare = try JSONDecoder().decode(TUIGift.self, from: Data(#"{"giftId":"rose"}"#.utf8))
        #expect(bare.giftId == "rose" && bare.price == 0 && bare.extInfo.isEmpty && bare.animationUrl.isEmpty)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TUIGift.self, from: Data("{}".utf8)) }
        let gift = TUIGift(
            giftId: "a", giftName: "A", imageUrl: "i", animationUrl: "https://x/y", price: 3, extInfo: ["k": [1]])
        let expected =
            #"{"animationUrl":"https://x/y","extInfo":{"k":[1]},"giftId":"a","giftName":"A","imageUrl":"i","price":3}"#
        #expect(gift.toString() == expected)
        gift.extInfo["k"] = nil
        #expect(gift.extInfo.isEmpty && TUIGift().giftId.isEmpty)
    }

    @Test func `a user can be changed and survives a round trip`() throws {
        let user = TUIGiftUser()
        user.userId = "host"
        user.userName = "Host"
        user.avatarUrl = "a"
        user.level = "3"
        let read = try JSONDecoder().decode(TUIGiftUser.self, from: JSONEncoder().encode(user))
        #expect(read.userId == "host" && read.userName == "Host" && read.avatarUrl == "a" && read.level == "3")
    }

    @Test func `a late answer for an earlier gift list is ignored`() async throws {
        final class SlowServer: IGiftCloudServer {
            var answer: ((TUIGiftServerError, [TUIGift]) -> Void)?

            func rechargeBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) {}
            func queryBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) {}
            func queryGiftInfoList(callback: @escaping (TUIGiftServerError, [TUIGift]) -> Void) { answer = callback }
            func sendGift(
                sender: String, receiver: String, giftModel: TUIGift, giftCount: Int,
                callback: @escaping (TUIGiftServerError, Int) -> Void
            ) {}
        }
        let (world, old, new) = (KitWorld(), SlowServer(), SlowServer())
        world.kit.store.giftCloudServer = old
        world.kit.store.giftCloudServer = new
        new.answer?(.noError, [TUIGift(giftId: "n", giftName: "", imageUrl: "", animationUrl: "", price: 1)])
        old.answer?(.noError, [])
        #expect(world.kit.store.giftList.map(\.giftId) == ["n"])
        new.answer?(.operationFailed, [])
        #expect(world.kit.store.giftList.map(\.giftId) == ["n"], "A failure keeps the earlier state.")
    }

    @Test func `the panel's likes are batched, and a final refusal is not retried`() async throws {
        let world = KitWorld()
        try await world.enter()
        let list = world.makeListView()
        for _ in 0..<5 { list.sendLike() }
        while world.server.commands("like.send").isEmpty { await world.settle() }
        // The six seconds begin with the answer, which may come after any settling.
        while world.server.commands("like.send").count < 2 {
            await world.settle()
            world.clock.advance(milliseconds: 6_000)
        }
        let counts = world.server.commands("like.send").map { command in
            if case .likeSend(let like) = command { like.count ?? 1 } else { 0 }
        }
        #expect(counts == [1, 4])
        world.server.refuse(.likesDisabled)
        list.sendLike()
        while world.server.commands("like.send").count < 3 {
            await world.settle()
            world.clock.advance(milliseconds: 6_000)
        }
        await world.settle()
        world.clock.advance(milliseconds: 60_000)
        await world.settle()
        #expect(world.server.commands("like.send").count == 3)
    }
}
