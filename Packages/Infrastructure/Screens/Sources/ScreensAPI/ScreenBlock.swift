public import FoundationEssentials
public import Localization

/// Something on a screen, below what came before.
public indirect enum ScreenBlock: Hashable, Sendable {
    /// A paragraph.
    case text(ScreenText)
    /// Short facts, one in each line.
    case lines([ScreenText])
    /// Things of one kind, each with what there is to know and to do.
    case entries([ScreenEntry])
    /// Something to type elsewhere, such as a command.
    case code(String)
    /// What the person wrote, as they wrote it, to be copied.
    case written(String, as: LocalizedText? = nil)
    /// Dark and light squares, such as a QR code.
    case squares(ScreenSquares)
    /// A picture that is small on purpose, and leads to itself.
    case thumbnail(ScreenPicture)
    /// Numbers of several times, as bars and as a table.
    case bars(ScreenBars)
    /// A way to a program on the person's device.
    case program(ProgramLink)
    /// What people said, the oldest first.
    case conversation([ScreenRemark])
    /// Ways to other places.
    case links([ScreenLink])
    /// Something that has to be known.
    case notice(ScreenNotice)
    /// Something to fill in.
    case form(ScreenForm)
    /// Something of its own, under a heading.
    case section(ScreenSection)
    /// Something that is masked until the person asks for it; its screen declares it
    /// (``Screen/sensitive``).
    case sensitive(Sensitivity, [ScreenBlock])
    /// Where a permission is asked for, if scripts run.
    case permission(PermissionPrimer)
}

/// Dark and light squares, for cameras to read.
public struct ScreenSquares: Hashable, Sendable {
    /// The rows; true is dark.
    public let rows: [[Bool]]
    /// How many squares stay light around them.
    public let margin: Int
    /// What it shows, for those who don't see it.
    public let alternative: LocalizedText

    /// Creates squares.
    public init(_ rows: [[Bool]], margin: Int, _ alternative: LocalizedText) {
        self.rows = rows
        self.margin = margin
        self.alternative = alternative
    }
}

/// A way to a program on the person's device, which takes addresses of its kind: where a
/// screen is on the telephone itself, its camera can't read it.
public struct ProgramLink: Hashable, Sendable {
    /// What following it does.
    public let label: LocalizedText
    /// What the program gets.
    public let address: String

    /// Creates a way to an authenticator.
    ///
    /// - Parameter address: What it has to know, as `otpauth:`; anything else is no way.
    public init?(_ label: LocalizedText, toAuthenticator address: String) {
        guard address.hasPrefix("otpauth://") else { return nil }
        self.label = label
        self.address = address
    }
}

/// A part of a screen with a heading.
public struct ScreenSection: Hashable, Sendable {
    /// By what links find it (``Place/part(_:)``), unique on the screen.
    public let name: String
    /// What it is about.
    public let heading: LocalizedText
    /// What is in it.
    public let blocks: [ScreenBlock]
    /// What others may change of it while somebody looks; nil for nothing.
    public let topic: LiveTopic?

    /// Creates a section; its name consists of lower-case letters.
    public init(
        _ name: StaticString, _ heading: LocalizedText, _ blocks: [ScreenBlock], following topic: LiveTopic? = nil
    ) {
        self.name = name.description
        self.heading = heading
        self.blocks = blocks
        self.topic = topic
    }
}

/// One of several things of one kind.
public struct ScreenEntry: Hashable, Sendable {
    /// What it is called.
    public let title: ScreenText
    /// Short facts.
    public let facts: [ScreenText]
    /// What else there is, such as what can be done with it.
    public let blocks: [ScreenBlock]

    /// Creates an entry.
    public init(_ title: ScreenText, _ facts: [ScreenText], _ blocks: [ScreenBlock] = []) {
        self.title = title
        self.facts = facts
        self.blocks = blocks
    }
}

/// What somebody said.
public struct ScreenRemark: Hashable, Sendable {
    /// The name of who said it.
    public let author: String
    /// Whether it was the person.
    public let isOwn: Bool
    /// What the program says of who said it, which nobody can say by a name.
    public let mark: LocalizedText?
    /// What was said, with its line breaks.
    public let text: String
    /// When it was said.
    public let time: Date
    /// What the person can do with it.
    public let links: [ScreenLink]

    /// Creates a remark.
    public init(
        by author: String, _ text: String, at time: Date, isOwn: Bool = false, mark: LocalizedText? = nil,
        links: [ScreenLink] = []
    ) {
        self.author = author
        self.isOwn = isOwn
        self.mark = mark
        self.text = text
        self.time = time
        self.links = links
    }
}
