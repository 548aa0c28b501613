import FoundationEssentials
import Glibc
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

@Suite(.timeLimit(.minutes(15)))
struct DownloadTests {
    private let transport = Transport().transport
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "picture.jpg")
    }

    private func download(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport.download(request, toFile: path)
    }

    @Test func writesTheBodyToTheFile() async throws {
        var generator = SeededGenerator(seed: 7)
        let contents = (0..<1_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(contents.count)\r\n\r\n")
            try connection.send(contents)
        }
        let response = try await download(HTTPRequest(url: peer.url()))
        #expect(response.status == .ok)
        #expect(response.fields[.eTag] == "\"1\"")
        #expect(response.body.isEmpty)
        let isWhole = folder.contents(of: "picture.jpg")?.elementsEqual(contents) == true
        #expect(isWhole)
        #expect(folder.files() == ["picture.jpg"])
        #expect(folder.mode(of: "picture.jpg") == 0o600)
    }

    @Test func putsManyFilesInPlaceAtOnce() async throws {
        let peer = try LoopbackPeer { connection in
            while let request = try connection.readRequest() { try connection.send(answer(request.target)) }
        }
        let other = folder.path(of: "folder")
        mkdir(other, 0o700)
        let transport = transport, folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                let path = number % 3 == 0 ? "\(other)/\(number)" : folder.path(of: "\(number)")
                group.addTask {
                    _ = try await transport.download(HTTPRequest(url: peer.url("/\(number)")), toFile: path)
                    // It is there when the call returns.
                    #expect(try Data(contentsOf: URL(filePath: path)) == Data("/\(number)".utf8))
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.files().count == 64)
    }

    @Test func whatCannotBePutInPlaceFailsAlone() async throws {
        let peer = try LoopbackPeer { connection in
            while let request = try connection.readRequest() { try connection.send(answer(request.target)) }
        }
        let transport = transport, folder = folder
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                let path = folder.path(of: "\(number)"), request = HTTPRequest(url: peer.url("/\(number)"))
                if number % 4 == 0 { mkdir(path, 0o700) }
                group.addTask {
                    if number % 4 == 0 {
                        let error = await failure { try await transport.download(request, toFile: path) }
                        #expect(error?.kind == .fileSystem)
                    } else {
                        _ = try? await transport.download(request, toFile: path)
                        let contents = try? Data(contentsOf: URL(filePath: path))
                        #expect(contents == Data("/\(number)".utf8))
                    }
                }
            }
        }
        #expect(folder.files().count == 48)
    }

    @Test func reportsItsProgress() async throws {
        let gate = PeerGate()
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour")
            try gate.pass()
            try connection.send("fives")
        }
        let reports = Locked<[TransferProgress]>([])
        _ = try await transport.download(HTTPRequest(url: peer.url()), toFile: path) { report in
            reports.withLock { $0.append(report) }
            if report.completedBytes == 4 { gate.open() }
        }
        #expect(
            reports.current == [0, 4, 9].map { TransferProgress(completedBytes: $0, totalBytes: 9) })
    }

    @Test func replacesAFileAsAWhole() async throws {
        try Data("old".utf8).write(to: URL(filePath: path))
        let gate = PeerGate()
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nnew ")
            try gate.pass()
            try connection.send("file")
        }
        _ = try await transport.download(HTTPRequest(url: peer.url()), toFile: path) { [folder] report in
            guard report.completedBytes == 4 else { return }
            #expect(folder.contents(of: "picture.jpg") == Array("old".utf8))
            gate.open()
        }
        #expect(folder.contents(of: "picture.jpg") == Array("new file".utf8))
        #expect(folder.files() == ["picture.jpg"])
    }

    @Test(arguments: ["404 Not Found", "500 Internal Server Error", "303 See Other"])
    func handsOverTheBodyOfAnAnswerThatIsNoSuccess(status: String) async throws {
        try Data("old".utf8).write(to: URL(filePath: path))
        let peer = try LoopbackPeer(answering: answer("problem", status: status))
        let response = try await download(HTTPRequest(url: peer.url()))
        #expect(response.body == Data("problem".utf8))
        #expect(folder.contents(of: "picture.jpg") == Array("old".utf8))
        #expect(folder.files() == ["picture.jpg"])
    }

    @Test func leavesNothingOfHalfAnAnswer() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        }
        let error = await failure { try await download(HTTPRequest(url: peer.url())) }
        #expect(error?.kind == .connectivity)
        #expect(folder.files().isEmpty)
    }

    @Test func leavesNothingWhenCancelled() async throws {
        try Data("old".utf8).write(to: URL(filePath: path))
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            connection.stall()
        }
        let hasBegun = FirstReport()
        let task = Task { [transport, path] in
            await failure {
                try await transport.download(HTTPRequest(url: peer.url()), toFile: path) { report in
                    if report.completedBytes == 4 { hasBegun.note() }
                }
            }
        }
        await hasBegun.wait()
        #expect(folder.files().count == 2)
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(folder.files() == ["picture.jpg"])
        #expect(folder.contents(of: "picture.jpg") == Array("old".utf8))
    }

    @Test func leavesNothingOfABodyOverTheLimit() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try connection.send([UInt8](repeating: 1, count: 65536)) }
        }
        let request = HTTPRequest(url: peer.url(), limits: HTTPLimits(maximumResponseBytes: 100_000))
        let error = await failure { try await download(request) }
        #expect(error == .tooLarge(limit: 100_000))
        #expect(folder.files().isEmpty)
    }

    @Test func reportsAFolderThatIsMissing() async throws {
        let peer = try LoopbackPeer(answering: answer("x"))
        let error = await failure {
            try await transport.download(HTTPRequest(url: peer.url()), toFile: folder.path(of: "no/file"))
        }
        #expect(error?.kind == .fileSystem)
    }

    @Test func reportsATargetThatIsAFolder() async throws {
        mkdir(path, 0o700)
        let peer = try LoopbackPeer(answering: answer("x"))
        let error = await failure { try await download(HTTPRequest(url: peer.url())) }
        #expect(error?.kind == .fileSystem)
        #expect(folder.files().isEmpty)
    }

    @Test func reportsAFullDisk() async throws {
        // A limit on the size of files makes writing fail as a full disk does.
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 50_000, rlim_max: 50_000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let folder = try TemporaryFolder()
            let body = String(repeating: "x", count: 100_000)
            let peer = try LoopbackPeer(answering: answer(body))
            let owner = Transport()
            let error = await failure {
                try await owner.transport.download(HTTPRequest(url: peer.url()), toFile: folder.path(of: "file"))
            }
            await owner.stop()
            #expect(error?.kind == .fileSystem)
            #expect(folder.files().isEmpty)
        }
    }

    @Test func writesManyFilesAtOnce() async throws {
        let peer = try LoopbackPeer { connection in
            while let request = try connection.readRequest() {
                try connection.send(answer(String(repeating: request.target, count: 10_000)))
            }
        }
        let transport = transport, folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let path = folder.path(of: "\(number)")
                    _ = try await transport.download(HTTPRequest(url: peer.url("/\(number)")), toFile: path)
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.files().count == 50)
        for number in 0..<50 {
            let expected = String(repeating: "/\(number)", count: 10_000)
            let isWhole = folder.contents(of: "\(number)")?.elementsEqual(expected.utf8) == true
            #expect(isWhole)
        }
    }
}

/// Lets a test wait for something that a callback sees.
private final class FirstReport: Sendable {
    private let stream = AsyncStream.makeStream(of: Void.self)

    func note() {
        stream.continuation.yield()
    }

    func wait() async {
        for await _ in stream.stream { return }
    }
}
