public import FoundationEssentials
import Localization
import Presenting
public import ScreensAPI
import ScreensHTML

/// What must hold of every screen, told without a server and a browser.
///
/// ```swift
/// let contents = try await screen.show(request)
/// #expect(ScreenCheck(places: ["/", "/p/{id}"]).problems(of: contents) == [])
/// ```
public struct ScreenCheck: Sendable {
    /// Texts that somebody might write to take a screen over.
    public static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' autofocus onfocus='alert(1)",
        "</title><svg onload=alert(1)>", "javascript:alert(1)", "&lt;b&gt; & <!-- --> ]]>", "{{7*7}}</p></body>",
    ]

    private let patterns: [[Substring]]
    private let now: Date

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - places: The patterns of all places of the program, those of pictures'
    ///     bytes included.
    ///   - now: The present time.
    public init(places: [String], now: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        patterns = places.map { $0.split(separator: "/") }
        self.now = now
    }

    /// What is wrong with a screen, in any language; nothing if it is fit to be
    /// shown.
    ///
    /// - Parameter texts: What has to be on it as it was written.
    public func problems(of contents: ScreenContents, saying texts: [String] = []) -> [String] {
        let returned = contents.forms.first.map { form in
            let failures = form.fields.map {
                FieldFailure(pointer: "/" + $0.name, text: LocalizedText(verbatim: Self.hostile[0]))
            }
            return ReturnedForm(
                form.name, values: [:], ScreenNotice(.failure, LocalizedText(verbatim: Self.hostile[1])), failures)
        }
        return (contents.leadsOn ? [] : ["it leads nowhere: there is neither a form, nor a link, nor a next step"])
            + problems(of: contents, saying: texts, returning: nil)
            + (returned.map { problems(of: contents, saying: texts, returning: $0) } ?? [])
    }

    private func problems(
        of contents: ScreenContents, saying texts: [String], returning returned: ReturnedForm?
    ) -> [String] {
        Language.allCases.flatMap { language in
            let forms = FormSurroundings(
                at: .home, key: "key", isPrivate: true, steps: [], returned: returned, kept: Self.hostile[2])
            let surroundings = Surroundings(
                language, root: Self.root, style: AssetReference("screens", ending: "css", digest: "abc"),
                navigation: [], now: now,
                forms: forms)
            let document = ExaminedDocument(contents.html(in: surroundings))
            return (document.problems + problems(of: document, language) + missing(texts, in: document))
                .map { "\(language.rawValue): \($0)" }
        }
    }

    private static let root = "/below/"
    private static let elements: Set = [
        "html", "head", "meta", "title", "link", "body", "header", "nav", "main", "section", "div", "h1", "h2", "p",
        "ul", "ol", "li", "a", "img", "span", "b", "bdi", "time", "form", "label", "input", "textarea", "select",
        "option", "progress", "noscript", "button", "pre", "code", "fieldset", "legend", "details", "summary", "video",
        "svg", "path", "table", "thead", "tbody", "tr", "th", "td",
    ]
    private static let attributes: Set = [
        "lang", "charset", "name", "content", "rel", "href", "type", "integrity", "class", "dir", "id", "src", "srcset",
        "sizes", "width", "height", "alt", "decoding", "loading", "fetchpriority", "datetime", "title", "aria-label",
        "aria-hidden", "blocking", "method", "action", "novalidate", "enctype", "formaction", "for", "value",
        "autocomplete",
        "autocapitalize", "spellcheck", "minlength", "inputmode", "min", "max", "rows", "required",
        "selected", "accept", "role", "tabindex", "autofocus", "aria-describedby", "aria-invalid", "data-challenge",
        "aria-live", "data-live", "data-live-at", "data-proof", "data-joins", "data-undo", "data-key",
        "aria-pressed", "hidden", "readonly", "data-rule", "data-value", "data-field", "data-met", "data-unmet",
        "data-theme", "data-keys", "data-masks", "checked", "open", "data-permission", "data-overview",
        "data-do", "data-when", "data-passkey", "data-presence", "data-options", "playsinline", "muted", "capture",
        "viewBox", "shape-rendering", "fill", "d", "scope",
    ]

    private static let said = Set(ScreenWords.names)

    private func problems(of document: ExaminedDocument, _ language: Language) -> [String] {
        var problems: [String] = []
        let names = document.elements.compactMap { $0.attributes["id"] }
        for element in document.elements {
            if !Self.elements.contains(element.name) { problems.append("<\(element.name)> has no business here") }
            problems += element.attributes.keys.filter { !Self.attributes.contains($0) && !Self.said.contains($0) }
                .sorted().map {
                    "<\(element.name)> has the attribute \($0)"
                }
            problems += links(of: element).filter { !isKnown($0, parts: names) }.map { "there is no place \($0)" }
            if element.name == "img" { problems += self.problems(of: element) }
            if isUnlabelled(element, in: document) { problems.append("a field has no label") }
        }
        if document.elements.first?.attributes["lang"] != language.rawValue { problems.append("it says no language") }
        for name in ["h1", "main", "title"] where document.elements.count(where: { $0.name == name }) != 1 {
            problems.append("it has not one <\(name)>")
        }
        if Set(names).count != names.count { problems.append("two parts have one name") }
        return problems
    }

    private func problems(of image: ExaminedDocument.Element) -> [String] {
        let size = ["width", "height"].filter { Int(image.attributes[$0] ?? "") ?? 0 <= 0 }
        return size.map { "a picture has no \($0)" }
            + (image.attributes["alt"]?.isEmpty == false ? [] : ["a picture doesn't say what it shows"])
    }

    private func isUnlabelled(_ element: ExaminedDocument.Element, in document: ExaminedDocument) -> Bool {
        guard ["input", "textarea", "select"].contains(element.name), element.attributes["type"] != "hidden",
            element.attributes["hidden"] == nil
        else {
            return false
        }
        return !document.elements.contains { $0.name == "label" && $0.attributes["for"] == element.attributes["id"] }
    }

    private func links(of element: ExaminedDocument.Element) -> [String] {
        let set = element.attributes["srcset"]?.split(separator: ", ").map { String($0.prefix { $0 != " " }) }
        return ["href", "src", "action", "formaction"].compactMap { element.attributes[$0] } + (set ?? [])
    }

    /// A place of the program, or a part of the same document.
    private func isKnown(_ address: String, parts: [String]) -> Bool {
        if address.hasPrefix("#") { return parts.contains(String(address.dropFirst())) }
        // That of a program on the person's device (``ProgramLink``).
        if address.hasPrefix("otpauth://") { return true }
        guard address.hasPrefix(Self.root) else { return false }
        let path = address.dropFirst(Self.root.count - 1).prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        let own = path == ["icon.svg"] || path.first == "assets"
        return own || path.isEmpty
            || patterns.contains { pattern in
                pattern.count == path.count && zip(pattern, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
            }
    }

    private func missing(_ texts: [String], in document: ExaminedDocument) -> [String] {
        let said =
            document.texts
            + document.elements.flatMap { [$0.attributes["alt"], $0.attributes["value"]].compactMap(\.self) }
        return texts.filter { text in !said.contains { $0.contains(text) } }.map { "it doesn't say “\($0)”" }
    }
}

extension ScreenContents {
    /// Whether somebody who has read it can go on, without looking for a way at its
    /// top.
    var leadsOn: Bool {
        switch body {
        case .gallery(let groups, let before, let after):
            groups.contains { !$0.tiles.isEmpty } || (before + after).contains(where: \.leadsOn)
        case .picture(_, let blocks), .column(let blocks):
            notice?.nextSteps.isEmpty == false || blocks.contains(where: \.leadsOn)
        }
    }
}

extension ScreenBlock {
    fileprivate var leadsOn: Bool {
        switch self {
        case .text, .lines, .written, .code, .squares, .bars, .permission: false
        case .thumbnail: true
        case .links(let links): !links.isEmpty
        case .form, .program: true
        case .notice(let notice): !notice.nextSteps.isEmpty
        case .entries(let entries): entries.flatMap(\.blocks).contains(where: \.leadsOn)
        case .conversation(let remarks): remarks.contains { !$0.links.isEmpty }
        case .section(let section): section.blocks.contains(where: \.leadsOn)
        case .sensitive(_, let blocks): blocks.contains(where: \.leadsOn)
        }
    }
}
