import Localization
import Presenting
package import ScreensAPI

/// Writes what is filled in.
///
/// The server judges what was typed (D14): a browser that refused something by
/// itself would say so in words of its own, and one that is told a length counts in
/// other units than the server, and cuts off what is pasted without a word.
extension ScreenWriter {
    func form(_ form: ScreenForm) -> Markup {
        guard surroundings.forms.isPrivate || !form.fields.contains(where: \.kind.isSecret) else {
            return notice(Self.notPrivate)
        }
        let returned = surroundings.forms.returned.flatMap { $0.isOf(form) ? $0 : nil }
        var attributes = [
            Attribute("method", "post"), Attribute("action", target(form.place)),
            Attribute("class", "form"), Attribute("id", "form-" + name(of: form)), Attribute("novalidate"),
        ]
        if form.fields.contains(where: \.kind.isPicture) {
            attributes.append(Attribute("enctype", "multipart/form-data"))
        }
        if form.joinsConversation { attributes.append(Attribute("data-joins")) }
        let heading = form.heading.map { [Markup.element("h2", [], [.text(words($0))])] } ?? []
        let button = Markup.element(
            "button",
            (Self.look(of: form.manner).map { [Attribute("class", $0)] } ?? []) + called(form.buttonName),
            [.text(words(form.button))])
        return .element(
            "form", attributes,
            heading + (returned.map { [summary(of: $0, form)] } ?? []) + along(form, returned)
                + form.fields.flatMap { [field($0, of: form, returned)] + ($0.helper.map { [permission($0)] } ?? []) }
                + [button] + alternatives(to: form))
    }

    /// Where a form is sent: to another address than that of its page.
    ///
    /// Where both are one and nobody answers, a browser puts its page of failure in the
    /// place of the page with the form, and going back leads past what was typed.
    private func target(_ place: Place) -> String {
        let address = place.address(below: surroundings.root)
        guard let shown = surroundings.forms.shownAt, !shown.isSent,
            address.prefix(while: { !"?#".contains($0) }) == shown.path
        else { return address }
        return place.with(FormSurroundings.Name.sent, "1").address(below: surroundings.root)
    }

    private static func look(of manner: ScreenForm.Manner) -> String? {
        switch manner {
        case .ordinary: nil
        case .destructive: "destructive"
        case .quiet: "quiet"
        }
    }

    /// Further buttons come behind the one that is pressed by the Enter key.
    private func alternatives(to form: ScreenForm) -> [Markup] {
        steps(form.alternatives).map { link in
            .element(
                "button",
                [
                    Attribute("class", "quiet"), Attribute("formaction", target(link.place)),
                    Attribute("name", "\(FormSurroundings.Name.form)"), Attribute("value", "begin"),
                ], [.text(words(link.label))])
        }
    }

    func notice(_ notice: ScreenNotice) -> Markup {
        let kind =
            switch notice.kind {
            case .failure: "failure"
            case .success: "success"
            case .remark: "remark"
            }
        return .element(
            "div",
            [Attribute("class", "notice " + kind), Attribute("role", notice.kind == .failure ? "alert" : "status")],
            [.element("p", [], [.text(words(notice.text))])] + ways(after: notice))
    }

    private static let notPrivate = ScreenNotice(
        .remark,
        LocalizedText(
            en: "This page came without encryption, and whoever is on the way could read what you type, so nothing "
                + "can be typed here. Open it at an address that begins with https://.",
            es:
                "Esta página llegó sin cifrar y quien esté en el camino podría leer lo que escribas, así que aquí no se "
                + "puede escribir nada. Ábrela en una dirección que empiece por https://."))

    // MARK: Parts

    /// What is wrong, first and with ways to the fields, so that nobody has to
    /// look for it (WCAG 2.2, 3.3.1).
    private func summary(of returned: ReturnedForm, _ form: ScreenForm) -> Markup {
        let links = form.fields.filter { $0.kind != .unseen && $0.kind != .account }.flatMap { field in
            failures(of: field, in: returned).map { failure in
                Markup.element(
                    "li", [],
                    [.element("a", [Attribute("href", "#" + id(field, form))], [.text(words(failure.text))])])
            }
        }
        let said =
            links.isEmpty
            ? Markup.element("p", [], [.text(words(returned.notice.text))]) : Markup.element("ul", [], links)
        let isFailure = returned.notice.kind == .failure
        return .element(
            "div",
            [
                Attribute("class", "notice " + (isFailure ? "failure" : "remark")),
                Attribute("role", isFailure ? "alert" : "status"), Attribute("tabindex", "-1"), Attribute("autofocus"),
            ],
            [said] + ways(after: returned.notice, besides: form.alternatives))
    }

    private func ways(after notice: ScreenNotice, besides others: [NextStep] = []) -> [Markup] {
        // What helps most has a button of its own.
        if let first = notice.nextSteps.first, others.contains(first) { return [] }
        let links = steps(notice.nextSteps.filter { !others.contains($0) })
        return links.isEmpty ? [] : [block(.links(links))]
    }

    private func steps(_ steps: [NextStep]) -> [ScreenLink] {
        steps.compactMap { step in surroundings.forms.steps.first { $0.step == step }?.link }
    }

    /// What goes along with what is typed.
    private func along(_ form: ScreenForm, _ returned: ReturnedForm?) -> [Markup] {
        let forms = surroundings.forms
        let owner = forms.owner.map { [unseen(FormSurroundings.Name.owner + $0, "")] } ?? []
        let chosen = form.fields.filter(\.kind.isChosen).map(\.name).joined(separator: " ")
        return owner + (chosen.isEmpty ? [] : [unseen("\(FormSurroundings.Name.chosen)", chosen)]) + [
            unseen("\(FormSurroundings.Name.form)", form.name),
            unseen("\(FormSurroundings.Name.place)", forms.place.address(below: surroundings.root)),
            unseen("\(FormSurroundings.Name.key)", forms.key),
        ] + (forms.kept.map { [unseen("\(FormSurroundings.Name.kept)", $0)] } ?? [])
            + (returned?.draft.map { [unseen("\(FormSurroundings.Name.draft)", $0)] } ?? [])
    }

    private func unseen(_ name: String, _ value: String) -> Markup {
        .void("input", [Attribute("type", "hidden"), Attribute("name", name), Attribute("value", value)])
    }

    private func field(_ field: ScreenField, of form: ScreenForm, _ returned: ReturnedForm?) -> Markup {
        let value = field.kind.isSecret ? "" : returned?.values[field.name] ?? field.value
        if field.kind == .unseen { return unseen(FormSurroundings.Name.along + field.name, value) }
        if let challenge = field.kind.challenge { return work(field, of: form, challenge) }
        if let question = field.kind.question { return authenticator(question, named: field.name, id(field, form)) }
        if field.kind == .account { return account(field.name, value) }
        if case .options(let choices) = field.kind { return options(choices, field, id(field, form), value) }
        if field.kind == .toggle {
            return toggle(
                field, id(field, form), isOn: !(returned?.values[field.name, default: ""] ?? field.value).isEmpty)
        }
        let id = id(field, form), failures = returned.map { self.failures(of: field, in: $0) } ?? []
        let descriptions =
            (field.rules.isEmpty ? [] : [id + "-rules"]) + (field.hint == nil ? [] : [id + "-hint"])
            + (failures.isEmpty ? [] : [id + "-problem"])
        var attributes = [
            Attribute("id", id),
            Attribute("name", (field.kind.isSecret ? FormSurroundings.Name.secret : "") + field.name),
        ]
        if field.isRequired { attributes.append(Attribute("required")) }
        if !descriptions.isEmpty {
            attributes.append(Attribute("aria-describedby", descriptions.joined(separator: " ")))
        }
        if !failures.isEmpty { attributes.append(Attribute("aria-invalid", "true")) }
        let label = Markup.element("label", [Attribute("for", id)], [.text(words(field.label))])
        let hint = field.hint.map {
            Markup.element("p", [Attribute("class", "hint"), Attribute("id", id + "-hint")], [.text(words($0))])
        }
        let problem =
            failures.isEmpty
            ? nil
            : Markup.element(
                "p", [Attribute("class", "problem"), Attribute("id", id + "-problem")],
                [.text(failures.map { words($0.text) }.joined(separator: " "))])
        return .element(
            "div", [Attribute("class", "field")],
            [label] + (hint.map { [$0] } ?? []) + [input(field, attributes, value)] + showing(field, id)
                + handheld(field, id)
                + rules(of: field, id)
                + (problem.map { [$0] } ?? []))
    }

    private func work(_ field: ScreenField, of form: ScreenForm, _ challenge: String) -> Markup {
        let id = id(field, form)
        return .element(
            "div", [Attribute("class", "field")],
            [
                .element("label", [Attribute("for", id)], [.text(words(field.label))]),
                .element("p", [Attribute("class", "hint")], [.text(field.hint.map(words) ?? "")]),
                .element("progress", [Attribute("id", id), Attribute("max", 1), Attribute("value", 0)]),
                .void(
                    "input",
                    [
                        Attribute("type", "hidden"), Attribute("name", FormSurroundings.Name.along + field.name),
                        Attribute("data-challenge", challenge),
                    ]),
                .element("noscript", [], [.element("p", [Attribute("class", "hint")], [.text(words(Self.noScripts))])]),
            ])
    }

    private static let noScripts = LocalizedText(
        en: "Scripts are switched off here, and nobody can do this work by hand. Wait some minutes and try again, or "
            + "allow scripts of this server.",
        es: "Aquí los scripts están desactivados y nadie puede hacer este trabajo a mano. Espera unos minutos e "
            + "inténtalo de nuevo, o permite los scripts de este servidor.")

    private func failures(of field: ScreenField, in returned: ReturnedForm) -> [FieldFailure] {
        returned.failures.filter { $0.pointer == "/" + field.name }
    }

    private func id(_ field: ScreenField, _ form: ScreenForm) -> String { name(of: form) + "-" + field.name }

    private func name(of form: ScreenForm) -> String { form.name + (form.subject.map { "-" + $0 } ?? "") }

    /// What browsers make of a field (HTML Living Standard, section 4.10.18.7).
    private func input(_ field: ScreenField, _ common: [Attribute], _ value: String) -> Markup {
        func line(_ attributes: Attribute...) -> Markup {
            .void("input", common + attributes + (value.isEmpty ? [] : [Attribute("value", value)]))
        }
        let plain = [Attribute("autocapitalize", "none"), Attribute("spellcheck", "false")]
        // What people write has the direction of its own script, also while they write it.
        let direction = Attribute("dir", "auto")
        switch field.kind {
        case .email:
            // Browsers send another spelling of a domain than what was typed from a field of the type
            // email (HTML Living Standard, section 4.10.5.1.5), which is another address.
            return .void(
                "input",
                common + [Attribute("inputmode", "email"), Attribute("autocomplete", "username")]
                    + plain + (value.isEmpty ? [] : [Attribute("value", value)]))
        case .name: return line(Attribute("autocomplete", "name"), direction)
        case .password: return line(Attribute("type", "password"), Attribute("autocomplete", "current-password"))
        case .newPassword(let minimum):
            return line(
                Attribute("type", "password"), Attribute("autocomplete", "new-password"),
                Attribute("minlength", minimum))
        case .repeatedPassword: return line(Attribute("type", "password"), Attribute("autocomplete", "new-password"))
        case .code: return line(Attribute("inputmode", "numeric"), Attribute("autocomplete", "one-time-code"))
        case .oneTimeCode:
            return .void("input", common + [Attribute("autocomplete", "one-time-code")] + plain)
        case .line: return line(direction)
        case .number(let range):
            return line(
                Attribute("inputmode", "numeric"), Attribute("min", range.lowerBound),
                Attribute("max", range.upperBound))
        case .text:
            // A line end after the tag isn't part of the text (section 13.1.2.5).
            return .element("textarea", common + [Attribute("rows", 3), direction], [.text("\n" + value)])
        case .choice(let choices):
            return .element(
                "select", common,
                choices.map { choice in
                    let selected = choice.value == value ? [Attribute("selected")] : []
                    return .element(
                        "option", [Attribute("value", choice.value)] + selected, [.text(words(choice.label))])
                })
        case .picture(let types):
            return line(Attribute("type", "file"), Attribute("accept", types.joined(separator: ",")))
        case .unseen, .work, .authenticator, .options, .toggle: return unseen(field.name, value)
        case .account: return account(field.name, value)
        }
    }
}

extension ScreenForm {
    /// Whether a form is what sends this: of several with one name, that which sends the
    /// same along.
    package func sends(_ name: String, _ values: [String: String]) -> Bool {
        self.name == name && fields.allSatisfy { $0.kind != .unseen || values[$0.name] == $0.value }
    }
}

extension ReturnedForm {
    /// Whether it is what became of a form.
    package func isOf(_ form: ScreenForm) -> Bool { form.sends(name, values) }
}

extension ScreenField.Kind {
    package var isPicture: Bool {
        if case .picture = self { true } else { false }
    }
}
