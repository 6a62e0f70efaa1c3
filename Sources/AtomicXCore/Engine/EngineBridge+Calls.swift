import OvationClient
import OvationModel
import OvationWire
import RTCRoomEngine

/// The engine's calls, carried out by the stores.
extension EngineBridge: RoomEngineBackend {
    var user: (userID: String, userName: String, avatarURL: String)? {
        guard let profile = login.state.value.loginUserInfo else { return nil }
        let name = profile.nickname ?? ""
        return (profile.userID, name.isEmpty ? profile.userID : name, profile.avatarURL ?? "")
    }

    var liveID: String? {
        let live = liveList.state.value.currentLive
        return live.isEmpty ? nil : live.liveID
    }

    var layoutID: UInt? {
        let live = liveList.state.value.currentLive
        return live.isEmpty ? nil : live.seatLayoutTemplateID
    }

    var canvas: (width: Int, height: Int)? {
        liveID.map { liveID in
            let canvas = seats.store(for: liveID).state.value.canvas
            return (Int(canvas.w.clamped(to: 0...1_000_000)), Int(canvas.h.clamped(to: 0...1_000_000)))
        }
    }

    func enqueue(_ work: @escaping @Sendable () -> Void) { runtime.queue.async(work) }

    func startLive(_ live: TUILiveInfo, _ answer: @escaping Answer<TUILiveInfo>) {
        liveList.startLive(LiveInfo(live), completion: forwarding(answer) { TUILiveInfo($0) })
    }

    func stopLive(_ answer: @escaping Answer<TUILiveStatisticsData>) {
        liveList.endLive(completion: forwarding(answer) { $0 })
    }

    func joinLive(_ liveID: String, _ answer: @escaping Answer<TUILiveInfo>) {
        liveList.joinLive(liveID: liveID, completion: forwarding(answer) { TUILiveInfo($0) })
    }

    func leaveLive(_ answer: @escaping Answer<Void>) { liveList.leaveLive(completion: forwarding(answer) { $0 }) }

    func setLive(_ live: TUILiveInfo, _ flags: TUILiveModifyFlag, _ answer: @escaping Answer<Void>) {
        let flags = LiveInfo.ModifyFlag(rawValue: flags.rawValue)
        liveList.updateLiveInfo(LiveInfo(live), modifyFlag: flags, completion: forwarding(answer) { $0 })
    }

    func live(_ liveID: String, _ answer: @escaping Answer<TUILiveInfo>) {
        liveList.fetchLiveInfo(liveID: liveID, completion: forwarding(answer) { TUILiveInfo($0) })
    }

    func statistics(of liveID: String, _ answer: @escaping Answer<TUILiveStatisticsData>) {
        let completion = Completion<LiveSummaryData>(forwarding(answer) { TUILiveStatisticsData($0) })
        runtime.perform(in: nil, completion) { [self, runtime] in
            _ = try runtime.client()
            return {
                guard self.liveID == liveID else { throw Rejection(.notInRoom) }
                return self.summaries.store(for: liveID).state.value.summaryData
            }
        }
    }

    func lives(cursor: String, count: Int, _ answer: @escaping Answer<(String, [TUILiveInfo])>) {
        let completion = Completion<RoomPage>(
            forwarding(answer) { page in (page.cursor, page.rooms.map { TUILiveInfo(LiveInfo($0.info)) }) })
        runtime.perform(in: nil, completion) { [runtime] in
            guard count > 0 else { throw Rejection(.invalidParameter, "A page has at least one live.") }
            let page = try await runtime.client().rooms(cursor: cursor, count: min(count, 50))
            return { page }
        }
    }

    func lockSeat(_ index: Int, _ lock: RoomEngineSeatLock, _ answer: @escaping Answer<Void>) {
        // Outside of a live any store refuses it with the right number.
        let lock = SeatLock(
            index: index, isLocked: lock.seat, isMicrophoneLocked: lock.microphone, isCameraLocked: lock.camera)
        seats.store(for: liveID ?? "").lock(lock, completion: forwarding(answer) { $0 })
    }

    func metadata(_ keys: [String], _ answer: @escaping Answer<[String: String]>) {
        liveList.queryMetaData(keys: keys, completion: forwarding(answer) { $0 })
    }

    func setMetadata(_ metadata: [String: String], _ answer: @escaping Answer<Void>) {
        liveList.updateLiveMetaData(metadata, completion: forwarding(answer) { $0 })
    }

    func sendGift(_ giftID: String, count: UInt, in liveID: String, _ answer: @escaping Answer<Void>) {
        gifts.store(for: liveID).sendGift(giftID: giftID, count: count, completion: forwarding(answer) { $0 })
    }

    func sendLike(count: UInt, in liveID: String, _ answer: @escaping Answer<Void>) {
        likes.store(for: liveID).sendLike(count: count, completion: forwarding(answer) { $0 })
    }

    /// Makes a completion for a store's call that passes its result on to the engine.
    private func forwarding<Value, Answered>(
        _ answer: @escaping Answer<Answered>, _ map: @escaping (Value) -> Answered
    ) -> (Result<Value, ErrorInfo>) -> Void {
        { answer($0.map(map).mapError { RoomEngineFailure(code: $0.code, message: $0.message) }) }
    }
}
