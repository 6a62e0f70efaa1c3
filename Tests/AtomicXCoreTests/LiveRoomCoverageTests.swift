import Foundation
import OvationClient
import OvationModel
import OvationWire
import Testing

/// `LiveRoom` and the client can do everything that the stores can. The test fails when a store gains a method, a value or an event
/// without a counterpart there.
@Suite struct LiveRoomCoverageTests {
    private struct Face {
        let room: LiveRoom
        let directory: LiveDirectory
        let client: OvationClient
    }

    private typealias Counterpart = @MainActor (Face) -> Any

    /// The counterpart of each name in the stores, as code that compiles.
    private static let counterparts: [String: Counterpart] = [
        "LoginStore.login": { $0.client.logIn(sdkAppID:userID:userSig:) }, "LoginStore.logout": { $0.client.logOut },
        "LoginStore.setSelfInfo": { $0.client.updateProfile(_:) },
        "LoginState.loginStatus": { $0.client.session as Any },
        "LoginState.loginUserInfo": { $0.client.session?.profile as Any },
        "LoginEvent.kickedOffline": { _ in LiveRoomEnd.kickedOffline },
        "LoginEvent.loginExpired": { _ in LiveRoomEnd.loginExpired },

        "LiveListStore.createLive": { $0.room.create },
        "LiveListStore.startLive": { $0.room.create },
        "LiveListStore.joinLive": { $0.room.join },
        "LiveListStore.leaveLive": { $0.room.leave },
        "LiveListStore.endLive": { $0.room.end },
        "LiveListStore.updateLiveInfo": { $0.room.update(_:) },
        "LiveListStore.queryMetaData": { $0.room.metadata(keys:) },
        "LiveListStore.updateLiveMetaData": { $0.room.updateMetadata(set:delete:) },
        "LiveListStore.fetchLiveList": { $0.directory.loadMore(count:) },
        "LiveListStore.fetchLiveInfo": { $0.client.room(_:) },
        "LiveListStore.reset": { $0.directory.reset },
        "LiveListState.liveList": { $0.directory.lives }, "LiveListState.liveListCursor": { $0.directory.hasMore },
        "LiveListState.currentLive": { $0.room.info as Any },
        "LiveListEvent.onLiveEnded": { _ in LiveRoomEnd.ended },
        "LiveListEvent.onKickedOutOfLive": { _ in LiveRoomEnd.kicked },

        "LiveAudienceStore.fetchAudienceList": { $0.room.fetchViewers },
        "LiveAudienceStore.setAdministrator": { $0.room.setAdministrator(_:_:) },
        "LiveAudienceStore.revokeAdministrator": { $0.room.setAdministrator(_:_:) },
        "LiveAudienceStore.kickUserOutOfRoom": { $0.room.kick(_:reason:) },
        "LiveAudienceStore.disableSendMessage": { $0.room.setMuted(_:_:seconds:reason:) },
        "LiveAudienceState.audienceList": { $0.room.viewers },
        "LiveAudienceState.audienceCount": { $0.room.viewerCount },
        "LiveAudienceState.messageBannedUserList": { $0.room.mutedUsers },
        "LiveAudienceState.adminList": { $0.room.administrators },
        "LiveAudienceEvent.onAudienceJoined": { _ in LiveRoomEvent.viewerJoined },
        "LiveAudienceEvent.onAudienceLeft": { _ in LiveRoomEvent.viewerLeft },
        "LiveAudienceEvent.onOwnerJoined": { _ in LiveRoomEvent.ownerJoined },
        "LiveAudienceEvent.onOwnerLeft": { _ in LiveRoomEvent.ownerLeft },
        "LiveAudienceEvent.onAdminJoined": { _ in LiveRoomEvent.viewerJoined },
        "LiveAudienceEvent.onAdminLeft": { _ in LiveRoomEvent.viewerLeft },
        "LiveAudienceEvent.onAudienceMessageDisabled": { _ in LiveRoomEvent.muted },

        "GiftStore.setLanguage": { $0.room.fetchGifts(language:) },
        "GiftStore.refreshUsableGifts": { $0.room.fetchGifts(language:) },
        "GiftStore.sendGift": { $0.room.sendGift(_:count:to:orderID:) },
        "GiftState.usableGifts": { $0.room.giftCategories },
        "GiftEvent.onReceiveGift": { _ in LiveRoomEvent.gift },

        "BarrageStore.sendTextMessage": { $0.room.send(_:extensionInfo:) },
        "BarrageStore.sendCustomMessage": { $0.room.send(data:businessID:) },
        "BarrageStore.appendLocalTip": { $0.room.append(tip:) },
        "BarrageStore.deleteMessage": { $0.room.deleteMessage(_:reason:) },
        "BarrageStore.pinMessage": { $0.room.setPinned(_:message:) },
        "BarrageStore.unpinMessage": { $0.room.setPinned(_:message:) },
        "BarrageStore.fetchFilterWords": { $0.room.words },
        "BarrageStore.changeFilterWords": { $0.room.changeWords(add:remove:) },
        "BarrageState.filterWordList": { $0.room.words },
        "BarrageState.messageList": { $0.room.messages },
        "BarrageState.pinnedMessageList": { $0.room.pinned },
        "CustomMessageEvent.customMessageReceived": { _ in LiveRoomEvent.message },

        "LikeStore.sendLike": { $0.room.like(_:) },
        "LikeState.totalLikeCount": { $0.room.likeCount },
        "LikeEvent.onReceiveLikesMessage": { _ in LiveRoomEvent.likes },

        "LiveSummaryState.summaryData": { $0.room.statistics },

        "LeaderboardStore.fetchLeaderboard": { $0.room.board(_:_:count:) },
        "LeaderboardState.topSenders": { $0.room.topSenders },
    ]

    /// `LiveRoom` does not record. An app that has one uses the device store too. It has no seats
    /// yet: an app without the stores uses the client's own calls for them.
    private static let withoutCounterpart: Set<Substring> = [
        "DeviceStore", "DeviceState", "LiveSeatStore", "LiveSeatState", "LiveSeatEvent", "CoGuestStore", "CoGuestState",
        "HostEvent", "GuestEvent", "CoHostStore", "CoHostState", "CoHostEvent", "BattleStore", "BattleState",
        "BattleEvent",
        "AudioEffectStore", "AudioEffectState", "BaseBeautyStore", "BaseBeautyState", "MusicStore", "MusicState",
        "MusicEvent",
        "AITranscriberStore", "TranscriberState", "TranscriberEvent",
    ]

    /// Every method, value and event of the stores, read from their sources.
    private static func names() throws -> Set<String> {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/AtomicXCore").standardizedFileURL
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        var names: Set<String> = []
        let type = #/^(?:public )?(?:(?:final )?class|struct|enum|extension) (\w+)/#
        let member = #/^    (?:public (?:func|var) |case )(\w+)/#
        for file in files ?? [] where file.pathExtension == "swift" {
            var current = Substring("")
            var isOfApps = false
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if let found = line.firstMatch(of: type) {
                    current = found.1
                    isOfApps =
                        (line.hasPrefix("public ") || line.hasPrefix("extension "))
                        && !withoutCounterpart.contains(current)
                }
                guard let found = line.firstMatch(of: member) else { continue }
                let isMethod = current.hasSuffix("Store") && line.contains("func ")
                let isValue = current.hasSuffix("State") && line.contains(" var ")
                let isEvent = current.hasSuffix("Event") && line.contains("case ")
                if isOfApps, isMethod || isValue || isEvent { names.insert("\(current).\(found.1)") }
            }
        }
        return names
    }

    @Test
    func
        `each method, value and event of a store has its counterpart in LiveRoom, in the list of lives or in the client`()
        throws
    {
        let names = try Self.names()
        #expect(names.count > 40)
        #expect(names.subtracting(Self.counterparts.keys).sorted() == [], "a name of the stores has no counterpart")
        #expect(Set(Self.counterparts.keys).subtracting(names).sorted() == [], "a counterpart is in no store")
    }
}
