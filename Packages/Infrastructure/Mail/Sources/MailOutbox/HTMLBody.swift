import CoreModels
import Localization
import MailAPI

/// The HTML of a message, made from its text where there is no other.
///
/// It asks for nothing from the network, so that reading a message tells
/// nobody of it.
struct HTMLBody {
    let wordings: [MailWording]
    let languages: [Language]

    var text: String {
        let subject = HTML.escaped(MailMessage.subject(of: wordings))
        var sections: [String] = []
        for (language, wording) in zip(languages, wordings) {
            let content = wording.html ?? Self.paragraphs(of: wording.text)
            if !sections.contains(where: { $0.hasSuffix(content) }) {
                sections.append("<div lang=\"\(language.rawValue)\">\n" + content)
            }
        }
        return """
            <!doctype html>
            <html lang="\(languages.first?.rawValue ?? "en")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <title>\(subject)</title>
            </head>
            <body style="font: 16px/1.5 sans-serif; max-width: 36em; margin: 2em auto; padding: 0 1em">
            \(sections.map { $0 + "\n</div>" }.joined(separator: "\n<hr>\n"))
            </body>
            </html>
            """
    }

    private static func paragraphs(of text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        return lines.split { $0.allSatisfy(\.isWhitespace) }.map { paragraph(Array($0)) }.joined(separator: "\n")
    }

    private static func paragraph(_ lines: [Substring]) -> String {
        guard lines.allSatisfy({ $0.hasPrefix("    ") }) else {
            return "<p>" + lines.map { HTML.escaped(String($0)) }.joined(separator: "\n") + "</p>"
        }
        let content = lines.map { HTML.escaped(String($0.dropFirst(4))) }.joined(separator: "\n")
        if lines.count == 1, content.hasPrefix("https://") || content.hasPrefix("http://"), !content.contains(" ") {
            return "<p><a href=\"\(content)\">\(content)</a></p>"
        }
        return "<pre style=\"font-size: 1.5em\">\(content)</pre>"
    }
}
