import OvationModel

/// Requests for a link, and the place in it.
extension CoHostRoom {
    mutating func request(
        _ live: LiveID, _ templateID: Int, _ seconds: Int, _ extraInfo: String, _ context: CoHostContext,
        _ change: inout CoHostChange
    ) throws(Rejection) {
        guard FieldBounds.coHostRequestSeconds.contains(seconds) else {
            let range = FieldBounds.coHostRequestSeconds
            throw Rejection(.illegalParameter, "\"seconds\" is \(range.lowerBound) to \(range.upperBound).")
        }
        if let refusal = FieldRules.text(extraInfo, "extraInfo", FieldBounds.coHostExtraInfoBytesMax) { throw refusal }
        guard live != context.host.liveID else {
            throw Rejection(.illegalParameter, "A live is not joined with itself.")
        }
        let hosts = record.membership?.link.hosts ?? []
        guard !hosts.contains(where: { $0.liveID == live }) else { throw Rejection(.roomInConnection) }
        guard record.application?.isAccepted != true,
            !record.invitations.contains(where: { $0.request.liveID == live })
        else { throw Rejection(.pendingConnectionRequest) }
        guard max(1, hosts.count) + record.invitations.count < context.livesMax else {
            throw Rejection(.connectionOrBattleLimitExceeded)
        }
        if let requestedAt, context.now.milliseconds(since: requestedAt) < Int64(context.requestMilliseconds) {
            throw Rejection(.creatingConnectionTooFrequent)
        }
        requestedAt = context.now
        let request = CoHostRequest(
            ticket: makeTicket(context), inviter: context.host, liveID: live, templateID: templateID,
            extraInfo: extraInfo,
            deadline: context.now.adding(
                seconds: Int64(seconds == 0 ? FieldBounds.coHostRequestSeconds.upperBound : seconds)))
        record.invitations.append(CoHostRecord.Invitation(request: request, phase: .sending))
        change.send(.invite(request, link: record.membership?.link.linkID), to: .live(live), context)
        change.outcome.awaited = request.ticket
    }

    mutating func cancel(
        _ live: LiveID, _ context: CoHostContext, _ change: inout CoHostChange
    ) throws(Rejection) {
        guard let place = record.invitations.firstIndex(where: { $0.request.liveID == live && $0.phase != .joining })
        else { throw Rejection(.connectionNotExist, "No request to that live waits.") }
        end(invitationAt: place, .cancelled, context, &change)
    }

    mutating func answer(
        _ live: LiveID, _ isAccepted: Bool, _ context: CoHostContext, _ change: inout CoHostChange
    ) throws(Rejection) {
        guard let application = record.application, application.request.inviter.liveID == live,
            !application.isAccepted
        else { throw Rejection(.connectionNotExist, "No request of that live waits.") }
        guard isAccepted else {
            drop(application, .rejected, context, &change)
            return
        }
        guard record.membership == nil else { throw Rejection(.roomConnectedInOther) }
        record.application?.isAccepted = true
        change.send(.accepted(application.request.ticket, by: context.host), to: .live(live), context)
        change.outcome.awaited = application.request.ticket
    }

    /// Mutes the host of a live of the link for those in this live, or lets the host be heard again.
    mutating func mute(
        _ live: LiveID, _ isMuted: Bool, _ context: CoHostContext, _ change: inout CoHostChange
    ) throws(Rejection) {
        guard live != context.host.liveID else {
            throw Rejection(.illegalParameter, "A live mutes the hosts of other lives only.")
        }
        guard let link, link.hosts.contains(where: { $0.liveID == live }) else {
            throw Rejection(.connectionNotExist, "That live is not in the link.")
        }
        let before = record.mutedLives ?? []
        guard before.contains(live) != isMuted else { return }
        let after = isMuted ? before + [live] : before.filter { $0 != live }
        record.mutedLives = after.isEmpty ? nil : after
        change.events.append(
            .coHostChanged(CoHostChanged(link: link, joined: [], left: [], mutedLives: record.mutedLives)))
    }

    /// Forgets who was muted of those who are in the link no longer. Who comes back is heard.
    private mutating func keepMuted(of link: CoHostLink?) {
        let muted = (record.mutedLives ?? []).filter { live in link?.hosts.contains { $0.liveID == live } ?? false }
        record.mutedLives = muted.isEmpty ? nil : muted
    }

    /// A request of this live ends.
    func ended(_ request: CoHostRequest, _ outcome: CoHostRequestOutcome) -> RoomEvent {
        .coHostRequestEnded(CoHostRequestEnded(request, outcome))
    }

    mutating func end(
        invitationAt place: Int, _ outcome: CoHostRequestOutcome, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        let invitation = record.invitations.remove(at: place)
        let request = invitation.request
        if invitation.phase == .sending { change.answer(request.ticket, .asked(.tryAgain)) }
        change.send(.withdrawn(request.ticket, outcome), to: .live(request.liveID), context)
        change.tell(ended(request, outcome))
    }

    /// The request of another live ends, by this side.
    mutating func drop(
        _ application: CoHostRecord.Application, _ outcome: CoHostRequestOutcome, _ context: CoHostContext,
        _ change: inout CoHostChange
    ) {
        record.application = nil
        let request = application.request
        change.send(.rejected(request.ticket), to: .live(request.inviter.liveID), context)
        if application.isAccepted { change.answer(request.ticket, .joined(false)) }
        change.tell(ended(named(request, context), outcome))
    }

    func named(_ request: CoHostRequest, _ context: CoHostContext) -> CoHostRequest {
        var request = request
        request.invitee = context.host.user
        return request
    }

    mutating func leaveLink(_ context: CoHostContext, _ change: inout CoHostChange) {
        guard let membership = record.membership else { return }
        record.membership = nil
        keepMuted(of: nil)
        change.send(.absent(membership.ticket, coins: nil), to: .link(membership.link.linkID), context)
        failJoining(context, &change)
        if !membership.link.hosts.isEmpty {
            change.events.append(
                .coHostChanged(CoHostChanged(link: nil, joined: [], left: membership.link.hosts)))
        }
    }
}

// MARK: - Letters about requests and links

extension CoHostRoom {
    /// Another live asks for a link.
    mutating func invited(
        _ request: CoHostRequest, link: CoHostLinkID?, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        let code: CoHostCode
        if record.application?.request.ticket == request.ticket {
            code = .success
        } else if let own = record.membership?.link.linkID {
            code = own == link ? .pending : .linkedElsewhere
        } else if record.application != nil {
            code = .pending
        } else if request.deadline <= context.now {
            code = .tryAgain
        } else {
            code = .success
            record.application = CoHostRecord.Application(request: request, isAccepted: false)
            change.tell(.coHostRequested(named(request, context)))
        }
        change.send(
            .invited(request.ticket, code, by: context.host), to: .live(request.inviter.liveID), context)
    }

    /// Another live says whether its host is asked.
    mutating func asked(
        _ ticket: CoHostTicket, _ code: CoHostCode, by host: CoHost, _ context: CoHostContext,
        _ change: inout CoHostChange
    ) {
        guard let place = record.invitations.firstIndex(where: { $0.request.ticket == ticket }) else {
            if code == .success { change.send(.closed(ticket), to: .live(host.liveID), context) }
            return
        }
        guard record.invitations[place].phase == .sending else { return }
        change.answer(ticket, .asked(code))
        guard code == .success else {
            record.invitations.remove(at: place)
            return
        }
        record.invitations[place].phase = .waiting
        record.invitations[place].request.invitee = host.user
        change.tell(.coHostRequested(record.invitations[place].request))
    }

    /// The request of another live is taken back, or there is none any more.
    mutating func withdrawn(
        _ ticket: CoHostTicket, _ outcome: CoHostRequestOutcome, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        guard let application = record.application, application.request.ticket == ticket else { return }
        record.application = nil
        if application.isAccepted { change.answer(ticket, .joined(false)) }
        change.tell(ended(named(application.request, context), outcome))
    }

    /// The host of another live accepted.
    mutating func accepted(
        _ ticket: CoHostTicket, by host: CoHost, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        guard let place = record.invitations.firstIndex(where: { $0.request.ticket == ticket }) else {
            if record.membership?.link.hosts.contains(where: { $0.liveID == host.liveID }) != true {
                change.send(.closed(ticket), to: .live(host.liveID), context)
            }
            return
        }
        guard record.invitations[place].phase != .joining else { return }
        if let application = record.application, application.isAccepted {
            // Both accepted each other's request: the live whose id is the smaller makes the link, the other waits for it.
            guard application.request.inviter.liveID == host.liveID else {
                change.send(.closed(ticket), to: .live(host.liveID), context)
                let request = record.invitations.remove(at: place).request
                change.answer(ticket, .asked(.tryAgain))
                change.tell(ended(request, .failed))
                return
            }
            guard context.host.liveID < host.liveID else { return }
            record.application = nil
            change.answer(application.request.ticket, .joined(true))
            change.tell(ended(named(application.request, context), .accepted))
        }
        if record.invitations[place].phase == .sending { change.answer(ticket, .asked(.success)) }
        record.invitations[place].phase = .joining
        record.invitations[place].joining = host
        record.invitations[place].request.invitee = host.user
        if record.membership == nil {
            let own = makeTicket(context)
            let link = CoHostLink(
                linkID: CoHostLinkID(unchecked: own.rawValue), version: 0,
                templateID: record.invitations[place].request.templateID, hosts: [])
            record.membership = CoHostRecord.Membership(ticket: own, link: link)
        }
        join(record.invitations[place], context, &change)
    }

    /// Has the link take in who accepted.
    func join(_ invitation: CoHostRecord.Invitation, _ context: CoHostContext, _ change: inout CoHostChange) {
        guard let membership = record.membership, let joining = invitation.joining else { return }
        change.send(
            .join(
                founder: CoHostPlace(host: context.host, ticket: membership.ticket),
                joining: CoHostPlace(host: joining, ticket: invitation.request.ticket),
                templateID: membership.link.templateID),
            to: .link(membership.link.linkID), context)
    }

    /// The host of another live said no, the link is full, or that live is over.
    mutating func refused(
        _ ticket: CoHostTicket, _ outcome: CoHostRequestOutcome, _ code: CoHostCode, _ context: CoHostContext,
        _ change: inout CoHostChange
    ) {
        guard let place = record.invitations.firstIndex(where: { $0.request.ticket == ticket }) else { return }
        let invitation = record.invitations.remove(at: place)
        if invitation.phase == .sending { change.answer(ticket, .asked(code)) }
        if outcome == .failed { change.send(.closed(ticket), to: .live(invitation.request.liveID), context) }
        if invitation.phase != .sending { change.tell(ended(invitation.request, outcome)) }
    }

    /// The link is so.
    mutating func follow(
        _ link: CoHostLink, by ticket: CoHostTicket, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        if let membership = record.membership {
            guard membership.ticket == ticket, membership.link.linkID == link.linkID else {
                if let application = record.application, application.request.ticket == ticket {
                    withdrawn(ticket, .failed, context, &change)
                }
                change.send(.absent(ticket, coins: nil), to: .link(link.linkID), context)
                return
            }
        } else {
            guard let application = record.application, application.isAccepted, application.request.ticket == ticket,
                link.hosts.contains(where: { $0.liveID == context.host.liveID })
            else {
                change.send(.absent(ticket, coins: nil), to: .link(link.linkID), context)
                return
            }
            record.application = nil
            change.answer(ticket, .joined(true))
            change.tell(ended(named(application.request, context), .accepted))
            let empty = CoHostLink(linkID: link.linkID, version: 0, templateID: link.templateID, hosts: [])
            record.membership = CoHostRecord.Membership(ticket: ticket, link: empty)
        }
        take(link, context, &change)
        change.send(.known(ticket, version: link.version), to: .link(link.linkID), context)
    }

    private mutating func take(_ link: CoHostLink, _ context: CoHostContext, _ change: inout CoHostChange) {
        guard let before = record.membership?.link, link.version > before.version else { return }
        let (old, new) = (Set(before.hosts.map(\.liveID)), Set(link.hosts.map(\.liveID)))
        for invitation in record.invitations where new.contains(invitation.request.liveID) {
            change.tell(ended(invitation.request, .accepted))
            if invitation.phase == .sending { change.answer(invitation.request.ticket, .asked(.success)) }
        }
        record.invitations.removeAll { new.contains($0.request.liveID) }
        let isDissolved = !new.contains(context.host.liveID)
        record.membership?.link = link
        if isDissolved {
            record.membership = nil
            failJoining(context, &change)
        }
        keepMuted(of: record.membership?.link)
        guard before.hosts != link.hosts else { return }
        change.events.append(
            .coHostChanged(
                CoHostChanged(
                    link: isDissolved ? nil : link, joined: link.hosts.filter { !old.contains($0.liveID) },
                    left: before.hosts.filter { !new.contains($0.liveID) }, mutedLives: record.mutedLives)))
    }

    /// Those who accepted and are not in yet cannot come in through this live any more.
    private mutating func failJoining(_ context: CoHostContext, _ change: inout CoHostChange) {
        for invitation in record.invitations where invitation.phase == .joining {
            refused(invitation.request.ticket, .failed, .tryAgain, context, &change)
        }
    }

    /// Nobody lives where a letter went to.
    mutating func gone(
        _ address: CoHostAddress, _ ticket: CoHostTicket?, _ context: CoHostContext, _ change: inout CoHostChange
    ) {
        switch address {
        case .live(let live):
            guard let ticket else { return }
            refused(ticket, .cancelled, .noSuchLive, context, &change)
            if record.application?.request.inviter.liveID == live { withdrawn(ticket, .cancelled, context, &change) }
        case .link(let link):
            guard let membership = record.membership, membership.link.linkID == link, membership.ticket == ticket
            else { return }
            take(
                CoHostLink(
                    linkID: link, version: .max, templateID: membership.link.templateID, hosts: []), context, &change)
            record.membership = nil
            failJoining(context, &change)
        case .battle(let battle):
            guard let side = record.side, side.battle.battleID == battle, side.ticket == ticket else { return }
            lose(side, context, &change)
        }
    }

    /// Has what is overdue end, and says again what was not answered.
    mutating func carryOnWithLink(_ context: CoHostContext, isRepeating: Bool, _ change: inout CoHostChange) {
        while let place = record.invitations.firstIndex(where: {
            $0.phase != .joining && $0.request.deadline <= context.now
        }) {
            end(invitationAt: place, .timedOut, context, &change)
        }
        if let application = record.application, !application.isAccepted, application.request.deadline <= context.now {
            record.application = nil
            change.tell(ended(named(application.request, context), .timedOut))
        }
        guard isRepeating else { return }
        for invitation in record.invitations {
            switch invitation.phase {
            case .sending:
                change.send(
                    .invite(invitation.request, link: record.membership?.link.linkID),
                    to: .live(invitation.request.liveID), context)
            case .waiting: break
            case .joining: join(invitation, context, &change)
            }
        }
        if let application = record.application, application.isAccepted {
            change.send(
                .accepted(application.request.ticket, by: context.host),
                to: .live(application.request.inviter.liveID), context)
        }
        // A link that is being made is asked too, once nobody waits to join it: where it was never made, it is gone.
        guard let membership = record.membership,
            !membership.link.hosts.isEmpty || !record.invitations.contains(where: { $0.phase == .joining })
        else { return }
        change.send(
            .known(membership.ticket, version: membership.link.version), to: .link(membership.link.linkID), context)
    }
}
