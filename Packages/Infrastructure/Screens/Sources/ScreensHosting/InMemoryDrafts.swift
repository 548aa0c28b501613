package import CoreModels
package import CryptographyAPI
package import FoundationEssentials
import Locking
import ScreensHostingAPI

/// Keeps drafts for as long as the program runs.
package final class InMemoryDrafts: DraftKeeping {
    private struct Draft {
        let token: Secret
        let text: Secret
        let end: Date
    }

    private let random: any RandomSource
    private let now: @Sendable () -> Date
    private let count: Int
    private let drafts = Locked<[Draft]>([])

    /// - Parameter count: How many are kept.
    package init(random: any RandomSource, now: @escaping @Sendable () -> Date, count: Int = DraftLimits.count) {
        self.random = random
        self.now = now
        self.count = count
    }

    package func keep(_ draft: String) async throws -> Secret? {
        guard draft.utf8.count <= DraftLimits.bytes else { return nil }
        let token = Secret(try random.text(byteCount: 32)), now = now()
        let kept = Draft(token: token, text: Secret(draft), end: now + DraftLimits.lifetime)
        drafts.withLock { drafts in
            drafts.removeAll { $0.end <= now }
            drafts.append(kept)
            if drafts.count > count { drafts.removeFirst() }
        }
        return token
    }

    package func draft(of token: Secret) async throws -> String? {
        let now = now()
        return drafts.current.first { $0.token.isEqual(to: token) && $0.end > now }.flatMap { $0.text.withText { $0 } }
    }

    package func forget(_ token: Secret) async throws {
        drafts.withLock { $0.removeAll { $0.token.isEqual(to: token) } }
    }
}
