import OvationModel

@testable import OvationRules

// MARK: - What must hold

extension CoHostWorld {
    private mutating func fault(_ text: String) { faults.append("seed \(seed), step \(eventCount): \(text)") }

    /// What holds at any time.
    mutating func check() {
        for link in courses.links.values where link.link.hosts.count > Self.livesMax {
            fault("link \(link.link.linkID) has \(link.link.hosts.count) lives")
        }
        for live in lives where live.isOn {
            let record = live.room.record
            if record.invitations.count > Self.livesMax { fault("\(live.host.liveID) has too many requests") }
            let others = Set(live.room.link?.hosts.map(\.liveID) ?? []).subtracting([live.host.liveID])
            if let muted = record.mutedLives, muted.isEmpty || !others.isSuperset(of: muted) {
                fault("\(live.host.liveID) mutes \(muted), and is joined with \(others.sorted())")
            }
        }
    }

    /// What holds once everything has come to its end: all lives of a link say the same, nobody is in a link that does not know them, every
    /// battle is over with the same result for all, and every score is the sum of orders between two places of the ledger.
    mutating func checkAgreement() {
        for link in courses.links.values {
            for host in link.link.hosts {
                guard let live = lives.first(where: { $0.host.liveID == host.liveID }), live.isOn else {
                    fault("\(host.liveID) is over and in link \(link.link.linkID)")
                    continue
                }
                if live.room.link != link.link { fault("\(host.liveID) knows another link than \(link.link.linkID)") }
            }
        }
        for live in lives where live.isOn {
            let record = live.room.record
            if live.room.link?.hosts != live.told?.hosts { fault("\(live.host.liveID) told another link than it has") }
            if let link = record.membership?.link, courses.links[link.linkID]?.link != link {
                fault("\(live.host.liveID) is in link \(link.linkID), which does not know it")
            }
            if !record.invitations.isEmpty { fault("\(live.host.liveID) still waits for an answer") }
            if record.application != nil { fault("\(live.host.liveID) is still asked") }
            if record.side != nil { fault("\(live.host.liveID) is still in a battle") }
        }
        for course in courses.battles.values {
            let battle = course.battle
            if battle.phase != .over { fault("battle \(battle.battleID) does not end") }
            for side in battle.sides {
                let adjustment = adjustments[battle.battleID]?[side.host.liveID] ?? 0
                if side.adjustment != adjustment {
                    fault("\(side.host.liveID) is adjusted by \(side.adjustment), and \(adjustment) was set")
                }
                if side.score != max(0, side.coins + adjustment) { fault("the score of \(side.host.liveID) is no sum") }
            }
            for side in battle.sides where side.state == .taking && battle.end != .neverBegan {
                guard let live = lives.first(where: { $0.host.liveID == side.host.liveID }), live.isOn,
                    !live.earlier.contains(battle.battleID), let counted = live.counted[battle.battleID]
                else { continue }
                if let told = live.results[battle.battleID], told != battle {
                    fault("\(live.host.liveID) told another result of \(battle.battleID)")
                } else if live.results[battle.battleID] == nil {
                    fault("\(live.host.liveID) told no result of \(battle.battleID)")
                }
                if side.coins != counted.inAll {
                    fault("\(side.host.liveID) has \(side.coins) coins, and orders of \(counted.inAll ?? -1)")
                }
            }
        }
    }
}
