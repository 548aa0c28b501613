public import Localization
public import Presenting

/// Something to fill in and to send to a screen of the program.
///
/// Whoever shows it keeps what was typed: when the action that gets it throws,
/// the screen is shown again with the form as it was, but for secrets.
public struct ScreenForm: Hashable, Sendable {
    /// What sending it does to what is there.
    public enum Manner: Hashable, Sendable {
        /// It adds or changes something, or asks for it.
        case ordinary
        /// It takes something away.
        case destructive
        /// It stands behind what most people come for, and is quieter than that.
        case quiet
    }

    /// The name of the ``ScreenAction`` that gets it.
    public let name: String
    /// What it is about, if its screen has several for the same action; consists
    /// of letters, digits and hyphens.
    public let subject: String?
    /// What it is for, where a screen has several; nil where the screen says so.
    public let heading: LocalizedText?
    /// The screen that gets it.
    public let place: Place
    /// What is filled in.
    public let fields: [ScreenField]
    /// What the button says: a verb.
    public let button: LocalizedText
    /// What the button is called among others that say the same, beginning with that.
    ///
    /// It is for those who don't see where it stands; nil where it is the only one.
    public let buttonName: LocalizedText?
    /// What sending it does to what is there.
    public let manner: Manner
    /// Whether what is typed joins the conversation of its section at once, where
    /// scripts run, while it is on its way.
    public let joinsConversation: Bool
    /// Steps that can be taken in place of sending it: what was typed goes along, to
    /// the ``ScreenAction`` called `begin` of the screen where the step is taken.
    public let alternatives: [NextStep]

    /// Creates a form; its name consists of lower-case letters and hyphens.
    public init(
        _ name: StaticString, about subject: String? = nil, to place: Place, heading: LocalizedText? = nil,
        _ fields: [ScreenField] = [],
        button: LocalizedText, called buttonName: LocalizedText? = nil, _ manner: Manner = .ordinary,
        joiningConversation joinsConversation: Bool = false,
        or alternatives: [NextStep] = []
    ) {
        self.name = name.description
        self.subject = subject
        self.heading = heading
        self.place = place
        self.fields = fields
        self.button = button
        self.buttonName = buttonName
        self.manner = manner
        self.joinsConversation = joinsConversation
        self.alternatives = alternatives
    }
}

/// Something to fill in.
public struct ScreenField: Hashable, Sendable {
    /// What is expected, by which browsers choose keyboards and what they fill in
    /// themselves; nothing is deleted from what is typed, and nothing cut off (SANIT-01).
    public enum Kind: Hashable, Sendable {
        /// An email address.
        case email
        /// The person's name.
        case name
        /// The password that the account has.
        case password
        /// A password that is chosen, of so many characters at least.
        case newPassword(minimum: Int)
        /// The same password once more.
        case repeatedPassword
        /// A code that was sent to the person.
        case code(digits: Int)
        /// A code that is good once: digits of an authenticator, or letters in their
        /// place.
        case oneTimeCode
        /// A line of text.
        case line
        /// Text, in lines.
        case text
        /// A whole number.
        case number(ClosedRange<Int>)
        /// One of several.
        case choice([Choice])
        /// One of a few that are all shown.
        case options([Choice])
        /// Something that is on (`on`) or off (nothing).
        case toggle
        /// A picture from the person's device; the types that can be chosen, such
        /// as `image/jpeg`.
        case picture(types: [String])
        /// Something that is sent along, and that nobody sees.
        case unseen
        /// Work that the browser does by itself, for a challenge such as
        /// `pow.16.….…`: a number after which SHA-256 of both begins with so many
        /// zero bits. Without scripts nothing is sent.
        case work(challenge: String)
        /// What an authenticator of the browser answers: text in JSON, or what
        /// ``AuthenticatorQuestion/Kind/givesSecret`` says; empty for nothing. Without
        /// scripts nothing is sent.
        case authenticator(AuthenticatorQuestion)
        /// Whose password is asked for: programs that keep passwords learn it,
        /// and nobody sees it.
        case account

        /// Whether it is nobody's business: it is never shown again.
        public var isSecret: Bool {
            switch self {
            case .password, .newPassword, .repeatedPassword, .code, .oneTimeCode: true
            case .authenticator(let question): question.kind.givesSecret
            case .email, .name, .line, .text, .number, .choice, .options, .toggle, .picture, .unseen, .account, .work:
                false
            }
        }
    }

    /// One of several that a field may be.
    public struct Choice: Hashable, Sendable {
        /// What is sent.
        public let value: String
        /// What it means.
        public let label: LocalizedText
        /// The theme of which a small sample is shown; nil for none.
        public let sample: Theme?

        /// Creates a choice.
        public init(_ value: String, _ label: LocalizedText, sample: Theme? = nil) {
            self.value = value
            self.label = label
            self.sample = sample
        }
    }

    /// Its name, unique in its form; errors name it as `/name`
    /// (``FieldFailure/pointer``).
    public let name: String
    /// What is expected.
    public let kind: Kind
    /// What it is called.
    public let label: LocalizedText
    /// How it is to be filled in.
    public let hint: LocalizedText?
    /// What is in it at first; never a secret.
    public let value: String
    /// What is asked of it, point by point; a script of the screen may mark what
    /// is met while somebody types.
    public let rules: [FieldRule]
    /// Whether it can't be left empty.
    public let isRequired: Bool
    /// Where the device is asked for what may fill it; nil for nothing.
    public let helper: PermissionPrimer?

    /// Creates a field; its name consists of lower-case letters and `_`.
    public init(
        _ name: StaticString, _ kind: Kind, _ label: LocalizedText, rules: [FieldRule] = [],
        hint: LocalizedText? = nil, value: String = "", isRequired: Bool = true, helper: PermissionPrimer? = nil
    ) {
        self.name = name.description
        self.kind = kind
        self.label = label
        self.rules = rules
        self.hint = hint
        self.value = value
        self.isRequired = isRequired
        self.helper = helper
    }

    /// Work that the browser does by itself, which shows that nobody tries
    /// thousands of times.
    public static func work(_ name: StaticString, for challenge: String) -> ScreenField {
        ScreenField(
            name, .work(challenge: challenge),
            LocalizedText(en: "Your browser works for a moment", es: "Tu navegador trabaja un momento"),
            hint: LocalizedText(
                en: "It shows that no machine is trying passwords. Then you can go on.",
                es: "Muestra que ninguna máquina está probando contraseñas. Después puedes seguir."),
            isRequired: false)
    }

    /// What an authenticator answers when the button is pressed.
    public static func authenticator(_ name: StaticString, asked question: AuthenticatorQuestion) -> ScreenField {
        ScreenField(name, .authenticator(question), LocalizedText(verbatim: ""), isRequired: false)
    }

    /// Something that is sent along, and that nobody sees.
    public static func unseen(_ name: StaticString, _ value: String) -> ScreenField {
        ScreenField(name, .unseen, LocalizedText(verbatim: ""), value: value)
    }

    /// Whose password the form asks for, where no field tells.
    public static func account(_ email: String) -> ScreenField {
        ScreenField("account", .account, LocalizedText(verbatim: ""), value: email)
    }
}

/// What an authenticator is asked, such as for a passkey (WebAuthn level 3, section 5.1).
public struct AuthenticatorQuestion: Hashable, Sendable {
    /// What it is to do.
    public enum Kind: String, Hashable, Sendable {
        /// To make a passkey.
        case making
        /// To answer with one that it has.
        case answering
        /// The same; where browsers can, they offer it also while somebody fills in the
        /// address on the screen.
        case offering
        /// To make something that computes a secret, and to compute it: in JSON the
        /// place that may ask (`party`), whom it is for (`user`, `name`), for what
        /// (`salt`), and what isn't to be there already (`known`).
        case makingSecret
        /// To compute a secret with one of several: in JSON the place (`party`) and the
        /// salt of each (`salts`).
        case computingSecret

        /// Whether the answer is nobody's business (WebAuthn level 3, section 10.1.4):
        /// the credential and the secret, in base64url with a space between, or else the
        /// name of the error of the browser (`NotAllowedError`), `Absent` where browsers
        /// have no authenticators, `Secretless` for one that computes no secrets.
        public var givesSecret: Bool {
            switch self {
            case .makingSecret, .computingSecret: true
            case .making, .answering, .offering: false
            }
        }
    }

    /// What it is to do.
    public let kind: Kind
    /// The question in the JSON that browsers read; one for a passkey is good for five
    /// minutes, and the screen has another one each time.
    public let options: String

    /// Creates a question.
    public init(_ kind: Kind, options: String) {
        self.kind = kind
        self.options = options
    }
}

/// Something that is asked of a field.
public struct FieldRule: Hashable, Sendable {
    /// By what a script knows it, such as `length`.
    public let name: String
    /// What the script compares with, such as `8`.
    public let value: String
    /// What is asked.
    public let text: LocalizedText

    /// Creates a rule; its name consists of lower-case letters.
    public init(_ name: StaticString, value: String = "", _ text: LocalizedText) {
        self.name = name.description
        self.value = value
        self.text = text
    }
}
