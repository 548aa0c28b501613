import CoreModels
public import Localization

/// Something to fill in.
public struct WebField: Sendable {
    /// What is expected, which decides about keyboards and about what browsers
    /// fill in themselves.
    public enum Kind: Sendable {
        /// An address.
        case email
        /// A mailed code.
        case code
        /// The password that the account has.
        case password
        /// A password that is chosen, of so many characters at least.
        case newPassword(minimum: Int)
    }

    /// The name under which it is sent.
    public let name: String
    /// What is expected.
    public let kind: Kind
    /// What it is called.
    public let label: LocalizedText
    /// What is asked of it, point by point; nil where the hint says it all.
    public let rules: WebRules?
    /// How it is to be filled in; shown as met while somebody types, as far as
    /// a browser can tell.
    public let hint: LocalizedText?
    /// What was filled in before; never a password.
    public let value: String
    /// What is wrong with it.
    public let problems: [LocalizedText]

    /// Creates a field; its name consists of lower-case letters and `_`.
    public init(
        _ name: StaticString, _ kind: Kind, _ label: LocalizedText, rules: WebRules? = nil,
        hint: LocalizedText? = nil, value: String = "", problems: [LocalizedText] = []
    ) {
        self.name = name.description
        self.kind = kind
        self.label = label
        self.rules = rules
        self.hint = hint
        self.value = value
        self.problems = problems
    }

    /// The address of the person, sent as `email`.
    public static func email(
        _ value: String = "", hint: LocalizedText? = nil, problem: LocalizedText? = nil
    ) -> WebField {
        WebField(
            "email", .email, LocalizedText(en: "Email address", es: "Dirección de correo"), hint: hint, value: value,
            problems: problem.map { [$0] } ?? [])
    }

    /// A mailed code, sent as `code`.
    public static func code(_ value: String = "", problem: LocalizedText? = nil) -> WebField {
        WebField(
            "code", .code, LocalizedText(en: "Code", es: "Código"),
            hint: LocalizedText(en: "8 digits", es: "8 cifras"), value: value, problems: problem.map { [$0] } ?? [])
    }

    /// The password of the account, sent as `password`.
    public static func password(hint: LocalizedText? = nil, problem: LocalizedText? = nil) -> WebField {
        WebField(
            "password", .password, LocalizedText(en: "Password", es: "Contraseña"), hint: hint,
            problems: problem.map { [$0] } ?? [])
    }

    var isPassword: Bool {
        switch kind {
        case .password, .newPassword: true
        case .email, .code: false
        }
    }

    /// - Parameter besidePassword: Whether the form asks for a password, which
    ///   programs keep under the address then.
    func html(in language: Language, id: String, besidePassword: Bool) -> String {
        var descriptions: [String] = [], lines: [String] = []
        if !problems.isEmpty { descriptions.append("\(id)-problems") }
        if rules != nil { descriptions.append("\(id)-rules") }
        if hint != nil { descriptions.append("\(id)-hint") }
        var input = "<input id=\"\(id)\" name=\"\(name)\" \(attributes(besidePassword)) required"
        if !value.isEmpty { input += " value=\"\(HTML.escaped(value))\"" }
        if !descriptions.isEmpty { input += " aria-describedby=\"\(descriptions.joined(separator: " "))\"" }
        if !problems.isEmpty { input += " aria-invalid=\"true\" autofocus" }
        lines += [
            "<div class=\"field\">", "<label for=\"\(id)\">\(HTML.escaped(label.text(in: language)))</label>",
            input + ">",
        ]
        if case .newPassword = kind {
            // Without scripts it does nothing, so it isn't there.
            lines.append(
                "<button type=\"button\" class=\"show\" data-field=\"\(id)\" aria-pressed=\"false\" hidden>"
                    + HTML.escaped(Self.show.text(in: language)) + "</button>")
        }
        if let rules { lines += rules.html(in: language, id: id) }
        if let hint {
            lines.append("<p class=\"hint\" id=\"\(id)-hint\">\(HTML.escaped(hint.text(in: language)))</p>")
        }
        if !problems.isEmpty {
            lines.append("<ul class=\"problems\" id=\"\(id)-problems\">")
            lines += problems.map { "<li>\(HTML.escaped($0.text(in: language)))</li>" }
            lines.append("</ul>")
        }
        lines.append("</div>")
        return lines.joined(separator: "\n")
    }

    private static let show = LocalizedText(en: "Show the password", es: "Mostrar la contraseña")

    private func attributes(_ besidePassword: Bool) -> String {
        switch kind {
        case .email:
            #"type="email" autocomplete="\#(besidePassword ? "username" : "email")" autocapitalize="none" "#
                + #"spellcheck="false" maxlength="254""#
        case .code:
            #"inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \-]{8,12}" maxlength="12""#
        case .password: #"type="password" autocomplete="current-password""#
        case .newPassword(let minimum):
            #"type="password" autocomplete="new-password" minlength="\#(minimum)""#
        }
    }
}
