public import Localization

/// A heading under which the program's help lists commands that belong together.
///
/// Groups appear in the order in which their first command was contributed;
/// ``general`` comes last.
public struct CommandGroup: Hashable, Sendable {
    /// The heading.
    public let title: LocalizedText

    /// Creates a group; groups with equal titles are one.
    public init(_ title: LocalizedText) {
        self.title = title
    }

    /// Commands about the program itself.
    public static let general = CommandGroup(LocalizedText(verbatim: "General"))
    /// Commands about the person's account and sessions.
    public static let account = CommandGroup(LocalizedText(en: "Account", es: "Cuenta"))
    /// Commands about pictures and comments.
    public static let feed = CommandGroup(LocalizedText(en: "Feed", es: "Novedades"))
}
