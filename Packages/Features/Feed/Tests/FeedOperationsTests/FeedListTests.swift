import AccountsServiceAPI
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedOperations
import FeedService
import FoundationEssentials
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import Testing

/// `essentiald feed list`, with what `feed hide` wants to know.
struct FeedListTests {
    private static let ana = User(
        id: UserID(UUID(uuidString: "00000000-0000-4000-8000-0000000000aa")!), name: "Ana",
        email: EmailAddress("ana@example.com")!, isVerified: true, createdAt: Date(timeIntervalSince1970: 0))
    private let commands: CommandRunner

    init() async throws {
        let finding = AccountFinding([]) { _, _ in
            nil
        } accountAt: { email, _ in
            email == Self.ana.email ? Self.ana : nil
        }
        let data = try await TemporaryServerData(
            FeedMigrations.all, declarations: Contributions(finding, to: AccountFinders.self))
        try await data.database.write { db in
            for number in 1...5 {
                let author = number == 3 ? "\(Self.ana.id)" : "00000000-0000-4000-8000-0000000000bb"
                try db.run(
                    """
                    INSERT INTO images (position, id, author_id, visibility, media_type, digest, byte_count, created_at)
                    VALUES (\(number), \("00000000-0000-4000-8000-00000000000\(number)"), \(author),
                        \(number == 2 ? "members" : "public"), 'image/png', 'd', 1, 1)
                    """)
            }
        }
        let make = try #require(FeedOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    private struct Answer: Decodable {
        struct Item: Decodable {
            let id: UUID
        }

        let items: [Item]
        let next: UUID?
    }

    private func numbers(_ words: String...) async throws -> (numbers: [Int], next: UUID?) {
        let run = await commands.run(["feed", "list", "--json"] + words)
        let answer = try WireCoding.decoder().decode(Answer.self, from: Data(run.output.utf8))
        return (answer.items.map { Int($0.id.uuid.15) }, answer.next)
    }

    @Test(.requirement("OPS-06")) func showsAllByPagesTheNewestFirst() async throws {
        let first = try await numbers("-n", "2")
        #expect(first.numbers == [5, 4])
        let next = try #require(first.next)
        let second = try await numbers("-n", "2", "--after", "\(next)")
        #expect(second.numbers == [3, 2])
        let last = try await numbers("-n", "2", "--after", "\(try #require(second.next))")
        #expect(last.numbers == [1] && last.next == nil)
    }

    @Test(.requirement("OPS-06")) func whatIsHiddenAndForMembersIsShownAsThat() async throws {
        _ = await commands.run("feed", "hide", "00000000-0000-4000-8000-000000000001")
        let lines = await commands.run("feed", "list").output.split(separator: "\n")
        #expect(lines.contains { $0.contains("000000000001") && $0.contains("its author") })
        #expect(lines.contains { $0.contains("000000000002") && $0.contains("members") })
    }

    @Test(.requirement("OPS-06"), arguments: ["ana@example.com", "\(ana.id)"])
    func somebodysAreFoundByAddressAndIdentifier(person: String) async throws {
        #expect(try await numbers("--author", person).numbers == [3])
    }

    @Test func whoAndWhatIsNotThereIsSaid() async throws {
        #expect(
            try await commands.run("feed", "list", "--author", "x@example.com", "--json").failureCode()
                == "account_not_found")
        #expect(
            try await commands.run("feed", "list", "--after", "\(UUID())", "--json").failureCode() == "image_not_found")
    }
}
