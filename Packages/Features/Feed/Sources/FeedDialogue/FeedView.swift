package import CoreModels
package import FeedAPI
package import FoundationEssentials
package import Localization

/// A page of the feed as somebody sees it.
package struct FeedView: Hashable, Sendable {
    /// What comes after a page.
    package enum End: Hashable, Sendable {
        /// Older pictures, after this one.
        case more(after: ImageID)
        /// Nothing: this is the end of the feed.
        case feed
        /// Nothing that is kept on this device; the server may have more.
        case cache
        /// Nothing, and there was nothing before.
        case empty
    }

    /// The pictures.
    package let pictures: [FeedImage]
    /// The number of the first one, counted from 1 through all pages.
    package let firstNumber: Int
    /// Where they come from.
    package let source: LoadedFeed.Source
    /// What is to be said about that; nil for nothing, or nothing new.
    package let note: FeedNote?
    /// What comes after them.
    package let end: End
    /// Whether they are before the person's eyes already.
    package let isRepeated: Bool
}

/// What is to be said about where a page comes from.
package enum FeedNote: Hashable, Sendable {
    /// The server can't be asked, since that is in the way, or takes too long; this was saved then.
    case insteadOfServer(savedAt: Date, because: LocalizedText?)
    /// The server is being asked; this was saved then.
    case untilServerAnswers(savedAt: Date)
    /// The server has what was shown already.
    case nothingNewer

    /// Whether it is about something that isn't as it should be.
    package var isWarning: Bool { if case .insteadOfServer = self { true } else { false } }

    /// The note as a sentence or two.
    package func text(at now: Date) -> LocalizedText {
        switch self {
        case .insteadOfServer(let savedAt, let obstacle):
            let time = LocalizedText.since(savedAt, at: now)
            return (obstacle ?? Self.tooSlow)
                + LocalizedText(
                    en: "This is the feed as it was \(time.english).",
                    es: "Así estaban las novedades \(time.spanish).")
        case .untilServerAnswers(let savedAt):
            let time = LocalizedText.since(savedAt, at: now)
            return LocalizedText(
                en:
                    "This is the feed as it was \(time.english), kept on this device. The server is asked for what is newer.",
                es:
                    "Así estaban las novedades \(time.spanish), guardadas en este dispositivo. Se pide lo más reciente."
            )
        case .nothingNewer: return LocalizedText(en: "There is nothing newer.", es: "No hay nada más reciente.")
        }
    }

    private static let tooSlow = LocalizedText(
        en: "The server can't be reached or takes too long.",
        es: "No se puede contactar con el servidor o tarda demasiado.")
}
