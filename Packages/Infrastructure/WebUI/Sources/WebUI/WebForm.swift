import CoreModels
public import Localization

/// Fields to fill in, and the button that sends them by POST to the page's own
/// path.
public struct WebForm: Sendable {
    /// The heading of a page's second form; nil for the first.
    public let title: LocalizedText?
    /// What is sent along and nobody sees.
    public let hidden: [(name: String, value: String)]
    /// Whose password is asked for, where no field tells: programs that keep
    /// passwords learn it, and nobody sees it.
    public let username: String?
    /// What the person fills in.
    public let fields: [WebField]
    /// What the button says.
    public let button: LocalizedText

    /// Creates a form.
    public init(
        _ button: LocalizedText, title: LocalizedText? = nil, hidden: [(name: String, value: String)] = [],
        username: String? = nil, _ fields: [WebField] = []
    ) {
        self.title = title
        self.hidden = hidden
        self.username = username
        self.fields = fields
        self.button = button
    }

    func html(in language: Language, number: Int) -> String {
        var lines: [String] = []
        if let title { lines.append("<h2>\(HTML.escaped(title.text(in: language)))</h2>") }
        // An empty action is the page's own address, with the query in it.
        lines.append("<form method=\"post\" action=\"?\">")
        for (name, value) in hidden {
            lines.append("<input type=\"hidden\" name=\"\(HTML.escaped(name))\" value=\"\(HTML.escaped(value))\">")
        }
        if let username {
            lines.append(
                "<input name=\"username\" type=\"text\" autocomplete=\"username\" value=\"\(HTML.escaped(username))\" hidden "
                    + "readonly>")
        }
        let hasPassword = fields.contains(where: \.isPassword)
        lines += fields.map { $0.html(in: language, id: "\($0.name)-\(number)", besidePassword: hasPassword) }
        lines += ["<button>\(HTML.escaped(button.text(in: language)))</button>", "</form>"]
        return lines.joined(separator: "\n")
    }
}
