package import CryptographyAPI
package import FoundationEssentials
package import SQLStoreAPI

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
        heads.sort { $0.size < $1.size }
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
        let removalEnd = heads.map(\.removed).max() ?? 0
        var ahead = heads[...], tree = MerkleFrontier()
        try pass(&ahead, tree, &report)
        try AuditRow.scanTree(in: db) { row in
            let place = tree.size
            guard row.position == place else {
                report.add(.missing(place))
                return .stop
            }
            var hash = row.hash
            if let bytes = row.bytes {
                hash = try hashing.leaf(bytes)
                if hash != row.hash { report.add(.edited(place)) }
            } else {
                report.removed += 1
                if place >= removalEnd { report.add(.removed(place)) }
            }
            try tree.append(hash, hashing)
            try pass(&ahead, tree, &report)
            return .next
        }
        report.size = tree.size
        for head in ahead { report.add(.cut(head.size)) }
        let signed = heads.last?.size ?? 0
        if signed < report.size { report.add(.unsigned(signed)) }
    }

    /// Compares the tree with the heads of its size.
    private func pass(_ ahead: inout ArraySlice<TreeHead>, _ tree: MerkleFrontier, _ report: inout AuditReport) throws {
        while let head = ahead.first, head.size <= tree.size {
            if try tree.root(hashing).base64EncodedString() != head.root { report.add(.changed(head.size)) }
            ahead.removeFirst()
        }
    }
}
