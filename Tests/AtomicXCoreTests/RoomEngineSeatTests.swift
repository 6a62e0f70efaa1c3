import OvationClient
import OvationModel
import OvationWire
import RTCRoomEngine
import Testing

@testable import AtomicXCore

/// The seat part of the engine and its observers.
@Suite(.timeLimit(.minutes(5))) struct RoomEngineSeatTests: EngineStage {
    /// Records what is told of seats.
    private final class SeatObserver: TUIRoomObserver, Sendable {
        private let told = Locked<[String]>([])

        var lines: [String] {
            told.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }

        private func add(_ line: String) { told.withLock { $0.append(line) } }

        func onSeatListChanged(
            roomId: String, seatList: [TUISeatFullInfo], newlySeatedUsers: [TUIUserInfo], newlyLeftUsers: [TUIUserInfo]
        ) {
            let seats = seatList.map { seat in
                "\(seat.userId ?? "-")\(seat.isSeatLocked ? "L" : "")"
                    + (seat.userId == nil
                        ? "" : " \(seat.userMicrophoneStatus.rawValue)\(seat.userCameraStatus.rawValue)")
            }
            add("\(seats) +\(newlySeatedUsers.map(\.userId)) -\(newlyLeftUsers.map(\.userId))")
        }
        func onKickedOffSeat(seatIndex: Int, operateUser: TUIUserInfo, extensionInfo: String) {
            add("off \(seatIndex) by \(operateUser.userId) \(operateUser.userRole == .roomOwner)")
        }
        func onUserAudioStateChanged(userId: String, hasAudio: Bool, reason: TUIChangeReason) {
            add("\(userId) audio \(hasAudio) \(reason == .byAdmin)")
        }
        func onUserVideoStateChanged(
            userId: String, streamType: TUIVideoStreamType, hasVideo: Bool, reason: TUIChangeReason
        ) { add("\(userId) video \(hasVideo) \(reason == .byAdmin)") }
        func onUserVoiceVolumeChanged(volumeMap: [String: NSNumber]) { add("\(volumeMap.mapValues(\.intValue))") }
    }

    private func stage() -> (stage: SeatStage, engine: TUIRoomEngine, observer: SeatObserver) {
        let stage = SeatStage()
        let engine = TUIRoomEngine(center: stage.world.hub.engine.center)
        let observer = SeatObserver()
        engine.addObserver(observer)
        return (stage, engine, observer)
    }

    @Test func `seats, those who sit down and leave, and their devices reach the observer`() async throws {
        let (stage, _, observer) = stage()
        stage.serve([SeatStage.seat(0, World.owner) { $0.isCameraOn = true }])
        try await stage.enter()
        #expect(
            observer.lines == [#"["host 10", "-", "-", "-"] +["host"] -[]"#, "host video true false"])
        try await stage.change(
            [SeatStage.seat(1, World.other) { $0.isMicrophoneOn = true }, SeatStage.seat(3) { $0.isLocked = true }],
            number: 1)
        #expect(
            observer.lines == [#"["host 10", "other 01", "-", "-L"] +["other"] -[]"#, "other audio true false"])
        try await stage.change(
            [SeatStage.seat(1, World.other) { $0.isMicrophoneLocked = true }], .locked, number: 2)
        #expect(observer.lines == [#"["host 10", "other 21", "-", "-L"] +[] -[]"#, "other audio false true"])
        try await stage.change([SeatStage.seat(1)], .left, number: 3)
        #expect(observer.lines == [#"["host 10", "-", "-", "-L"] +[] -["other"]"#])
    }

    @Test func `who is kicked off a seat is told by whom`() async throws {
        let (stage, _, observer) = stage()
        stage.serve([SeatStage.seat(2, World.viewer)], templateID: 70)
        try await stage.enter()
        _ = observer.lines
        try await stage.change(
            [SeatStage.seat(2)], .kicked, removed: [.init(userID: World.viewer.userID, index: 2)], by: World.owner,
            number: 1)
        #expect(observer.lines == [#"["-", "-", "-", "-"] +[] -["viewer"]"#, "off 2 by host true"])
    }

    @Test func `volumes reach the observer`() async throws {
        let (stage, _, observer) = stage()
        try await stage.enter()
        _ = observer.lines
        stage.world.seat.state.update { $0.speakingUsers = ["other": 30] }
        #expect(observer.lines == [#"["other": 30]"#])
    }

    @Test func `a lock names every part of the seat, as it was when it was called`() async throws {
        let (stage, engine, _) = stage()
        try await stage.create()
        stage.world.server.on("seat.lock", ok: Empty())
        let lock = TUISeatLockParams()
        lock.lockAudio = true
        let locked = await answer { yes, no in
            engine.lockSeatByAdmin(1, lockMode: lock, onSuccess: { yes("locked") }, onError: no)
            lock.lockSeat = true
        }
        #expect(locked == "locked")
        #expect(
            stage.world.server.commands("seat.lock") == [
                .seatLock(SeatLock(index: 1, isLocked: false, isMicrophoneLocked: true, isCameraLocked: false))
            ])
        stage.world.server.on("seat.lock", error: Rejection(.seatNotFound))
        let refused = await answer { _, no in
            engine.lockSeatByAdmin(.max, lockMode: lock, onSuccess: {}, onError: no)
        }
        #expect(refused == "\(TUIError.seatIndexNotExist.rawValue)")
    }

    @Test func `the layout of seats can be asked for`() async throws {
        let (stage, engine, _) = stage()
        try await stage.enter()
        let answer = await withCheckedContinuation { continuation in
            engine.callExperimentalAPI(jsonStr: #"{"api":"querySeatLayout"}"#) { continuation.resume(returning: $0) }
        }
        #expect(answer == #"{"canvasHeight":1280,"canvasWidth":720,"code":0,"message":"","templateId":600}"#)
    }
}
