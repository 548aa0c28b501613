package import CoreModels
package import CryptographyAPI
package import FoundationEssentials
import Locking
package import ScreensHostingAPI

/// Keeps drafts for as long as the program runs.
package final class InMemoryDrafts: DraftKeeping {
    private struct Draft {
        let name: String
        var owner: UserID?
        let token: Secret
        let text: Secret
        let end: Date

        func isOf(_ person: UserID?, at token: Secret) -> Bool {
            (owner == nil || owner == person) && self.token.isEqual(to: token)
        }
    }

    private let random: any RandomSource
    private let now: @Sendable () -> Date
    private let count: Int
    /// The first one at the beginning.
    private let drafts = Locked<[Draft]>([])

    /// - Parameter count: How many are kept in all.
    package init(random: any RandomSource, now: @escaping @Sendable () -> Date, count: Int = DraftLimits.browserCount) {
        self.random = random
        self.now = now
        self.count = count
    }

    package func keep(
        _ draft: String, named name: String, of owner: UserID?, at shown: Secret?, or common: Secret?,
        in room: DraftRoom
    ) async throws -> Secret? {
        guard draft.utf8.count <= DraftLimits.bytes else { return nil }
        let fresh = try common ?? Secret(random.text(byteCount: 32)), now = now()
        return drafts.withLock { drafts in
            drafts.removeAll { $0.end <= now }
            let token = shown.flatMap { shown in drafts.first { $0.token.isEqual(to: shown) }?.token } ?? fresh
            let rest = drafts.filter { !($0.name == name && $0.isOf(owner, at: token)) }
            guard rest.count < count,
                rest.count(where: { $0.token.isEqual(to: token) && $0.owner == owner })
                    < DraftLimits.count
            else { return nil }
            drafts =
                rest + [
                    Draft(
                        name: name, owner: owner, token: token, text: Secret(draft), end: now + DraftLimits.lifetime)
                ]
            return token
        }
    }

    package func drafts(of person: UserID, at token: Secret) async throws -> [String] {
        let now = now()
        return drafts.current.reversed().filter { $0.end > now && $0.isOf(person, at: token) }
            .compactMap { $0.text.withText { $0 } }
    }

    package func claim(at token: Secret, for person: UserID) async throws {
        drafts.withLock { drafts in
            for index in drafts.indices where drafts[index].isOf(nil, at: token) { drafts[index].owner = person }
        }
    }

    package func forget(_ names: [String], of person: UserID, at token: Secret) async throws {
        drafts.withLock { $0.removeAll { $0.isOf(person, at: token) && names.contains($0.name) } }
    }
}
