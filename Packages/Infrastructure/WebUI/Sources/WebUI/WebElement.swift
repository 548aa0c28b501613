import CoreModels
public import Localization

/// Something on a page.
public enum WebElement: Sendable {
    /// A paragraph.
    case text(LocalizedText)
    /// What went well, which screen readers say at once.
    case success(LocalizedText)
    /// What went wrong, which screen readers say at once.
    case failure(LocalizedText)
    /// A way to another page of this server, whose path is relative to the page.
    case link(LocalizedText, to: String)
    /// Something to type elsewhere, such as a command.
    case code(String)
    /// Fields to fill in, or a button alone.
    case form(WebForm)

    /// - Parameter number: The place on the page, which keeps identifiers apart.
    func html(in language: Language, number: Int) -> String {
        switch self {
        case .text(let text): "<p>\(HTML.escaped(text.text(in: language)))</p>"
        case .success(let text): Self.message("success", "status", "✓", text.text(in: language))
        case .failure(let text): Self.message("failure", "alert", "!", text.text(in: language))
        case .link(let text, let path):
            "<p><a href=\"\(HTML.escaped(path))\">\(HTML.escaped(text.text(in: language)))</a></p>"
        case .code(let text): "<pre><code>\(HTML.escaped(text))</code></pre>"
        case .form(let form): form.html(in: language, number: number)
        }
    }

    /// A sign beside the colour, for those who don't see it.
    private static func message(_ name: String, _ role: String, _ sign: String, _ text: String) -> String {
        """
        <p class="message \(name)" role="\(role)"><span aria-hidden="true">\(sign)</span> \(HTML.escaped(text))</p>
        """
    }
}
