import CoreModels
import OfflineQueueAPI

/// Who is at the device, and with that what of the queue is theirs (OFFLINE-10).
struct QueueAudience {
    /// Who is logged in; nil for nobody.
    let person: User?

    /// Whether a request is sent, or may be sent, while they are there.
    func admits(_ request: WaitingRequest) -> Bool {
        request.owner == nil || request.owner == person?.id
    }

    /// Whether a request is theirs to see and to drop.
    func owns(_ request: WaitingRequest) -> Bool {
        owns(request.owner, request.kind, request.subject)
    }

    /// Whether a notice is for them.
    func owns(_ notice: QueueNotice) -> Bool {
        owns(notice.owner, notice.kind, notice.subject)
    }

    private func owns(_ owner: UserID?, _ kind: QueuedRequestKind, _ subject: String) -> Bool {
        if let owner { return owner == person?.id }
        guard let person, kind.namesAddress, let address = EmailAddress(subject) else { return true }
        return address == person.email
    }
}
