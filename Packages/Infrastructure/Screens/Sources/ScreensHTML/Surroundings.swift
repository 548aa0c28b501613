package import FoundationEssentials
package import Localization
package import ScreensAPI

/// What the host of a screen puts around it.
package struct Surroundings: Sendable {
    /// In which language the program speaks.
    package let language: Language
    /// The path of the first screen, with a slash at its end.
    package let root: String
    /// The style sheet and the icon.
    package let style: StyleReference
    /// The ways that every screen offers.
    package let navigation: [ScreenLink]
    /// The present time.
    package let now: Date

    package init(
        _ language: Language, root: String, style: StyleReference, navigation: [ScreenLink], now: Date
    ) {
        self.language = language
        self.root = root
        self.style = style
        self.navigation = navigation
        self.now = now
    }
}

/// Where the style sheet is, and what it must be.
package struct StyleReference: Sendable {
    /// Its path below the root, with the digest of its content.
    package let path: String
    /// What browsers compare it with (Subresource Integrity).
    package let integrity: String

    /// - Parameter digest: SHA-256 of ``StyleSheet/text``, in Base64.
    package init(digest: String) {
        let name = digest.prefix(16).map { $0 == "/" || $0 == "+" ? "-" : $0 }
        path = "assets/screens.\(String(name)).css"
        integrity = "sha256-" + digest
    }
}
