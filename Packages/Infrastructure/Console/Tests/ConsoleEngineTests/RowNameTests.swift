import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import Localization
import Testing

/// How rows of lists are named.
struct RowNameTests {
    private let terminal = TerminalSpy()
    private let ids = [
        "9655aaaa-0000-4000-8000-000000000001", "9655aabb-0000-4000-8000-000000000002",
        "12345678-0000-4000-8000-000000000003",
    ].compactMap { UUID(uuidString: $0) }

    private func find(_ text: String, others: [UUID] = []) async throws -> UUID {
        let name = try #require(RowName(text))
        return try await terminal.identifier(name, in: .pictures) { others }
    }

    @Test func aNumberIsThatOfTheListThatWasShownLast() async throws {
        terminal.remember(ids, of: .pictures)
        terminal.remember([UUID()], of: .sessions)
        for (number, id) in ids.enumerated() { #expect(try await find("\(number + 1)") == id) }
        #expect(try await find("12345") == ids[2], "too long for a number of a row")
        #expect(try await find("1234…") == ids[2], "as a narrow screen shows it")
    }

    @Test(arguments: ["9655aaa", "9655AAA", "9655aaaa…", "9655aaaa-0000-4000-8000-000000000001"])
    func aBeginningDoesAsWell(text: String) async throws {
        terminal.remember(ids, of: .pictures)
        #expect(try await find(text) == ids[0])
    }

    @Test func whatIsNotInTheListMayBeAmongTheOthers() async throws {
        let other = UUID()
        terminal.remember(ids, of: .pictures)
        #expect(try await find(String(other.uuidString.prefix(12)), others: [other]) == other)
        #expect(try await find("\(other)") == other, "who types all of it needs no list")
    }

    @Test func withoutAListNumbersAreThoseOfWhatThereIs() async throws {
        #expect(try await find("2", others: ids) == ids[1])
    }

    @Test(arguments: [
        ("9655a", "ambiguous_row"), ("1234", "unknown_row"), ("77", "unknown_row"), ("0", "unknown_row"),
        ("4", "unknown_row"),
    ])
    func whatIsNotUniqueListsTheCandidates(text: String, code: String) async throws {
        terminal.remember(ids, of: .pictures)
        do {
            _ = try await find(text)
            Issue.record("it should be refused")
        } catch let failure as CommandFailure {
            #expect(failure.code == code)
            guard code == "ambiguous_row" else { return }
            for id in ids.prefix(2) { #expect(failure.message.english.contains(id.uuidString.lowercased())) }
        }
    }

    @Test(arguments: ["", "x", "9655 ", "../x", String(repeating: "a", count: 37)]) func isNothingElse(text: String) {
        #expect(RowName(text) == nil)
    }
}
