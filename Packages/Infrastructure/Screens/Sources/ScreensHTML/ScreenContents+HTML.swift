import CoreModels
import FoundationEssentials
import Localization
package import ScreensAPI

extension ScreenContents {
    /// The screen as a document for a browser.
    package func html(in surroundings: Surroundings) -> String {
        let writer = ScreenWriter(surroundings: surroundings)
        let icon = Attribute("href", surroundings.root + "icon.svg")
        let head = Markup.element(
            "head", [],
            [
                .void("meta", [Attribute("charset", "utf-8")]),
                .void(
                    "meta",
                    [Attribute("name", "viewport"), Attribute("content", "width=device-width, initial-scale=1")]
                ),
                .void(
                    "meta",
                    [Attribute("name", "color-scheme"), Attribute("content", surroundings.preferences.colorScheme)]),
                .element("title", [], [.text("\(writer.failing)\(writer.plain(title)) · Essential")]),
                .void("link", [Attribute("rel", "icon"), icon, Attribute("type", "image/svg+xml")]),
                .void(
                    "link",
                    [
                        Attribute("rel", "stylesheet"),
                        Attribute("href", surroundings.root + surroundings.style.path),
                        Attribute("integrity", surroundings.style.integrity),
                    ]),
            ] + waiting + surroundings.scripts.map { writer.script($0) })
        let late = surroundings.lateScripts.map { writer.script($0) }
        let body = Markup.element("body", [], content(writer) + [writer.voice()] + late)
        return Markup.element("html", surroundings.marks, [head, body]).document()
    }

    /// A row is justified again by each picture that comes into it, so nothing is
    /// painted before the last one is read (HTML Living Standard, link type
    /// `expect`); a screen is some kilobytes.
    private var waiting: [Markup] {
        guard case .gallery = body else { return [] }
        let render = Attribute("blocking", "render")
        return [.void("link", [Attribute("rel", "expect"), Attribute("href", "#" + Self.end), render])]
    }

    private static let end = "end"

    /// Where pictures go on while somebody scrolls, for those who don't see it.
    private func feed(_ groups: [PictureGroup], _ writer: ScreenWriter) -> Markup {
        let name = LocalizedText(en: "Pictures", es: "Imágenes").text(in: writer.surroundings.language)
        return .element(
            "div", [Attribute("id", "feed"), Attribute("role", "region"), Attribute("aria-label", name)],
            writer.groups(groups))
    }

    private func content(_ writer: ScreenWriter) -> [Markup] {
        let heading =
            [Markup.element("h1", writer.direction(of: title), [writer.text(title)])]
            + (writer.isOver(notice) ? [] : notice.map { [writer.notice($0)] } ?? []) + writer.unplaced(besides: forms)
        switch body {
        case .gallery(let groups, let before, let after):
            func mark(_ name: String, _ blocks: [ScreenBlock]) -> Markup {
                .element("div", [Attribute("class", "after"), Attribute("id", name)], blocks.map(writer.block))
            }
            return [
                writer.skip(), writer.bar(),
                writer.main(
                    "gallery",
                    heading + (before.isEmpty ? [] : [mark("start", before)])
                        + [feed(groups, writer), mark(Self.end, after)]),
            ]
        case .picture(let picture, let beside):
            return [
                writer.skip(), writer.bar(),
                writer.main(
                    "picture",
                    [
                        .element("div", [Attribute("class", "stage")], [writer.staged(picture)]),
                        .element("div", [Attribute("class", "beside")], heading + beside.map(writer.block)),
                    ]),
            ]
        case .column(let blocks):
            return [
                writer.skip(), writer.bar(), writer.main("column", heading + blocks.map(writer.block)),
            ]
        }
    }
}

/// Writes what is on a screen, in the language of its surroundings.
struct ScreenWriter {
    let surroundings: Surroundings

    /// What the name of the window begins with if something was refused, for those
    /// who hear it first.
    var failing: String {
        guard surroundings.forms.returned?.notice.kind == .failure else { return "" }
        return words(LocalizedText(en: "Problem: ", es: "Problema: "))
    }

    /// Whether a success is one of before: since then a form was sent, of which there
    /// is something else to say; or whether just the same is said of the form.
    func isOver(_ notice: ScreenNotice?) -> Bool {
        guard let notice, let said = surroundings.forms.returned?.notice else { return false }
        return notice.kind == .success || notice.text == said.text
    }

    /// What is to be said about a form that isn't on the screen any more.
    func unplaced(besides forms: [ScreenForm]) -> [Markup] {
        guard let returned = surroundings.forms.returned, !forms.contains(where: returned.isOf) else {
            return []
        }
        return [notice(returned.notice)]
    }

    /// What every screen has on top.
    func bar() -> Markup {
        let label = LocalizedText(en: "Elsewhere", es: "Otros lugares").text(in: surroundings.language)
        func links(_ items: [NavigationItem]) -> [Markup] {
            items.map { item in link(item.link, item.key.map { [Attribute("data-key", String($0))] } ?? []) }
        }
        let ways = links(surroundings.navigation.filter { !$0.isLast })
        // Where there is no room for all, these are a line of their own.
        let last = links(surroundings.navigation.filter(\.isLast))
        let rest = last.isEmpty ? [] : [Markup.element("div", [Attribute("class", "last")], last)]
        return .element(
            "header", [Attribute("class", "bar")],
            [.element("a", [Attribute("class", "mark"), href(.home)], [.text("Essential")])]
                + (ways.isEmpty && rest.isEmpty
                    ? [] : [.element("nav", [Attribute("aria-label", label)], ways + rest)]))
    }

    /// The first that a keyboard comes to, seen by whoever has one.
    func skip() -> Markup {
        let label = LocalizedText(en: "Skip to content", es: "Ir al contenido")
        return .element("a", [Attribute("class", "unseen"), Attribute("href", "#" + Self.main)], [.text(words(label))])
    }

    /// What the part of a screen is called that is its own.
    static let main = "content"

    func main(_ kind: String, _ contents: [Markup]) -> Markup {
        .element(
            "main", [Attribute("class", kind), Attribute("id", Self.main), Attribute("tabindex", "-1")], contents)
    }

    func block(_ block: ScreenBlock) -> Markup {
        switch block {
        case .text(let text): .element("p", direction(of: text), [self.text(text)])
        case .lines(let lines):
            .element(
                "ul", [Attribute("class", "lines")],
                lines.map { .element("li", direction(of: $0), [text($0)]) })
        case .entries(let entries): .element("ul", [Attribute("class", "entries")], entries.map(entry))
        case .code(let text): .element("pre", [], [.element("code", [], [.text(text)])])
        case .written(let text, let label): written(text, as: label)
        case .squares(let squares): self.squares(squares)
        case .thumbnail(let picture): thumbnail(picture)
        case .bars(let bars): self.bars(bars)
        case .program(let link):
            .element(
                "p", [Attribute("class", "ways")],
                [.element("a", [Attribute("href", link.address)], [.text(words(link.label))])])
        case .conversation(let remarks):
            .element("ol", [Attribute("class", "conversation")], remarks.map(remark))
        case .links(let links): ways(links)
        case .notice(let notice): self.notice(notice)
        case .form(let form): self.form(form)
        case .sensitive(let sensitivity, let blocks): sensitive(sensitivity, blocks)
        case .permission(let primer): permission(primer)
        case .section(let section):
            .element(
                "section",
                [Attribute("id", section.name)] + (section.topic.map { [Attribute("data-live", $0.text)] } ?? []),
                [.element("h2", [], [.text(words(section.heading))])]
                    + section.blocks.map(self.block))
        }
    }

    /// More ways than stand beside each other are a list.
    private func ways(_ links: [ScreenLink]) -> Markup {
        guard links.count > 3 else {
            return .element("p", [Attribute("class", "ways")], links.map { link($0) })
        }
        return .element("ul", [Attribute("class", "ways menu")], links.map { .element("li", [], [link($0)]) })
    }

    private func entry(_ entry: ScreenEntry) -> Markup {
        let facts = entry.facts.map { Markup.element("li", direction(of: $0), [text($0)]) }
        return .element(
            "li", [],
            [
                .element("b", direction(of: entry.title), [text(entry.title)]),
                .element("ul", [Attribute("class", "facts")], facts),
            ] + entry.blocks.map(block))
    }

    private func remark(_ remark: ScreenRemark) -> Markup {
        let author = Markup.element("b", direction(of: .name(remark.author)), [text(.name(remark.author))])
        let mark = remark.mark.map {
            [Markup.text(" "), .element("span", [Attribute("class", "pill")], [.text(words($0))])]
        }
        let own = remark.isOwn ? words(LocalizedText(en: "(you)", es: "(tú)")) + " " : ""
        return .element(
            "li", [],
            [
                .element(
                    "p", [Attribute("class", "who")],
                    [author] + (mark ?? []) + [.text(" " + own), text(.time(remark.time))]),
                .element(
                    "p", [Attribute("class", "said")] + direction(of: .written(remark.text)), [.text(remark.text)]),
            ] + (remark.links.isEmpty ? [] : [block(.links(remark.links))]))
    }

    // MARK: Texts

    func words(_ text: LocalizedText) -> String { text.text(in: surroundings.language) }

    func text(_ text: ScreenText) -> Markup {
        switch text {
        case .time(let time) where isRecent(time):
            self.time(time, [Attribute("title", exact(time))], plain(text))
        case .time(let time), .moment(.none, let time): self.time(time, [], exact(time))
        case .moment(let words?, let time):
            .element("span", [], [.text(self.words(words) + " "), self.time(time, [], exact(time))])
        case .name(let name): self.name(name)
        case .words, .written: .text(plain(text))
        }
    }

    /// A name that mixes letters of several scripts (UTS 39, section 5.1), or has letters
    /// of another form, may be made to look like another.
    private func mark(of name: String) -> LocalizedText? {
        if ReadableText.mixesScripts(name) {
            return LocalizedText(en: "(letters of several scripts)", es: "(letras de varios alfabetos)")
        }
        guard ReadableText.hasLetterForms(name) else { return nil }
        return LocalizedText(en: "(letters of another form)", es: "(letras de otra forma)")
    }

    private func name(_ name: String) -> Markup {
        guard let mark = mark(of: name) else { return .text(name) }
        return .element(
            "span", [], [.element("bdi", [], [.text(name)]), .text(" "), .element("span", [], [.text(words(mark))])])
    }

    /// Where scripts run it is told in the person's time zone.
    private func time(_ time: Date, _ more: [Attribute], _ text: String) -> Markup {
        .element("time", [Attribute("datetime", time.formatted(.iso8601))] + more, [.text(text)])
    }

    private func isRecent(_ time: Date) -> Bool { surroundings.now.timeIntervalSince(time) < 7 * 86_400 }
    private func exact(_ time: Date) -> String { words(.momentInUTC(time)) }

    func plain(_ text: ScreenText) -> String {
        switch text {
        case .words(let words): self.words(words)
        case .written(let text): text
        case .name(let name): name + (mark(of: name).map { " " + words($0) } ?? "")
        case .time(let time):
            isRecent(time) ? words(.since(time, at: surroundings.now)) : exact(time)
        case .moment(let words, let time): (words.map { self.words($0) + " " } ?? "") + exact(time)
        }
    }

    /// What people write has a direction of its own, which must not turn what is
    /// around it.
    func direction(of text: ScreenText) -> [Attribute] {
        switch text {
        case .written, .name: [Attribute("dir", "auto")]
        case .words, .time, .moment: []
        }
    }

    /// It runs once all of the screen is read.
    func script(_ script: AssetReference) -> Markup {
        let source = Attribute("src", surroundings.root + script.path)
        return .element("script", [source, Attribute("integrity", script.integrity), Attribute("defer")])
    }

    // MARK: Places

    func href(_ place: Place) -> Attribute {
        Attribute("href", place.address(below: surroundings.root))
    }

    func called(_ name: LocalizedText?) -> [Attribute] { name.map { [Attribute("aria-label", words($0))] } ?? [] }

    private func link(_ link: ScreenLink, _ more: [Attribute] = []) -> Markup {
        let relation: [Attribute] =
            switch link.relation {
            case .other: []
            case .next: [Attribute("rel", "next")]
            case .previous: [Attribute("rel", "prev")]
            case .removal: [Attribute("data-undo")]
            }
        return .element("a", [href(link.place)] + relation + called(link.name) + more, [.text(words(link.label))])
    }
}
