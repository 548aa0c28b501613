package import FoundationEssentials
package import SecurityMetricsAPI

/// When the server is asked, and what becomes of what is kept; values without input or output.
package enum TrailPolicy {
    /// How long the server is left alone after it was asked: a rewritten trail is found within an
    /// hour of use, and a server with 10 000 people is asked three times in a second.
    package static let interval: TimeInterval = 3_600

    /// Whether it is time to ask; a clock that was set back doesn't keep it from that.
    ///
    /// - Parameter times: When the server was asked, as far as that is known.
    package static func isDue(after times: [Date?], at now: Date) -> Bool {
        times.compactMap(\.self).allSatisfy { abs(now.timeIntervalSince($0)) >= interval }
    }
}

extension KeptTrail {
    /// What is kept after the server has shown a head.
    package func after(_ verdict: TrailVerdict, on shown: ShownTrail, at now: Date) -> KeptTrail {
        switch (verdict, head) {
        case (.contradicts(let contradiction), let seen?):
            KeptTrail(
                head: seen, confirmedAt: confirmedAt, askedAt: now,
                evidence: TrailEvidence(
                    contradiction, seen: seen, shown: shown.head, consistency: shown.consistency, foundAt: now))
        // A head may be signed anew for the same events; the one that was seen first stays.
        case (.same, _): KeptTrail(head: head, confirmedAt: now, askedAt: now)
        case (.first, _), (.goesOn, _), (.contradicts, nil):
            KeptTrail(head: shown.head, confirmedAt: now, askedAt: now)
        }
    }

    /// What is kept after the server was asked and showed nothing.
    package func asked(at now: Date) -> KeptTrail {
        KeptTrail(head: head, confirmedAt: confirmedAt, askedAt: now, evidence: evidence)
    }

    /// What is kept once a person has taken the other trail for the right one.
    package func accepting(_ evidence: TrailEvidence, at now: Date) -> KeptTrail {
        guard self.evidence == evidence || self.evidence == nil && head == evidence.seen else { return self }
        // What nobody signed shows no other trail: the one that was seen has to go on.
        guard evidence.contradiction != .forged else { return KeptTrail(head: head, confirmedAt: confirmedAt) }
        return KeptTrail(head: evidence.shown, confirmedAt: now, askedAt: now)
    }
}
