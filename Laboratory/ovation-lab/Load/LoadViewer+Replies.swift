import DequeModule
import Foundation
import NIOCore
import OvationJSON
import OvationModel
import OvationWire

extension LoadViewer {
    /// Takes in the answer to a command.
    func take(_ head: FrameHead, _ frame: ByteBuffer, at now: UInt64) {
        guard !head.isError else {
            refused(head.id, frame)
            return
        }
        let bytes = Data(frame.readableBytesView)
        switch head.id {
        case ID.open: opened(bytes, at: now)
        case ID.join: joined(bytes)
        case ID.chat:
            shard.answeredChat(dropped: Self.dropReason(in: frame))
        case ID.tap:
            let taps = tapsUnanswered.popFirst() ?? 0
            if Self.dropReason(in: frame) == nil {
                shard.statistics.acceptedTaps += taps
            } else {
                shard.statistics.droppedTaps += taps
            }
        case ID.listen, ID.sit: shard.statistics.listening += 1
        case ID.seat:
            if let sentAt = seatChangesUnanswered.popFirst() {
                shard.statistics.seatChanges.record(nanoseconds: now &- sentAt)
            }
        case ID.giftList:
            if let panel = try? ServerFrame.decodeOK(GiftPanel.self, from: bytes) { shard.giftsListed(panel) }
        case ID.publish: publishAddress = (try? ServerFrame.decodeOK(MediaPublishing.self, from: bytes))?.url
        case ID.end: shard.roomEnded(room)
        case let id? where id >= ID.gift:
            guard unansweredOrders.removeValue(forKey: id) != nil else { return }
            let charged = try? ServerFrame.decodeOK(GiftCharged.self, from: bytes)
            shard.answeredGift(in: room, durable: charged?.durable)
        default: break
        }
    }

    /// Why a message was dropped; nil where it was not.
    private static func dropReason(in frame: ByteBuffer) -> String? {
        frame.withUnsafeReadableBytes { bytes in
            guard let place = bytes.firstPlace(of: "\"dropped\":") else { return nil }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[(place + 10)...])
            var cursor = JSONCursor(rest)
            return cursor.text().map { String(decoding: rest[$0.range], as: UTF8.self) }
        }
    }

    private func refused(_ id: Int64?, _ frame: ByteBuffer) {
        guard let answer = try? ServerFrame.decode(Data(frame.readableBytesView)) else { return }
        let rejection: Rejection
        switch answer {
        case .reply(_, .failure(let reason)): rejection = reason
        case .failure(let reason): rejection = reason
        default: return
        }
        shard.refused(rejection, of: user)
        switch id {
        case ID.open, ID.join:
            drop()
        case ID.tap: _ = tapsUnanswered.popFirst()
        case ID.seat: _ = seatChangesUnanswered.popFirst()
        case let id? where id >= ID.gift:
            // For good or, where the storage is busy, to be sent again; the tool does not insist.
            unansweredOrders[id] = nil
        default: break
        }
    }

    private func opened(_ bytes: Data, at now: UInt64) {
        guard let answer = try? ServerFrame.decodeOK(SessionOpened.self, from: bytes) else {
            fail("the answer to session.open cannot be read")
            return
        }
        session = answer.session
        phase = .loggedIn
        shard.loggedIn(self)
        guard isResuming else {
            if goal > .loggedIn { enter() }
            return
        }
        guard answer.resumed, let place = answer.rooms.first, place.joined else {
            shard.statistics.resumeRefused += 1
            shard.note("\(user): not resumed\(answer.rooms.first?.error.map { ", \($0.name)" } ?? "")")
            if goal > .loggedIn { enter() }
            return
        }
        if place.recovered {
            shard.statistics.resumed += 1
            nowPresent(at: now)
        } else {
            shard.statistics.resumedUnrecovered += 1
            if let membership = place.membership {
                epoch = membership.epoch
                check.continueUnrecovered(epoch: FrameHead.number(for: membership.epoch.utf8), seq: membership.seq)
            }
            phase = .entering
        }
    }

    private func joined(_ bytes: Data) {
        guard let answer = try? ServerFrame.decodeOK(RoomJoined.self, from: bytes) else {
            fail("the answer to room.join cannot be read")
            return
        }
        epoch = answer.epoch
        liveSession = answer.sessionID
        check.begin(epoch: FrameHead.number(for: epoch.utf8), seq: answer.seq, durable: answer.durable)
        phase = .entering
        if !isOwner { shard.statistics.joins += 1 }
    }

    /// Compares what it saw with what its live told in the end.
    func finish(seq: Int64, durable: Int64) -> SequenceCheck {
        check.finish(seq: seq, durable: durable)
        return check
    }
}
