import KernelTesting
import Localization
import PluginKit
import Testing

private enum Greetings: ExtensionPoint { typealias Value = String }

private enum Base: Plugin {
    struct Exports { let word: String }
    static let manifest = PluginManifest(id: "base", summary: LocalizedText(en: "Base", es: "Base"))
    static func assemble(_: Void) -> Assembly<Exports> {
        var contributions = Contributions()
        contributions.add("hello", "hola", to: Greetings.self)
        return Assembly(exports: Exports(word: "word"), contributions: contributions)
    }
}

private enum Dependent: Plugin {
    struct Dependencies { let word: String }
    static let manifest = PluginManifest(id: "dependent", summary: LocalizedText(verbatim: "Dependent"))
    static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(dependencies.word, to: Greetings.self)
        return Assembly(contributions: contributions)
    }
}

private final class Reader: Sendable {
    let greetings: @Sendable () -> [String]
    init(greetings: @escaping @Sendable () -> [String]) { self.greetings = greetings }
}

private enum Readers: ExtensionPoint { typealias Value = Reader }

/// Declares one greeting, and is made of another one.
private enum Declaring: Plugin {
    static let manifest = PluginManifest(id: "declaring", summary: LocalizedText(verbatim: "Declaring"))
    static let declarations = Contributions("declared", to: Greetings.self)
    static func assemble(_ word: String) -> Assembly<String> {
        Assembly(exports: word, contributions: Contributions(word, to: Greetings.self))
    }
}

private enum Reading: Plugin {
    static let manifest = PluginManifest(id: "reading", summary: LocalizedText(verbatim: "Reading"))
    static func assemble(_ reader: Reader) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(reader, to: Readers.self)
        return Assembly(contributions: contributions)
    }
}

private enum Broken: Plugin {
    struct Reason: Error {}
    static let manifest = PluginManifest(id: "broken", summary: LocalizedText(verbatim: "Broken"))
    static func assemble(_: Void) throws -> Assembly<Void> { throw Reason() }
}

private enum Collecting: Plugin {
    static let manifest = PluginManifest(id: "collecting", summary: LocalizedText(verbatim: "Collecting"))
    static func assemble(
        _ greetings: @escaping @Sendable () -> [String]
    ) -> Assembly<@Sendable () -> [String]> { Assembly(exports: greetings) }
}

private enum Other: Plugin {
    static let manifest = PluginManifest(id: "other", summary: LocalizedText(verbatim: "Other"))
    static func assemble(_: [String]) -> Assembly<Void> { Assembly() }
}

struct PluginHostTests {
    private func composed(
        disabled: Set<String> = [], _ install: (inout PluginHost) throws -> Void
    ) throws -> Composition {
        var host = PluginHost(disabled: disabled)
        try install(&host)
        return try host.composed()
    }

    private func installBoth(_ host: inout PluginHost) throws {
        let base = try host.install(Base.self, ())
        try host.install(Dependent.self) { scope in try .init(word: scope[base].word) }
    }

    @Test func collectsContributionsInInstallOrder() throws {
        #expect(try composed(installBoth).values(of: Greetings.self) == ["hello", "hola", "word"])
    }

    /// These are private, whose file the runtime names by an address.
    @Test func typesAreNamedTheSameEachTime() throws {
        #expect(try composed(installBoth).entries.map(\.type) == ["PluginKitTests.Base", "PluginKitTests.Dependent"])
    }

    @Test func aCollectorSeesWhatIsInstalledLater() throws {
        var host = PluginHost()
        let collecting = try host.install(Collecting.self) { $0.collector(of: Greetings.self) }
        try host.install(Base.self, ())
        let composition = try host.composed()
        #expect(try composition[collecting]() == ["hello", "hola"])
        #expect(composition.entries.map(\.collects) == [["Greetings"], []])
        let graph = PluginGraph(composition.entries).dot
        #expect(graph.contains("\"collecting\" -> \"Greetings\" [style=dashed];"))
        #expect(graph.contains("\"Greetings\" -> \"base\" [style=dashed];"))
    }

    /// Whoever ends a session reads who wants to hear of it, and is itself
    /// behind a command that is contributed: that is no cycle.
    @Test func whatReadsOnePointAndContributesToAnotherGoesWithTheHost() async throws {
        try await expectRelease {
            var host = PluginHost()
            try host.install(Base.self, ())
            try host.install(Reading.self) { Reader(greetings: $0.collector(of: Greetings.self)) }
            let reader = try #require(host.composed().values(of: Readers.self).first)
            #expect(reader.greetings().count == 2)
            return reader
        }
    }

    @Test func notesWhoTookWhoseExports() throws {
        let entries = try composed(installBoth).entries
        #expect(entries.map(\.dependencies) == [[], ["base"]])
        #expect(entries.map(\.contributions) == [["Greetings": 2], ["Greetings": 1]])
        let graph = PluginGraph(entries).dot
        #expect(graph.contains("\"dependent\" -> \"base\";"))
        #expect(!graph.contains("Greetings"), "nobody collects them")
    }

    @Test func refusesTheSameNameTwice() throws {
        var host = PluginHost()
        try host.install(Base.self, ())
        var error: PluginHostError?
        do throws(PluginHostError) { _ = try host.install(Base.self, ()) } catch let caught { error = caught }
        guard case .duplicate("base") = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test func whatIsSwitchedOffContributesNothing() throws {
        let composition = try composed(disabled: ["dependent"], installBoth)
        #expect(composition.values(of: Greetings.self) == ["hello", "hola"])
        #expect(composition.entries.map(\.isEnabled) == [true, false])
        #expect(PluginGraph(composition.entries).dot.contains("\"dependent\" [style=\"rounded,dashed\"];"))
    }

    @Test func saysAllThatNeedWhatIsSwitchedOff() throws {
        var host = PluginHost(disabled: ["base"])
        let base = try host.install(Base.self, ())
        let dependent = try host.install(Dependent.self) { scope in try .init(word: scope[base].word) }
        // It needs one that is missing only since another one is switched off.
        try host.install(Other.self) { scope in
            _ = try scope[dependent]
            return []
        }
        var error: PluginHostError?
        do throws(PluginHostError) { _ = try host.composed() } catch let caught { error = caught }
        guard case .unusable(let needs, nil) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(needs.map(\.switchedOff) == ["base"] && needs.map(\.by) == [["dependent", "other"]])
        let text = try #require(error?.text)
        #expect(text.english.hasPrefix("The plugin “base” is switched off, and needed by “dependent”, “other”."))
        #expect(
            text.spanish.hasPrefix("El complemento «base» está desactivado y lo necesitan «dependent», «other»."))
    }

    @Test func eachPluginThatOthersNeedHasALineOfItsOwn() {
        let text = PluginHostError.unusable(
            needed: [("base", by: ["dependent"]), ("clock", by: ["a", "b"])], unknown: nil
        )
        .text
        let english = text.english.split(separator: "\n"), spanish = text.spanish.split(separator: "\n")
        #expect(english.count == 2 && english.allSatisfy { $0.hasPrefix("The plugin “") && $0.hasSuffix("need it.") })
        #expect(spanish.count == 2 && spanish[0].hasPrefix("El complemento «base»"))
        #expect(spanish[0].contains("lo necesita «dependent».") && spanish[1].contains("lo necesitan «a», «b»."))
    }

    @Test func whoCanDoWithoutWhatIsSwitchedOffIsInstalled() throws {
        func options(without disabled: Set<String>) throws -> [[String]] {
            let composition = try composed(disabled: disabled) { host in
                let base = try host.install(Base.self, ())
                try host.install(Other.self) { scope in [scope[ifEnabled: base]?.word].compactMap { $0 } }
            }
            #expect(composition.entries.map(\.isEnabled) == [disabled.isEmpty, true])
            #expect(composition.entries.map(\.dependencies) == [[], []])
            return composition.entries.map(\.options)
        }
        #expect(try options(without: ["base"]) == [[], []])
        #expect(try options(without: []) == [[], ["base"]])
    }

    @Test func theProgramReadsWhatIsThere() throws {
        var host = PluginHost(disabled: ["dependent"])
        let base = try host.install(Base.self, ())
        let dependent = try host.install(Dependent.self, .init(word: ""))
        let composition = try host.composed()
        #expect(try composition[base].word == "word")
        var error: PluginHostError?
        do throws(PluginHostError) { _ = try composition[dependent] } catch let caught { error = caught }
        guard case .switchedOff("dependent") = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
    }

    @Test func refusesToSwitchOffWhatDoesNotExist() throws {
        let error = #expect(throws: PluginHostError.self) {
            try composed(disabled: ["bsae", "aces"]) { _ = try $0.install(Base.self, ()) }
        }
        guard case .unusable(let needed, let unknown?) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(needed.isEmpty && unknown.names == ["aces", "bsae"] && unknown.known == ["base"])
        #expect(unknown.text.english.contains("names “aces”, “bsae”, but there are no such plugins. There are: base."))
        #expect(unknown.text.spanish.contains("nombra «aces», «bsae», pero no existen. Existen: base."))
    }

    @Test func whatIsNeededAndWhatDoesNotExistAreToldAtOnce() throws {
        let error = #expect(throws: PluginHostError.self) {
            try composed(disabled: ["base", "bsae"]) { host in
                let base = try host.install(Base.self, ())
                try host.install(Dependent.self) { scope in .init(word: try scope[base].word) }
            }
        }
        let text = try #require(error?.text)
        #expect(
            text.english.contains("“base” is switched off") && text.english.contains("names “bsae”, but there is no"))
        #expect(text.spanish.contains("«base» está desactivado") && text.spanish.contains("«bsae», pero no existe."))
    }

    @Test func reportsWhoCouldNotBeBuilt() {
        var host = PluginHost()
        var error: PluginHostError?
        do throws(PluginHostError) { _ = try host.install(Broken.self, ()) } catch let caught { error = caught }
        guard case .assembly("broken", let reason) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(reason is Broken.Reason)
    }

    // MARK: What is known beforehand

    @Test func aSurveyKnowsWhatIsDeclaredAndMakesNothing() throws {
        let survey = try PluginHost.survey { host throws(PluginHostError) in
            let declaring = try host.install(Declaring.self) { _ in throw Broken.Reason() }
            try host.install(Dependent.self, when: false) { scope in try .init(word: scope[declaring]) }
            try host.install(Broken.self, ())
        }
        #expect(survey.values(of: Greetings.self) == ["declared"])
        #expect(survey.values(of: Greetings.self, without: ["declaring"]) == [])
        #expect(survey.manifests.map(\.id) == ["declaring", "dependent", "broken"])
    }

    @Test func whatIsDeclaredIsContributedByWhatIsInstalled() throws {
        #expect(
            try composed { try $0.install(Declaring.self, "made") }.values(of: Greetings.self) == ["declared", "made"])
        let composition = try composed(disabled: ["declaring"]) { try $0.install(Declaring.self, "made") }
        #expect(composition.values(of: Greetings.self) == [])
    }

    @Test(arguments: [(true, []), (true, ["declaring"]), (false, [])] as [(Bool, Set<String>)])
    func whatIsDeclaredIsKnownAlsoOfWhatIsLeftOut(isWanted: Bool, disabled: Set<String>) throws {
        var known: (@Sendable () -> [String])?
        _ = try composed(disabled: disabled) { host in
            try host.install(Other.self) { scope in
                known = scope.collector(ofDeclared: Greetings.self)
                return []
            }
            try host.install(Declaring.self, when: isWanted, "made")
        }
        #expect(known?() == ["declared"])
    }

    @Test func whatNobodyWantsIsNoPartOfTheCompositionButIsKnown() throws {
        let composition = try composed(disabled: ["declaring"]) { host in
            let declaring = try host.install(Declaring.self, when: false, "made")
            try host.install(Other.self) { scope in [scope[ifEnabled: declaring]].compactMap { $0 } }
        }
        #expect(composition.entries.map(\.manifest.id) == ["other"])
        #expect(composition.values(of: Greetings.self) == [])
    }
}
