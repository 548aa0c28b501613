package import CoreModels
import ScreensAPI

/// What ends for all windows of a program on a person's own machine: each wait ends
/// when it does, and when its task is cancelled.
package struct WindowEnds: Sendable {
    /// What belongs to the person is locked.
    let untilLocked: @Sendable () async -> Void
    /// Whoever is named isn't signed in any more, nor whoever came after them.
    let untilLeft: @Sendable (UserID?) async -> Void
    /// The program ends.
    let untilOver: @Sendable () async -> Void

    package init(
        untilLocked: @escaping @Sendable () async -> Void, untilLeft: @escaping @Sendable (UserID?) async -> Void,
        untilOver: @escaping @Sendable () async -> Void
    ) {
        self.untilLocked = untilLocked
        self.untilLeft = untilLeft
        self.untilOver = untilOver
    }

    /// Tell windows of them.
    var sources: [LiveSource] {
        [
            source("lock", of: .locked) { _ in await untilLocked() },
            source("person", of: .signedOut) { await untilLeft(UserID($0)) },
            source("end", of: .over) { _ in await untilOver() },
        ]
    }

    private func source(
        _ name: StaticString, of news: LiveNews, _ wait: @escaping @Sendable (String) async -> Void
    ) -> LiveSource {
        LiveSource(name) { subject, _, tell in
            await wait(subject)
            if !Task.isCancelled { try await tell(news) }
        }
    }
}
