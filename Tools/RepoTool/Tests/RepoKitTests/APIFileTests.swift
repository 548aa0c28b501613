import RepoKit
import Testing

struct APIFileTests {
    private func file(_ lines: String...) -> APIFile { APIFile(text: lines.joined(separator: "\n")) }

    @Test func readsWhatItWrote() {
        let symbols: Set = [
            PublicSymbol(module: "B", path: "Two.init(_:)", declaration: "init(_ text: String = \"a  b\")"),
            PublicSymbol(module: "A", path: "One", declaration: "struct One : Sendable"),
        ]
        let text = APIFile(symbols).render(package: "Sample")
        #expect(APIFile(text: text).symbols == symbols)
        #expect(text.split(separator: "\n").dropFirst().map { $0.prefix(1) } == ["A", "B"])
    }

    @Test func tellsWhatWasAddedRemovedAndChanged() {
        let old = file("A  One  struct One", "A  Two  struct Two", "A  Same  enum Same")
        let new = file("A  One  struct One : Sendable", "A  Three  struct Three", "A  Same  enum Same")
        #expect(
            new.changes(since: old).map(\.text) == [
                "~ A  One  struct One : Sendable\n    was struct One", "+ A  Three  struct Three",
                "- A  Two  struct Two",
            ])
        #expect(new.changes(since: new) == [])
    }

    @Test func anOverloadMoreIsNoChangeOfTheOther() {
        let old = file("A  One.init(_:)  init(_ number: Int)")
        let new = file("A  One.init(_:)  init(_ number: Int)", "A  One.init(_:)  init(_ text: String)")
        #expect(new.changes(since: old).map(\.kind) == [.added])
        #expect(old.changes(since: new).map(\.kind) == [.removed])
    }
}
