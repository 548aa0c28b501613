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

struct ModerationCommandsTests {
    private let deeds = DeedSpy()
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws {
        data = try await TemporaryServerData(FeedMigrations.all, declarations: deeds.declarations)
        let make = try #require(FeedOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    @Test func areWellFormed() {
        commands.expectWellFormed()
    }

    @Test func nothingIsHiddenAtFirst() async {
        #expect(await commands.run("feed", "hidden").output.contains("No picture is hidden."))
    }

    @Test func whatIsNotThereIsNotHidden() async throws {
        let run = await commands.run("feed", "hide", "00000000-0000-4000-8000-000000000009", "--json")
        #expect(run.exit == .failure)
        #expect(try run.failureCode() == "image_not_found")
    }

    /// Once for each time that it changes something.
    @Test(.requirement("METRIC-01")) func whatIsHiddenAndShownIsKept() async throws {
        let picture = "00000000-0000-4000-8000-000000000001", author = "00000000-0000-4000-8000-000000000002"
        try await data.database.write { db in
            try db.run(
                """
                INSERT INTO images (position, id, author_id, visibility, media_type, digest, byte_count, created_at)
                VALUES (1, \(picture), \(author), 'public', 'image/png', 'd', 1, 1)
                """)
        }
        for word in ["hide", "hide", "show"] {
            #expect(await commands.run("feed", word, picture, "--json").exit == .success)
        }
        #expect(
            deeds.done == [
                .init("picture-hidden", to: UserID(author), picture),
                .init("picture-shown", to: UserID(author), picture),
            ])
    }
}
