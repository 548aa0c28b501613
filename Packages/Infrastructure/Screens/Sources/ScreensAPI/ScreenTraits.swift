/// How many forms of a screen each network address may send in a time.
public struct ScreenLimit: Hashable, Sendable {
    /// Its name; screens of one name are counted together.
    public let name: String
    /// How many forms.
    public let forms: Int
    /// In how many seconds.
    public let seconds: Int

    /// Creates a limit; 30 forms in five minutes unless told.
    public init(_ name: StaticString, forms: Int = 30, seconds: Int = 300) {
        self.name = name.description
        self.forms = forms
        self.seconds = seconds
    }
}

/// What helps on a screen where scripts run; nothing needs it.
///
/// It makes nothing of text but text. Those of screens connect to nowhere; the
/// one that all screens have asks this server alone.
public struct ScreenScript: Hashable, Sendable {
    /// Its name, of lower-case letters; one name is one script.
    public let name: String
    /// The script.
    public let text: String

    /// Creates a script; what it names is its own, so that no two are in each
    /// other's way.
    public init(_ name: StaticString, _ text: String) {
        self.init(sharing: name, "(() => {\n" + text + "})();\n")
    }

    /// Creates a script that shares what it names with others.
    package init(sharing name: StaticString, _ text: String) {
        self.name = name.description
        self.text = text
    }
}
