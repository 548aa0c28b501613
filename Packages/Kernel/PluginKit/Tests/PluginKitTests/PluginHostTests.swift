import KernelTesting
import Localization
import PluginKit
import Testing

private enum Greetings: ExtensionPoint { typealias Value = String }

private enum Base: Plugin {
    struct Exports { let word: String }
    static let manifest = PluginManifest(id: "base", version: "2.1.0", summary: LocalizedText(en: "Base", es: "Base"))
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

struct PluginHostTests {
    @Test func collectsContributionsInInstallOrder() throws {
        let host = PluginHost()
        let base = try host.install(Base.self, ())
        try host.install(Dependent.self, .init(word: try base.exports.word))
        #expect(host.values(of: Greetings.self) == ["hello", "hola", "word"])
    }

    @Test func aCollectorSeesWhatIsInstalledLater() throws {
        let host = PluginHost()
        let greetings = host.collector(of: Greetings.self)
        #expect(greetings().isEmpty)
        try host.install(Base.self, ())
        #expect(greetings() == ["hello", "hola"])
    }

    /// Whoever ends a session reads who wants to hear of it, and is itself
    /// behind a command that is contributed: that is no cycle.
    @Test func whatReadsOnePointAndContributesToAnotherGoesWithTheHost() async throws {
        try await expectRelease {
            let host = PluginHost()
            try host.install(Base.self, ())
            let reader = Reader(greetings: host.collector(of: Greetings.self))
            try host.install(Reading.self, reader)
            #expect(host.values(of: Readers.self).count == 1 && reader.greetings().count == 2)
            return reader
        }
    }

    @Test func notesWhoTookWhoseExports() throws {
        let host = PluginHost()
        let base = try host.install(Base.self, ())
        try host.install(Dependent.self, .init(word: try base.exports.word))
        #expect(host.entries.map(\.dependencies) == [[], ["base"]])
        #expect(host.entries.map(\.contributions) == [["Greetings": 2], ["Greetings": 1]])
        #expect(PluginGraph(host.entries).graphviz.contains("\"dependent\" -> \"base\";"))
    }

    @Test func refusesTheSameNameTwice() throws {
        let host = PluginHost()
        try host.install(Base.self, ())
        let error = #expect(throws: PluginHostError.self) { try host.install(Base.self, ()) }
        guard case .duplicate("base") = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test func whatIsSwitchedOffContributesNothing() throws {
        let host = PluginHost(disabled: ["dependent"])
        let base = try host.install(Base.self, ())
        try host.install(Dependent.self, .init(word: try base.exports.word))
        #expect(host.values(of: Greetings.self) == ["hello", "hola"])
        #expect(host.entries.map(\.isEnabled) == [true, false])
        #expect(PluginGraph(host.entries).graphviz.contains("\"dependent\" [style=\"rounded,dashed\"];"))
    }

    @Test func saysWhoNeedsWhatIsSwitchedOff() throws {
        let host = PluginHost(disabled: ["base"])
        let base = try host.install(Base.self, ())
        #expect(base.exportsIfEnabled == nil)
        let error = #expect(throws: PluginHostError.self) {
            try host.install(Dependent.self, .init(word: try base.exports.word))
        }
        guard case .needs("dependent", switchedOff: "base") = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(error?.text.english.contains("“dependent” needs “base”") == true)
        #expect(error?.text.spanish.contains("«dependent» necesita «base»") == true)
    }

    @Test func refusesToSwitchOffWhatDoesNotExist() throws {
        let host = PluginHost(disabled: ["bsae"])
        try host.install(Base.self, ())
        let error = #expect(throws: PluginHostError.self) { try host.checkDisabledNames() }
        guard case .unknown("bsae", known: ["base"]) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
    }

    @Test func reportsWhoCouldNotBeBuilt() {
        let error = #expect(throws: PluginHostError.self) { try PluginHost().install(Broken.self, ()) }
        guard case .assembly("broken", let reason) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(reason is Broken.Reason)
    }
}
