package import FoundationEssentials
package import Localization
package import Presenting
package import ScreensAPI

/// What the host of a screen puts around it.
package struct Surroundings: Sendable {
    /// In which language the program speaks.
    package let language: Language
    /// How screens are wanted.
    package let preferences: ScreenPreferences
    /// The path of the first screen, with a slash at its end.
    package let root: String
    /// The style sheet and the icon.
    package let style: AssetReference
    /// What helps where scripts run.
    package let scripts: [AssetReference]
    /// What helps later, and is loaded after what is on the screen.
    package let lateScripts: [AssetReference]
    /// What all windows of a program follow that is on the person's own machine; nothing
    /// elsewhere.
    package let ownTopics: [LiveTopic]
    /// The ways that the screen offers.
    package let navigation: [NavigationItem]
    /// What the kinds of events end with that are told to the screen.
    package let proof: String
    /// What is followed on every screen.
    package let topics: [LiveTopic]
    /// The present time.
    package let now: Date
    /// What its forms need.
    package var forms: FormSurroundings

    package init(
        _ language: Language, preferring preferences: ScreenPreferences = ScreenPreferences(), root: String,
        style: AssetReference, scripts: [AssetReference] = [], lateScripts: [AssetReference] = [],
        followingAlways ownTopics: [LiveTopic] = [],
        navigation: [NavigationItem], topics: [LiveTopic] = [], proof: String = "", now: Date, forms: FormSurroundings
    ) {
        self.ownTopics = ownTopics
        self.topics = topics
        self.proof = proof
        self.language = language
        self.preferences = preferences
        self.root = root
        self.style = style
        self.scripts = scripts
        self.lateScripts = lateScripts
        self.navigation = navigation
        self.now = now
        self.forms = forms
    }
}

/// What the host of a screen does with its forms.
package struct FormSurroundings: Sendable {
    /// The place at which the screen is shown, and is shown again if a form can't
    /// be accepted.
    package let place: Place
    /// By what the same form is known if it is sent twice.
    package let key: String
    /// Who is signed in, who alone finds again what was typed when somebody has to
    /// sign in meanwhile; nil for nobody.
    package var owner: String?
    /// Whether nobody on the way can read what is sent.
    package let isPrivate: Bool
    /// Where steps can be taken.
    package let steps: [ScreenStep]
    /// The form that couldn't be accepted, as it was sent; nil for none.
    package var returned: ReturnedForm?
    /// A form of another screen that is sent along, as it was sent, to be gone on
    /// with later; nil for none.
    package var kept: String?
    /// At which path a browser shows the screen, and whether with ``Name/sent``; nil if
    /// nobody shows it.
    package var shownAt: (path: String, isSent: Bool)?

    package init(
        at place: Place, key: String, isPrivate: Bool, steps: [ScreenStep], returned: ReturnedForm? = nil,
        kept: String? = nil
    ) {
        self.place = place
        self.key = key
        self.isPrivate = isPrivate
        self.steps = steps
        self.returned = returned
        self.kept = kept
    }

    /// The names of what each form has beside its fields.
    package enum Name {
        package static let form: StaticString = "_form", place: StaticString = "_at"
        package static let key: StaticString = "_key", kept: StaticString = "_kept"
        package static let held: StaticString = "_held", draft: StaticString = "_draft"
        /// The names of the fields that are chosen and not typed, with spaces between them.
        package static let chosen: StaticString = "_chosen"
        /// A parameter by which a form is sent to another address than its page's.
        package static let sent: StaticString = "_sent"
        /// A parameter that names the answer to a form.
        package static let answer: StaticString = "_answer"
        /// What the names of secrets begin with, and that of who is signed in.
        ///
        /// That is a name, and the first, so that browsers take forms of two people
        /// for two: what one of them typed isn't filled in for the other who goes back.
        package static let secret = "secret-", owner = "_of."
        /// What the names of fields begin with that nobody typed.
        package static let along = "_with."
    }
}

/// A form that somebody sent, with what is to be said about it.
package struct ReturnedForm: Sendable {
    /// Its name.
    package let name: String
    /// What was typed, but for secrets.
    package let values: [String: String]
    /// What is to be said about it.
    package let notice: ScreenNotice
    /// What is wrong with its fields.
    package let failures: [FieldFailure]
    /// By what it is kept; nil if it isn't.
    package var draft: String?

    package init(_ name: String, values: [String: String], _ notice: ScreenNotice, _ failures: [FieldFailure] = []) {
        self.name = name
        self.values = values
        self.notice = notice
        self.failures = failures
    }

    /// Something to be said, without a form.
    package init(_ notice: ScreenNotice) {
        self.init("", values: [:], notice)
    }
}

/// Where a file is that screens need, and what it must be.
package struct AssetReference: Hashable, Sendable {
    /// Its path below the root, with the digest of its content.
    package let path: String
    /// What browsers compare it with (Subresource Integrity).
    package let integrity: String

    /// - Parameters:
    ///   - name: The name of the file, with its ending.
    ///   - digest: SHA-256 of its text, in Base64.
    package init(_ name: String, ending: StaticString, digest: String) {
        let mark = digest.prefix(16).map { $0 == "/" || $0 == "+" ? "-" : $0 }
        path = "assets/\(name).\(String(mark)).\(ending)"
        integrity = "sha256-" + digest
    }
}
