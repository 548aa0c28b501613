public import Localization
public import PluginKit

/// A way from the server's first page to a page of a feature, for who came with a
/// message of the server.
public struct FirstPageLink: Sendable {
    /// What there is to do.
    public let text: LocalizedText
    /// The path of the page, such as `/verify`.
    public let path: String

    /// Creates a link.
    public init(_ text: LocalizedText, to path: String) {
        self.text = text
        self.path = path
    }

    /// The link on the first page, beside which the other page is.
    public var element: WebElement { .link(text, to: String(path.dropFirst())) }
}

/// Collects the links of all plugins.
public enum FirstPageLinks: ExtensionPoint {
    /// A link.
    public typealias Value = FirstPageLink
}
