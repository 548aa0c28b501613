import CoreModels
import Locking
import OfflineQueueAPI

/// What became of requests while the program ran, for whom they concern.
final class QueueOutcomes: Sendable {
    private static let limit = 20
    private let reports = Locked<[QueuedRequestReport]>([])

    /// Remembers what became of a request in the end; that it waits on isn't worth it.
    @Sendable func note(_ report: QueuedRequestReport) {
        switch report.result {
        case .done, .refused, .expired, .removalFailed: break
        case .kept, .unreachable: return
        }
        reports.withLock { reports in
            reports.removeAll { $0.request.id == report.request.id }
            reports = Array((reports + [report]).suffix(Self.limit))
        }
    }

    /// What a person may see: what was asked for in their name, or with their
    /// address; with nobody logged in, with any address.
    func seen(by person: User?) -> [QueuedRequestReport] {
        reports.current.filter { report in
            if let owner = report.request.owner { return owner == person?.id }
            guard let person, report.request.kind.namesAddress else { return true }
            return report.request.subject == person.email.description
        }
    }
}
