public import ConsoleAPI
public import CoreModels
public import Localization

extension ListName {
    /// The pictures of the feed.
    public static let pictures = ListName("pictures", shownBy: "essential feed")
}

extension Parameter where Value == RowName {
    /// A picture of the feed: its number in the list that was shown last, its
    /// identifier, or the beginning of that.
    public static func picture(summary: LocalizedText) -> Parameter {
        .argument("id", .row(of: .pictures), summary: summary)
    }
}

extension Terminal {
    /// The picture that somebody names.
    ///
    /// - Throws: Code `unknown_row` or `ambiguous_row`.
    public func picture(_ name: RowName) async throws(CommandFailure) -> ImageID {
        ImageID(try await identifier(name, in: .pictures))
    }
}
