#if canImport(ObjectiveC)
    import Foundation

    // Objective-C cannot use a Swift struct. So each method with a `TUIError` has a second form here, under the vendor's selector, which
    // passes the error's number as an `NSInteger`. Swift code does not see these methods. Observers are Swift protocols with default
    // methods, so an app has to write them in Swift.

    extension TUIRoomEngine {
        /// ``getRoomMetadata(_:onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(getRoomMetadata:onSuccess:onError:)
        public func objcGetRoomMetadata(
            _ keys: [String], onSuccess: @escaping ([String: String]) -> Void, onError: @escaping (Int, String) -> Void
        ) {
            getRoomMetadata(keys, onSuccess: onSuccess) { error, message in onError(error.rawValue, message) }
        }

        /// ``setRoomMetadataByAdmin(_:onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(setRoomMetadataByAdmin:onSuccess:onError:)
        public func objcSetRoomMetadataByAdmin(
            _ metadata: [String: String], onSuccess: @escaping () -> Void, onError: @escaping (Int, String) -> Void
        ) {
            setRoomMetadataByAdmin(metadata, onSuccess: onSuccess) { error, message in onError(error.rawValue, message)
            }
        }

        /// ``lockSeatByAdmin(_:lockMode:onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(lockSeatByAdmin:lockMode:onSuccess:onError:)
        public func objcLockSeatByAdmin(
            _ seatIndex: Int, lockMode: TUISeatLockParams, onSuccess: @escaping () -> Void,
            onError: @escaping (Int, String) -> Void
        ) {
            lockSeatByAdmin(seatIndex, lockMode: lockMode, onSuccess: onSuccess) { error, message in
                onError(error.rawValue, message)
            }
        }
    }

    extension TUILiveListManager {
        /// ``joinLive(roomId:onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(joinLive:onSuccess:onError:)
        public func objcJoinLive(
            _ roomId: String, onSuccess: @escaping (TUILiveInfo) -> Void, onError: @escaping (Int, String) -> Void
        ) {
            joinLive(roomId: roomId, onSuccess: onSuccess) { error, message in onError(error.rawValue, message) }
        }

        /// ``leaveLive(onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(leaveLive:onError:)
        public func objcLeaveLive(_ onSuccess: @escaping () -> Void, onError: @escaping (Int, String) -> Void) {
            leaveLive(onSuccess: onSuccess) { error, message in onError(error.rawValue, message) }
        }

        /// ``startLive(liveInfo:onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(startLive:onSuccess:onError:)
        public func objcStartLive(
            _ liveInfo: TUILiveInfo, onSuccess: @escaping (TUILiveInfo) -> Void,
            onError: @escaping (Int, String) -> Void
        ) {
            startLive(liveInfo: liveInfo, onSuccess: onSuccess) { error, message in onError(error.rawValue, message) }
        }

        /// ``stopLive(onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(stopLive:onError:)
        public func objcStopLive(
            _ onSuccess: @escaping (TUILiveStatisticsData) -> Void, onError: @escaping (Int, String) -> Void
        ) {
            stopLive(onSuccess: onSuccess) { error, message in onError(error.rawValue, message) }
        }

        /// ``getLiveInfo(_:onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(getLiveInfo:onSuccess:onError:)
        public func objcGetLiveInfo(
            _ roomId: String, onSuccess: @escaping (TUILiveInfo) -> Void, onError: @escaping (Int, String) -> Void
        ) {
            getLiveInfo(roomId, onSuccess: onSuccess) { error, message in onError(error.rawValue, message) }
        }

        /// ``fetchLiveList(cursor:count:onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(fetchLiveList:count:onSuccess:onError:)
        public func objcFetchLiveList(
            _ cursor: String, count: Int, onSuccess: @escaping (String, [TUILiveInfo]) -> Void,
            onError: @escaping (Int, String) -> Void
        ) {
            fetchLiveList(cursor: cursor, count: count, onSuccess: onSuccess) { error, message in
                onError(error.rawValue, message)
            }
        }
    }

    extension TUILiveGiftManager {
        /// ``sendGift(roomId:giftId:count:onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(sendGift:giftId:count:onSuccess:onError:)
        public func objcSendGift(
            _ roomId: String, giftId: String, count: UInt, onSuccess: @escaping () -> Void,
            onError: @escaping (Int, String) -> Void
        ) {
            sendGift(roomId: roomId, giftId: giftId, count: count, onSuccess: onSuccess) { error, message in
                onError(error.rawValue, message)
            }
        }

        /// ``sendLike(roomId:count:onSuccess:onError:)`` for Objective-C.
        @available(swift, obsoleted: 1.0)
        @objc(sendLike:count:onSuccess:onError:)
        public func objcSendLike(
            _ roomId: String, count: UInt, onSuccess: @escaping () -> Void, onError: @escaping (Int, String) -> Void
        ) {
            sendLike(roomId: roomId, count: count, onSuccess: onSuccess) { error, message in
                onError(error.rawValue, message)
            }
        }
    }
#endif
