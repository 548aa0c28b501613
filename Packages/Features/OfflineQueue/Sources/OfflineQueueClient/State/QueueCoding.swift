import CoreModels
import FoundationEssentials
import Localization
import OfflineQueueAPI
import SecureStorageAPI

/// How the index is written in the vault.
enum QueueCoding {
    static func encode(_ index: QueueIndex) throws(SecretStoreError) -> Secret {
        try SecretCoding.encode(
            Record(entries: index.entries.map(Record.Entry.init), notices: index.notices.map(Record.Notice.init)))
    }

    static func decode(_ secret: Secret) -> QueueIndex? {
        guard let record = try? SecretCoding.decode(Record.self, from: secret) else { return nil }
        return QueueIndex(entries: record.entries.map(\.value), notices: record.notices.map(\.value))
    }

    private struct Record: Codable {
        let entries: [Entry]
        let notices: [Notice]

        /// Times are seconds since 1970, with a fraction.
        struct Entry: Codable {
            let id: QueuedRequestID
            let kind: QueuedRequestKind
            let subject: String
            /// Missing where nobody's name is needed, and in queues of before.
            let owner: UserID?
            let slot: Int
            let createdAt: Double
            let expiresAt: Double
            let attempts: Int
            let notBefore: Double?
            let problem: Problem?
            let wantsNotice: Bool
            let isSettled: Bool
            /// Which start of the machine it came after, and by how many seconds; missing in
            /// queues of before.
            let boot: String?
            let uptime: Double?

            private enum CodingKeys: String, CodingKey {
                case id, kind, subject, owner, slot, attempts, problem
                case createdAt = "created_at"
                case expiresAt = "expires_at"
                case notBefore = "not_before"
                case wantsNotice = "wants_notice"
                case isSettled = "settled"
                case boot = "created_boot"
                case uptime = "created_uptime"
            }

            init(_ entry: QueueEntry) {
                let request = entry.request
                id = request.id
                kind = request.kind
                subject = request.subject
                owner = request.owner
                slot = entry.slot
                createdAt = request.createdAt.timeIntervalSince1970
                expiresAt = request.expiresAt.timeIntervalSince1970
                attempts = request.attempts
                notBefore = request.notBefore?.timeIntervalSince1970
                problem = request.problem.map(Problem.init)
                wantsNotice = entry.wantsNotice
                isSettled = entry.isSettled
                boot = entry.since?.boot
                uptime = entry.since.map { $0.uptime / .seconds(1) }
            }

            private var since: BootTime? {
                guard let boot, let uptime else { return nil }
                return BootTime(boot: boot, uptime: .seconds(uptime))
            }

            var value: QueueEntry {
                QueueEntry(
                    WaitingRequest(
                        id: id, kind: kind, subject: subject, owner: owner,
                        createdAt: Date(timeIntervalSince1970: createdAt),
                        expiresAt: Date(timeIntervalSince1970: expiresAt), attempts: attempts,
                        notBefore: notBefore.map { Date(timeIntervalSince1970: $0) }, problem: problem?.value),
                    slot: slot, since: since, wantsNotice: wantsNotice, isSettled: isSettled)
            }
        }

        struct Problem: Codable {
            let code: String
            let text: Text

            init(_ problem: QueueProblem) {
                code = problem.code
                text = Text(problem.text)
            }

            var value: QueueProblem { QueueProblem(code: code, text: text.value) }
        }

        struct Notice: Codable {
            let kind: QueuedRequestKind
            let subject: String
            let owner: UserID?
            let isDone: Bool
            let text: Text

            private enum CodingKeys: String, CodingKey {
                case kind, subject, owner, text
                case isDone = "done"
            }

            init(_ notice: QueueNotice) {
                kind = notice.kind
                subject = notice.subject
                owner = notice.owner
                isDone = notice.isDone
                text = Text(notice.text)
            }

            var value: QueueNotice {
                QueueNotice(kind: kind, subject: subject, owner: owner, isDone: isDone, text: text.value)
            }
        }

        struct Text: Codable {
            let en: String
            let es: String

            init(_ text: LocalizedText) {
                en = text.english
                es = text.spanish
            }

            var value: LocalizedText { LocalizedText(en: en, es: es) }
        }
    }
}
