import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Testing

struct FileTests {
    private static func withFile(
        _ contents: [UInt8], _ body: (TestServer, String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "file")
        try Data(contents).write(to: URL(filePath: path))
        let route = Route(.get, "/file") { _ in
            ServerResponse(
                fields: [.eTag: "\"v1\"", .contentType: "image/png"], body: .file(path: path), allowsRanges: true)
        }
        try await TestServer.run([.hello, route]) { server in try await body(server, path) }
    }

    private static let contents = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    @Test func sendsAFile() async throws {
        try await Self.withFile(Self.contents) { server, _ in
            let answer = try #require(await server.get("/file"))
            #expect(answer.status == 200)
            #expect(answer.body == Self.contents)
            #expect(answer.fields[.acceptRanges] == "bytes")
            #expect(answer.fields[.contentType] == "image/png")
            await server.observer.waitForReports(1)
            #expect(server.observer.reports[0].sentBytes == Self.contents.count)
        }
    }

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=100-199", 100..<200), ("bytes=299999-", 299_999..<300_000),
        ("bytes=-5", 299_995..<300_000), ("bytes=299990-400000", 299_990..<300_000),
    ]) func sendsARange(_ range: String, _ expected: Range<Int>) async throws {
        try await Self.withFile(Self.contents) { server, _ in
            let answer = try #require(await server.get("/file", "Range: \(range)\r\n"))
            #expect(answer.status == 206)
            #expect(answer.body == Array(Self.contents[expected]))
            #expect(
                answer.fields[.contentRange] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/300000")
        }
    }

    @Test func refusesARangeBehindTheEnd() async throws {
        try await Self.withFile(Self.contents) { server, _ in
            let answer = try #require(await server.get("/file", "Range: bytes=300000-\r\n"))
            #expect(answer.status == 416)
            #expect(answer.fields[.contentRange] == "bytes */300000")
            #expect(answer.fields[.contentType] == "application/problem+json")
        }
    }

    @Test func answersThatNothingHasChanged() async throws {
        try await Self.withFile(Self.contents) { server, _ in
            let connection = try server.connect()
            let answer = try #require(
                await connection.exchange("GET /file HTTP/1.1\r\nHost: t\r\nIf-None-Match: W/\"v1\"\r\n\r\n"))
            #expect(answer.status == 304)
            #expect(answer.fields[.eTag] == "\"v1\"")
            // A length, if there is one, is that of the whole (RFC 9110, 8.6).
            #expect(answer.fields[.contentLength] == nil || answer.fields[.contentLength] == "300000")
            #expect(await connection.exchange("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n")?.text == "hello")
        }
    }

    @Test func sendsAnEmptyFile() async throws {
        try await Self.withFile([]) { server, _ in
            let answer = try #require(await server.get("/file"))
            #expect(answer.status == 200)
            #expect(answer.fields[.contentLength] == "0")
        }
    }

    @Test func reportsAFileThatIsNotThere() async throws {
        try await Self.withFile(Self.contents) { server, path in
            try FileManager.default.removeItem(atPath: path)
            let answer = try #require(await server.get("/file"))
            #expect(answer.status == 500)
            #expect(!answer.text.contains(path))
            #expect(server.observer.failures.count == 1)
        }
    }

    @Test func doesNotSendAFolder() async throws {
        try await Self.withFile(Self.contents) { server, path in
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            let answer = try await server.get("/file")
            #expect(answer?.status == 500)
        }
    }

    @Test func goesOnWhenAClientLeavesInTheMiddleOfAFile() async throws {
        try await Self.withFile([UInt8](repeating: 97, count: 20_000_000)) { server, _ in
            for _ in 0..<5 {
                let connection = try server.connect()
                await connection.send("GET /file HTTP/1.1\r\nHost: t\r\n\r\n")
                _ = await connection.receive(1000)
                connection.reset()
            }
            let answer = try await server.get("/hello")
            #expect(answer?.text == "hello")
        }
    }

    @Test func sendsALargeAnswerFromMemory() async throws {
        let route = Route(.get, "/bytes") { _ in .bytes(Data(Self.contents), type: .octetStream) }
        try await TestServer.run([route]) { server in
            let answer = try await server.get("/bytes")
            #expect(answer?.body == Self.contents)
            #expect(answer?.fields[.contentLength] == "300000")
        }
    }
}
