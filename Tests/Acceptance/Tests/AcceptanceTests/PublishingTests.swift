import FoundationEssentials
import Glibc
import KernelTesting
import PicturesAPI
import PicturesTesting
import Testing

/// Pictures from one person's file to another person's feed.
struct PublishingTests {
    private func file(_ content: Data, in stage: Stage, _ name: String = "beach.jpg") throws -> String {
        let path = stage.folder.path(of: name)
        try content.write(to: URL(filePath: path))
        return path
    }

    /// The pixels of a JPEG: what its frame header says (ITU-T T.81, B.2.2).
    private func size(of jpeg: Data) -> [Int]? {
        [0xC0, 0xC2].compactMap { jpeg.firstRange(of: Data([0xFF, $0, 0, 17])) }.first.map { frame in
            let numbers = jpeg[frame.upperBound + 1..<frame.upperBound + 5].map { Int($0) }
            return [numbers[2] << 8 | numbers[3], numbers[0] << 8 | numbers[1]]
        }
    }

    @Test(.requirement("IMG-40", "IMG-41", "IMG-43", "IMG-45"))
    func whatOnePersonPostsAnotherSeesWithoutWhereItWasTaken() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let upload = SamplePicture.phoneJPEG(width: 1_600, height: 1_200, orientation: 6)
        let path = try file(upload, in: stage)
        let posted = try await stage.client.object(
            "post", path, "--description", "The beach", "--location", "Cádiz", "--public")
        let id = try #require(posted["id"]?.text)
        // Again, as somebody does who didn't see the answer.
        let again = try await stage.client.object(
            "post", path, "--description", "The beach", "--location", "Cádiz", "--public")
        #expect(again == posted)

        let other = Client(home: stage.folder.path(of: "other"), address: stage.server.address)
        let items = try await other.object("feed", "--limit", "100")["items"]?.items ?? []
        #expect(items.first?["id"]?.text == id && items.first?["description"]?.text == "The beach")
        #expect(items.count { $0["id"]?.text == id } == 1)
        let copy = stage.folder.path(of: "copy.jpg")
        try await other.object("image", id, "--output", copy)
        let seen = try Data(contentsOf: URL(filePath: copy))
        for trace in ["Exif", SamplePicture.camera] {
            #expect(upload.firstRange(of: Data(trace.utf8)) != nil)
            #expect(seen.firstRange(of: Data(trace.utf8)) == nil, "\(trace)")
        }
        #expect(size(of: seen) == [1_200, 1_600], "upright")
        for (width, expected) in [(320, [320, 426]), (600, [640, 853]), (1_250, [1_200, 1_600])] {
            let answer = try #require(try await stage.server.ask("GET", "/image/\(id)?w=\(width)"))
            #expect(answer.status == 200)
            #expect(size(of: Data(answer.body)) == expected, "\(width)")
        }
    }

    /// A HEIC of tiles, turned, that says where it was taken.
    @Test(.requirement("IMG-41", "IMG-48")) func whatAPhoneMakesIsPublished() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let upload = SamplePicture.phoneHEIC(width: 767, height: 500)
        let id = try #require(
            try await stage.client.object("post", try file(upload, in: stage, "IMG_1.HEIC"), "--public")["id"]?.text)
        let copy = stage.folder.path(of: "copy.jpg")
        try await stage.client.object("image", id, "--output", copy)
        let seen = try Data(contentsOf: URL(filePath: copy))
        #expect(size(of: seen) == [500, 767], "upright")
        for trace in ["Exif", SamplePicture.camera] {
            #expect(upload.firstRange(of: Data(trace.utf8)) != nil)
            #expect(seen.firstRange(of: Data(trace.utf8)) == nil, "\(trace)")
        }
    }

    @Test(.requirement("IMG-47"), arguments: PictureFormat.allCases)
    func aPictureThatIsCutOffIsRefused(_ format: PictureFormat) async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let whole = SamplePicture.make(format, width: 300, height: 200)
        let path = try file(whole.prefix(whole.count * 9 / 10), in: stage)
        let refusal = try await stage.client.run("post", path, "--json")
        #expect(refusal.exit == .status(1) && refusal.errorCode == "damaged_image")
        #expect(try await stage.client.run("post", path).errorText.contains("was cut off"))
        try whole.write(to: URL(filePath: path))
        #expect(try await stage.client.run("post", path).exit == .status(0))
    }

    @Test func aRefusalSaysWhyInThePersonsLanguage() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let text = try file(Data("no picture".utf8), in: stage)
        let english = try await stage.client.run("post", text, "--json")
        #expect(english.exit == .status(1) && english.errorCode == "not_an_image")
        let spanish = try await stage.client.run("post", text, "--language", "es")
        #expect(spanish.errorText.contains("no es una imagen"))
        let missing = try await stage.client.run("post", stage.folder.path(of: "missing"), "--json")
        #expect(missing.exit == .status(1) && missing.errorCode == "file_not_read")
        #expect(await stage.server.stop() == .status(0))
        let picture = try file(SamplePicture.make(.png, width: 300, height: 200), in: stage)
        let offline = try await stage.client.run("post", picture, "--json")
        #expect(offline.exit == .status(4) && offline.errorCode == "no_connectivity")
    }

    /// More than two hundred files that want to harm whoever reads them: each is
    /// refused or becomes a picture, and the server goes on in the same process
    /// with the same memory.
    @Test(.requirement("IMG-42")) func hostileFilesHarmNobody() async throws {
        let stage = try await Stage()
        let token = try await stage.token()
        var generator = SeededGenerator(seed: 66)
        let files = HostileFile.all(using: &generator)
        #expect(files.count >= 200)
        var accepted = 0
        for file in files {
            let answer = try #require(try await post(file.content, token, to: stage.server), "\(file)")
            switch answer.status {
            case 201: accepted += 1
            case 422: #expect(answer.json?["errors"]?.items.first?["pointer"]?.text == "/image", "\(file)")
            default: Issue.record("\(file): \(answer.status)")
            }
        }
        #expect(accepted >= 5 && accepted < files.count / 2)
        let alive = try #require(try await stage.server.ask("GET", "/healthz"))
        #expect(alive.status == 200)
        let incoming = stage.server.data + "/images/incoming"
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming) == [])
        // A decoder in the process would have taken hundreds.
        let peak = try #require(peakMemory(of: stage.server.pid))
        #expect(peak < 128 * 1_024, "\(peak) kB")
    }

    @Test(.requirement("IMG-46")) func whatItsAuthorDeletesIsGoneForEverybody() async throws {
        let stage = try await Stage()
        _ = try await stage.client.logIn(as: .ana)
        let token = try await stage.token()
        let path = try file(SamplePicture.make(.jpeg, width: 700, height: 500), in: stage)
        let before = try fileNames(of: stage.server.data)
        let id = try #require(try await stage.client.object("post", path, "--public")["id"]?.text)
        try await stage.client.object("comment", id, "What a light!")
        #expect(try fileNames(of: stage.server.data).count == before.count + 3)
        let others = try await stage.client.run("post", "delete", stage.picture, "--json")
        #expect(others.exit == .status(1) && others.errorCode == "image_not_found")
        #expect(try await stage.client.object("post", "delete", id)["deleted"]?.text == id)
        for place in ["/image/\(id)", "/image/\(id)?w=1", "/image/\(id)/comments"] {
            #expect(try await stage.server.ask("GET", place, token: token)?.status == 404, "\(place)")
        }
        #expect(try fileNames(of: stage.server.data) == before)
        #expect(try await stage.client.object("post", path, "--public")["id"]?.text != nil, "and may come again")
        #expect(try await stage.server.ask("GET", "/image/\(id)/comments", token: token)?.json?["items"]?.items == [])
    }

    /// The file is there before the row, and the row before the answer; the row
    /// goes before the file: after a kill at any moment, what the feed shows can be
    /// seen, and no other files stay.
    @Test(.requirement("IMG-44")) func aKillLeavesNothingBroken() async throws {
        let stage = try await Stage()
        let data = stage.server.data
        var token = try await stage.token()
        var server = stage.server, generator = SeededGenerator(seed: 7)
        var newest = ""
        for round in 0..<12 {
            let upload = SamplePicture.make(.jpeg, width: 900 + round, height: 700)
            let running = server, doomed = newest, current = token
            async let answer = try? post(upload, current, to: running)
            async let deletion = try? running.ask("DELETE", "/feed/\(doomed)", token: current)
            try await pass(microseconds: .random(in: 0...300_000, using: &generator))
            await server.kill()
            _ = await (answer, deletion)
            server = try await Server(data: data)
            // It has another port, so that it isn't the issuer of the former token.
            let login = try await server.ask("POST", "/auth/login", json: Person.ana.login)
            token = try #require(login?.json?["token"]?["access_token"]?.text)
            let page = try #require(try await server.ask("GET", "/feed?limit=10", token: token))
            #expect(page.status == 200)
            let feed = page.json
            for item in feed?["items"]?.items ?? [] {
                for query in ["", "?w=1", "?w=640"] {
                    let path = "/image/\(item["id"]?.text ?? "")\(query)"
                    #expect(try await server.ask("GET", path, token: token)?.status == 200, "round \(round): \(path)")
                }
            }
            newest = feed?["items"]?[0]?["id"]?.text ?? ""
            let incoming = (try? FileManager.default.contentsOfDirectory(atPath: data + "/images/incoming")) ?? []
            #expect(incoming == [])
        }
        let named = try await tags(of: server, token)
        var files = try fileNames(of: data)
        // The server cleans up while it works.
        for _ in 0..<3_000 where files != named {
            try await pass(microseconds: 100_000)
            files = try fileNames(of: data)
        }
        #expect(files == named)
    }

    /// The digests of all pictures, which are their entity tags.
    private func tags(of server: Server, _ token: String) async throws -> Set<String> {
        var tags: Set<String> = []
        for item in try await server.ask("GET", "/feed?limit=100", token: token)?.json?["items"]?.items ?? [] {
            for query in ["", "?w=1", "?w=321", "?w=641"] {
                let answer = try await server.ask("GET", "/image/\(item["id"]?.text ?? "")\(query)", token: token)
                tags.insert(try #require(answer?.fields["etag"]).filter { $0 != "\"" })
            }
        }
        return tags
    }

    private func fileNames(of data: String) throws -> Set<String> {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: data + "/images")
        return Set(paths.compactMap { $0.split(separator: "/").last.map(String.init) }.filter { $0.count == 64 })
    }

    @Test(.requirement("IMG-44"), .enabled(if: SmallDisk.isAllowed, "mounting small disks needs root"))
    func onAFullDiskNothingIsKept() async throws {
        let seed = try await SeededData.shared
        let disk = try SmallDisk(mebibytes: 24)
        let data = disk.path + "/data"
        try await seed.copy(to: data)
        let server = try await Server(data: data)
        let login = try await server.ask("POST", "/auth/login", json: Person.ana.login)
        let token = try #require(login?.json?["token"]?["access_token"]?.text)
        let upload = SamplePicture.make(.jpeg, width: 1_000, height: 800)
        let named = try await tags(of: server, token)
        #expect(try fileNames(of: data) == named)
        try disk.fill()
        // It runs full at another point each time: as the upload arrives, at each of its sizes, at the row in the database.
        for _ in 0..<12 {
            let full = try #require(try await post(upload, token, to: server))
            if full.status == 201 { break }
            #expect(full.status == 507 && full.json?["code"]?.text == "storage_full")
            let incoming = (try? FileManager.default.contentsOfDirectory(atPath: data + "/images/incoming")) ?? []
            #expect(incoming == [])
            #expect(try fileNames(of: data) == named, "no file without its picture")
            #expect(try await tags(of: server, token) == named, "no picture without its files")
            try disk.giveBack(bytes: 24 * 1024)
        }
        disk.empty()
        #expect([200, 201].contains(try await post(upload, token, to: server)?.status))
        let tags = try await tags(of: server, token)
        #expect(tags.count > named.count)
        #expect(try fileNames(of: data) == tags)
    }

    private func post(_ content: Data, _ token: String, to server: Server) async throws -> Answer? {
        let form =
            Data("--b\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n".utf8) + content
            + Data("\r\n--b--\r\n".utf8)
        let head = """
            POST /feed HTTP/1.1\r
            Host: localhost\r
            Authorization: Bearer \(token)\r
            Content-Type: multipart/form-data; boundary=b\r
            Content-Length: \(form.count)\r
            Connection: close\r
            \r

            """
        return try await server.ask(raw: Array(head.utf8) + Array(form))
    }

    /// The most memory that a process had, in kilobytes (proc(5), VmHWM).
    private func peakMemory(of pid: Int32) -> Int? {
        let status = FileManager.default.contents(atPath: "/proc/\(pid)/status") ?? Data()
        return String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM") }
            .flatMap { $0.split(separator: " ").compactMap { Int($0) }.first }
    }
}
