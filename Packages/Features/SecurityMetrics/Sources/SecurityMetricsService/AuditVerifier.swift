package import CryptographyAPI
package import FoundationEssentials
package import SQLStoreAPI
package import SecurityMetricsContract

/// Looks through a whole audit trail: each event against its hash, all hashes against each
/// signed head, and the trail against a head that somebody kept elsewhere.
package struct AuditVerifier: Sendable {
    private let signer: HeadSigner
    private let hashing: MerkleHashing
    private let names: AuditNames

    package init(_ signer: HeadSigner, _ cryptography: Cryptography) {
        self.signer = signer
        hashing = MerkleHashing(cryptography.hashing)
        names = AuditNames(cryptography)
    }

    /// Looks through the trail, event by event.
    ///
    /// - Parameters:
    ///   - kept: A head from before; nil if there is none.
    ///   - now: The present time.
    package func verify(since kept: TreeHead? = nil, at now: Date, in db: any SQLReading) throws -> AuditReport {
        var report = AuditReport()
        var heads: [TreeHead] = []
        for head in try HeadRow.all(in: db) {
            report.head = head
            if try signer.hasSigned(head) { heads.append(head) } else { report.add(.forgedHead(head.size)) }
        }
        if let kept {
            if try signer.hasSigned(kept) { heads.append(kept) } else { report.add(.forgedHead(kept.size)) }
        }
        try walk(heads, &report, in: db)
        (report.waiting, report.late) = try WaitingEvent.count(
            olderThan: now.addingTimeInterval(-AuditReport.patience), in: db)
        let unreadable =
            try AuditRow.countOfUnreadable(in: db) + HeadRow.countOfUnreadable(in: db)
            + WaitingEvent.countOfUnreadable(in: db)
        if unreadable > 0 { report.add(.unreadable(unreadable)) }
        let foreign = try names.countOfForeign(in: db)
        if foreign > 0 { report.add(.foreignNames(foreign)) }
        return report
    }

    private func walk(_ heads: [TreeHead], _ report: inout AuditReport, in db: any SQLReading) throws {
        var walk = AuditWalk(heads, hashing)
        walk.names = ([], [])
        _ = try walk.goOn(removalEnd: heads.map(\.removed).max() ?? 0, in: db) { report.add($0) }
        (report.size, report.removed) = (walk.tree.size, walk.removed)
        for finding in walk.missed { report.add(finding) }
        if let (used, deleted) = walk.names {
            let unknown = try used.subtracting(deleted).subtracting(AuditNames.all(in: db)).count
            if unknown > 0 { report.add(.missingNames(unknown)) }
        }
        if walk.signed < report.size { report.add(.unsigned(walk.signed)) }
    }
}
