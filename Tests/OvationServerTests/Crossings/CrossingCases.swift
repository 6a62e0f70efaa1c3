import OvationBackend
import OvationModel
import OvationRules
import OvationWire

@testable import OvationNode

// The names of all cases of what crosses. A `switch` without a default does not compile where a case is new; its name then has no golden
// file, and `CrossingGoldenTests` says so.

/// A case by its name, as its golden file begins.
protocol CrossingCase: RawRepresentable<String>, CaseIterable, Hashable {
    /// What crosses.
    associatedtype Value

    /// The name of a value's case.
    init(_ value: Value)
}

extension RoomRequest.Body {
    enum Name: String, CrossingCase {
        case command, enter, resume, leave, info, audience, board, metadata, roster, statistics
        case moderationLog, words, setWords, editWords, subscribe, unsubscribe, topicMessages, shutDown, seats, pinned,
            coHosts

        init(_ body: RoomRequest.Body) {
            switch body {
            case .command: self = .command
            case .enter: self = .enter
            case .resume: self = .resume
            case .leave: self = .leave
            case .info: self = .info
            case .audience: self = .audience
            case .board: self = .board
            case .metadata: self = .metadata
            case .roster: self = .roster
            case .statistics: self = .statistics
            case .moderationLog: self = .moderationLog
            case .words: self = .words
            case .setWords: self = .setWords
            case .editWords: self = .editWords
            case .subscribe: self = .subscribe
            case .unsubscribe: self = .unsubscribe
            case .topicMessages: self = .topicMessages
            case .shutDown: self = .shutDown
            case .seats: self = .seats
            case .coHosts: self = .coHosts
            case .pinned: self = .pinned
            }
        }
    }
}

/// The name of a command's case.
enum RoomCommandName: String, CrossingCase {
    case enter, leave, profileChanged, update, changeMetadata, kick, mute, ban, appoint, barrage, gift, like, publish
    case end, message, addRobots, removeRobots, seat, edit, coHost

    init(_ command: RoomCommand) {
        switch command {
        case .enter: self = .enter
        case .leave: self = .leave
        case .profileChanged: self = .profileChanged
        case .update: self = .update
        case .changeMetadata: self = .changeMetadata
        case .kick: self = .kick
        case .mute: self = .mute
        case .ban: self = .ban
        case .appoint: self = .appoint
        case .barrage: self = .barrage
        case .gift: self = .gift
        case .like: self = .like
        case .publish: self = .publish
        case .end: self = .end
        case .message: self = .message
        case .addRobots: self = .addRobots
        case .removeRobots: self = .removeRobots
        case .seat: self = .seat
        case .coHost: self = .coHost
        case .edit: self = .edit
        }
    }
}

extension RoomRoster.Part {
    enum Name: String, CrossingCase {
        case admins, muted, banned, robots

        init(_ part: RoomRoster.Part) {
            switch part {
            case .admins: self = .admins
            case .muted: self = .muted
            case .banned: self = .banned
            case .robots: self = .robots
            }
        }
    }
}

extension RoomReply {
    enum Name: String, CrossingCase {
        case done, barrage, charged, orderRefused, ended, listing, audience, metadata, roster, statistics
        case moderationLog, words, board, published, topicPage, seats, seat, pinned, coHost

        init(_ reply: RoomReply) {
            switch reply {
            case .done: self = .done
            case .barrage: self = .barrage
            case .charged: self = .charged
            case .orderRefused: self = .orderRefused
            case .ended: self = .ended
            case .listing: self = .listing
            case .audience: self = .audience
            case .metadata: self = .metadata
            case .roster: self = .roster
            case .statistics: self = .statistics
            case .moderationLog: self = .moderationLog
            case .words: self = .words
            case .board: self = .board
            case .published: self = .published
            case .topicPage: self = .topicPage
            case .seats: self = .seats
            case .seat: self = .seat
            case .coHost: self = .coHost
            case .pinned: self = .pinned
            }
        }
    }
}

extension RoomNotice {
    enum Name: String, CrossingCase {
        case connectionLost, sessionEnded, edgeReported, subscribed, pictureChanged, coinsTakenBack

        init(_ notice: RoomNotice) {
            switch notice {
            case .connectionLost: self = .connectionLost
            case .sessionEnded: self = .sessionEnded
            case .edgeReported: self = .edgeReported
            case .subscribed: self = .subscribed
            case .pictureChanged: self = .pictureChanged
            case .coinsTakenBack: self = .coinsTakenBack
            }
        }
    }
}

extension EdgeMessage {
    enum Name: String, CrossingCase {
        case batch, flush, admit, refuseEntry, finishEntry, detach, exit, resumed, resumedInPart, resumeEnded
        case sendBack, tellTopic, subscribe, unsubscribe, forget

        init(_ message: EdgeMessage) {
            switch message {
            case .batch: self = .batch
            case .flush: self = .flush
            case .admit: self = .admit
            case .refuseEntry: self = .refuseEntry
            case .finishEntry: self = .finishEntry
            case .detach: self = .detach
            case .exit: self = .exit
            case .resumed: self = .resumed
            case .resumedInPart: self = .resumedInPart
            case .resumeEnded: self = .resumeEnded
            case .sendBack: self = .sendBack
            case .tellTopic: self = .tellTopic
            case .subscribe: self = .subscribe
            case .unsubscribe: self = .unsubscribe
            case .forget: self = .forget
            }
        }
    }
}
