public import FoundationEssentials
public import Localization

/// Something to read on a screen, by who said it.
public enum ScreenText: Hashable, Sendable {
    /// Words of the program.
    case words(LocalizedText)
    /// What somebody wrote, in whatever language and direction.
    case written(String)
    /// What somebody is called; a name that looks like another one's is told apart
    /// from it where that can be seen (``CoreModels/ReadableText/mixesScripts(_:)``).
    case name(String)
    /// How long ago something was; after a week, when.
    case time(Date)
    /// Exactly when something was, after words that say what it was.
    case moment(LocalizedText?, Date)
}

/// A way to another place.
public struct ScreenLink: Hashable, Sendable {
    /// How the place stands to this one.
    public enum Relation: Hashable, Sendable {
        /// It is somewhere else.
        case other
        /// It goes on with what is here.
        case next
        /// It is what comes before this.
        case previous
        /// There somebody is asked whether something is to be taken away. Where
        /// scripts run it is taken away without the question, some seconds later,
        /// and meanwhile called back.
        case removal
    }

    /// Where one gets.
    public let label: LocalizedText
    /// The place.
    public let place: Place
    /// How the place stands to this one.
    public let relation: Relation
    /// What it is called among others of the same label, beginning with that.
    ///
    /// It is for those who don't see where it stands; nil where it is the only one.
    public let name: LocalizedText?

    /// Creates a link.
    public init(
        _ label: LocalizedText, to place: Place, _ relation: Relation = .other, called name: LocalizedText? = nil
    ) {
        self.label = label
        self.place = place
        self.relation = relation
        self.name = name
    }
}
