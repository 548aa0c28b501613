import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Folders that aren't as the server left them.
struct DataFolderTests {
    private let folder: TemporaryFolder
    private var data: String { folder.path(of: "data") }

    init() async throws {
        folder = try TemporaryFolder()
        try await SeededData.shared.copy(to: folder.path(of: "data"))
    }

    /// Starts a server that must refuse, and change nothing.
    private func expectRefusal(
        _ code: String, _ words: String..., language: String = "en", location: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try state()
        let child = try Server.spawn(data: data, ["--listen", "127.0.0.1:0", "--json", "--language", language])
        let exit = await child.outcome().exit
        let log = Server.log(of: data)
        try FileManager.default.removeItem(atPath: data + ".log")
        #expect(exit == .status(2), sourceLocation: location)
        #expect(log.contains(#""code":"\#(code)""#), "\(log)", sourceLocation: location)
        for words in words {
            #expect(log.replacing(#"\/"#, with: "/").contains(words), "\(log)", sourceLocation: location)
        }
        #expect(try state() == before, "something was changed", sourceLocation: location)
    }

    /// What is in the folder, and to whom it belongs.
    private func state() throws -> [String: [Int]] {
        try (FileManager.default.subpathsOfDirectory(atPath: data) + ["."]).reduce(into: [:]) { state, name in
            var status = stat()
            guard lstat(data + "/" + name, &status) == 0 else { throw POSIXFailure(call: "lstat", code: errno) }
            state[name] = [
                Int(status.st_mode), Int(status.st_uid), Int(status.st_size), status.st_mtim.tv_sec,
                status.st_mtim.tv_nsec,
            ]
        }
    }

    private func remove(_ names: String...) throws {
        for name in names { try FileManager.default.removeItem(atPath: data + "/" + name) }
    }

    // MARK: - What is missing

    @Test(arguments: [
        ("en", "There is no database", "Restore the database"), ("es", "No hay base de datos", "Restaura"),
    ])
    func withoutItsDatabaseAServerIsNotAnEmptyOne(language: String, words: String, remedy: String) async throws {
        try remove("essentiald.sqlite")
        try await expectRefusal("data_folder", words, remedy, "server.key, images/", language: language)
        try FileManager.default.removeItem(atPath: data + "/server.key")
        try await expectRefusal("data_folder", words, remedy, language: language)
    }

    @Test func aKeyAloneIsAServerThatLostTheRest() async throws {
        try remove("essentiald.sqlite", "images", "outbox")
        try await expectRefusal("data_folder", "There is no database")
    }

    /// Whoever makes a new key there can't have the old accounts back.
    @Test(arguments: [
        ("en", "server.key is missing, restore it"), ("es", "Falta server.key, restáuralo"),
    ])
    func withoutItsKeyAServerIsNotANewOne(language: String, words: String) async throws {
        try remove("server.key")
        try await expectRefusal("data_folder", words, data + "/server.key", language: language)
        try remove("images", "outbox")
        try await expectRefusal("data_folder", words, language: language)
    }

    /// The tables of a young server are in the log alone.
    @Test(arguments: [nil, 0, 20_000]) func aServerThatLostItsLogIsNotAnEmptyOne(size: Int?) async throws {
        let young = folder.path(of: "young"), log = young + "/essentiald.sqlite-wal"
        let server = try await Server(data: young)
        #expect(try await server.ask("POST", "/auth/register", json: Person.ana.registration)?.status == 201)
        await server.kill()
        if let size { #expect(truncate(log, size) == 0) } else { try FileManager.default.removeItem(atPath: log) }
        let child = try Server.spawn(data: young, ["--listen", "127.0.0.1:0"])
        #expect(await child.outcome().exit == .status(1))
        #expect(Server.log(of: young).contains("The database is damaged"), "\(Server.log(of: young))")
    }

    @Test func withoutItsPicturesAServerDoesNotStart() async throws {
        let aside = folder.path(of: "aside")
        try FileManager.default.moveItem(atPath: data + "/images", toPath: aside)
        let child = try Server.spawn(data: data, ["--listen", "127.0.0.1:0", "--json"])
        #expect(await child.outcome().exit == .status(2))
        #expect(Server.log(of: data).contains("make an empty folder there"), "\(Server.log(of: data))")
        try FileManager.default.moveItem(atPath: aside, toPath: data + "/images")
        let server = try await Server(data: data)
        let picture = try await SeededData.shared.picture
        #expect(try await server.ask("GET", "/image/\(picture)")?.status == 200)
    }

    @Test func aKilledFirstStartIsBegunAgain() async throws {
        let new = folder.path(of: "new")
        for delay: UInt32 in stride(from: 10_000, to: 250_000, by: 30_000) {
            let child = try Server.spawn(data: new, ["--listen", "127.0.0.1:0"])
            try await pass(microseconds: delay)
            child.send(SIGKILL)
            _ = await child.outcome()
        }
        let server = try await Server(data: new)
        #expect(try await server.ask("GET", "/readyz")?.status == 200)
        #expect(await server.stop() == .status(0))
    }

    // MARK: - Whose it is

    @Test func aFolderOfOtherThingsIsNotMadeTheServersOwn() async throws {
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.createDirectory(atPath: data + "/images", withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: data + "/index.html", contents: Data("x".utf8)))
        #expect(chmod(data, 0o755) == 0 && chmod(data + "/images", 0o755) == 0)
        try await expectRefusal("data_folder", "\(data) holds other things", "an empty folder")
        try await expectRefusal("data_folder", "contiene otras cosas", language: "es")
        // Nobody else reads what is in it then.
        #expect(chmod(data, 0o700) == 0)
        let server = try await Server(data: data)
        #expect(await server.stop() == .status(0))
    }

    @Test(arguments: ["mail list", "feed hidden", "clock accept"])
    func commandsLookAsTheServerDoes(command: String) async throws {
        let aside = folder.path(of: "aside.sqlite")
        try FileManager.default.moveItem(atPath: data + "/essentiald.sqlite", toPath: aside)
        try FileManager.default.createSymbolicLink(atPath: data + "/essentiald.sqlite", withDestinationPath: aside)
        let before = try Data(contentsOf: URL(filePath: aside))
        let outcome = try await ChildProcess.run(
            Programs.essentiald, command.split(separator: " ").map(String.init) + ["--data", data])
        #expect(outcome.exit == .status(2) && outcome.errorText.contains("isn't a plain file"), "\(outcome.errorText)")
        #expect(try Data(contentsOf: URL(filePath: aside)) == before)
    }

    /// Who isn't let in doesn't know what is there.
    @Test(.enabled(if: geteuid() == 0, "being somebody else needs root"), arguments: ["mail list", "feed show 1"])
    func whereSomebodyMayNotLookThatIsTold(command: String) async throws {
        for (language, words) in [("en", "You may not use"), ("es", "No tienes permiso")] {
            let outcome = try await ChildProcess.run(
                "/usr/bin/setpriv",
                ["--reuid", "65534", "--regid", "65534", "--clear-groups", Programs.essentiald]
                    + command.split(separator: " ").map(String.init) + [
                        "--data", data, "--language", language, "--json",
                    ])
            #expect(outcome.exit == .status(1) && outcome.errorText.contains(#""code":"file""#), "\(outcome.errorText)")
            #expect(outcome.errorText.contains(words) && !outcome.errorText.contains("no_database"))
        }
    }

    @Test(arguments: [
        ("en", "before its first start (essentiald serve)"), ("es", "primer arranque (essentiald serve)"),
    ])
    func whatToDoBeforeTheFirstStartIsTold(language: String, words: String) async throws {
        let outcome = try await Server.run("mail", "list", "--language", language, data: folder.path(of: "none"))
        #expect(outcome.exit == .status(1) && outcome.errorText.contains(words), "\(outcome.errorText)")
        let below = try await Server.run("mail", "list", data: data + "/server.key/none")
        #expect(below.exit == .status(1) && below.errorText.contains("isn't a folder"), "\(below.errorText)")
    }

    @Test(arguments: ["", "/images", "/essentiald.sqlite", "/server.key", "/essentiald.lock", "/outbox"])
    func whatOthersMayWriteIsRefused(name: String) async throws {
        #expect(chmod(data + name, name.contains(".") ? 0o666 : 0o777) == 0)
        try await expectRefusal("data_folder", "Others may write to \(data + name)", "chmod -R go-rwx")
    }

    /// A folder of pictures, of which there are up to 256.
    private func folderOfPictures() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: data + "/images")
        return "/images/" + (try #require(names.first { $0.utf8.count == 2 }))
    }

    @Test func theFoldersOfPicturesAreTheServersToo() async throws {
        let pictures = try folderOfPictures()
        #expect(chmod(data + pictures, 0o777) == 0)
        try await expectRefusal("data_folder", "Others may write to \(data + pictures)")
        #expect(chmod(data + pictures, 0o755) == 0)
        let server = try await Server(data: data)
        #expect(folder.mode(of: "data" + pictures) == 0o700)
        #expect(await server.stop() == .status(0))
        try FileManager.default.removeItem(atPath: data + ".log")
        let aside = folder.path(of: "aside")
        try FileManager.default.moveItem(atPath: data + pictures, toPath: aside)
        try FileManager.default.createSymbolicLink(atPath: data + pictures, withDestinationPath: aside)
        try await expectRefusal("data_folder", "\(data + pictures) isn't a folder")
    }

    @Test(.enabled(if: geteuid() == 0, "giving files away needs root"))
    func aFolderOfPicturesOfAnotherUserIsRefused() async throws {
        let pictures = try folderOfPictures()
        #expect(chown(data + pictures, 65534, 65534) == 0)
        try await expectRefusal("data_folder", "\(data + pictures) belongs to another user (65534)")
    }

    @Test(
        .enabled(if: geteuid() == 0, "giving files away needs root"), arguments: ["", "/essentiald.sqlite", "/images"])
    func whatBelongsToAnotherUserIsRefused(name: String) async throws {
        #expect(chown(data + name, 65534, 65534) == 0)
        try await expectRefusal("data_folder", "\(data + name) belongs to another user (65534)", "chown -R")
    }

    @Test(arguments: ["essentiald.lock", "essentiald.sqlite", "server.key", "essentiald.sqlite.lock"])
    func aLinkInPlaceOfAFileIsRefused(name: String) async throws {
        let target = folder.path(of: "target")
        if FileManager.default.fileExists(atPath: data + "/" + name) {
            try FileManager.default.moveItem(atPath: data + "/" + name, toPath: target)
        }
        try FileManager.default.createSymbolicLink(atPath: data + "/" + name, withDestinationPath: target)
        try await expectRefusal("data_folder", "\(data)/\(name) isn't a plain file")
    }

    @Test func whatOthersMayReadIsTakenFromThem() async throws {
        let incoming = data + "/images/incoming"
        if access(incoming, F_OK) != 0 { #expect(mkdir(incoming, 0o755) == 0) }
        let names = [
            "", "/images", "/images/incoming", "/outbox", "/essentiald.sqlite", "/server.key", "/essentiald.lock",
        ]
        for name in names { #expect(chmod(data + name, name.contains(".") ? 0o644 : 0o755) == 0) }
        let server = try await Server(data: data)
        for name in names {
            #expect(folder.mode(of: "data" + name) == (name.contains(".") ? 0o600 : 0o700), "\(name)")
        }
        #expect(await server.stop() == .status(0))
    }

    // MARK: - Where it is

    @Test func oneServerAtATimeByWhateverPath() async throws {
        let server = try await Server(data: data)
        let other = folder.path(of: "other")
        try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: data)
        let child = try Server.spawn(data: other, ["--listen", "127.0.0.1:0", "--json"])
        #expect(await child.outcome().exit == .status(2))
        #expect(Server.log(of: other).contains(#""code":"folder_in_use""#))
        #expect(try await server.ask("GET", "/readyz")?.status == 200)
    }

    @Test func aFolderThatIsMovedAwayIsTold() async throws {
        let server = try await Server(data: data)
        #expect(try await server.ask("GET", "/readyz")?.status == 200)
        try FileManager.default.moveItem(atPath: data, toPath: folder.path(of: "moved"))
        let answer = try await server.ask("GET", "/readyz")
        #expect(answer?.status == 503)
        #expect(answer?.json?["checks"]?["data_folder"]?.text?.contains("was moved or replaced") == true)
        try FileManager.default.moveItem(atPath: folder.path(of: "moved"), toPath: data)
        #expect(try await server.ask("GET", "/readyz")?.status == 200)
    }
}
