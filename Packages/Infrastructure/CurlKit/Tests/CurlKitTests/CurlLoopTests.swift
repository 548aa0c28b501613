import CurlKit
import Glibc
import KernelTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct CurlLoopTests {
    private let loop = CurlLoop()
    private let folder: TemporaryFolder
    private let contents = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    init() throws {
        folder = try TemporaryFolder()
        let file = try #require(fopen(folder.path(of: "source"), "w"))
        fwrite(contents, 1, contents.count, file)
        fclose(file)
    }

    /// Reads the file in the folder: the library's simplest protocol.
    private func reading(_ name: String = "source") -> RecordingTransfer.Behaviour {
        let url = "file://" + folder.path(of: name)
        return RecordingTransfer.Behaviour(configure: { (handle) throws(CurlError) in try handle.set(.url, url) })
    }

    private func writing(_ bytes: [UInt8]?) -> RecordingTransfer.Behaviour {
        let url = "file://" + folder.path(of: "target")
        return RecordingTransfer.Behaviour(
            configure: { (handle) throws(CurlError) in
                try handle.set(.url, url)
                try handle.set(.upload, true)
                try handle.set(.uploadSize, bytes?.count ?? 10)
            }, upload: bytes)
    }

    @Test func bringsWhatIsRead() async {
        let record = await loop.run(reading())
        #expect(record.outcome.code == .ok)
        let isWhole = record.received == contents
        #expect(isWhole)
        #expect(!record.head.isEmpty)
    }

    @Test func sendsWhatIsProvided() async {
        let record = await loop.run(writing(contents))
        #expect(record.outcome.code == .ok)
        let isWhole = folder.contents(of: "target") == contents
        #expect(isWhole)
    }

    @Test func endsWhenNothingCanBeProvided() async {
        #expect(await loop.run(writing(nil)).outcome.code == .aborted)
    }

    @Test func reportsWhatTheLibrarySays() async {
        let outcome = await loop.run(reading("missing")).outcome
        #expect(outcome.code == CurlCode(rawValue: 37))
        #expect(outcome.reason.contains("missing"))
    }

    @Test func doesNotStartWhatCannotBeConfigured() async {
        let outcome = await loop.run(
            .init(configure: { (handle) throws(CurlError) in try handle.set(.url, "a\u{0}b") })
        ).outcome
        #expect(outcome.code == .badArgument)
        #expect(await loop.run(reading()).outcome.code == .ok)
    }

    @Test func endsWhenBytesAreRefused() async {
        var behaviour = reading()
        behaviour.receptions = [.taken, .refused]
        let record = await loop.run(behaviour)
        #expect(record.outcome.code == .writeError)
        #expect(!record.received.isEmpty && record.received.count < contents.count)
    }

    @Test func endsWhenAHeaderIsRefused() async {
        var behaviour = reading()
        behaviour.takesHeads = false
        let record = await loop.run(behaviour)
        #expect(record.outcome.code == .writeError)
        #expect(record.received.isEmpty)
    }

    @Test(arguments: [1, 40, 400, 3000])
    func handsOverHeadsInTheirOrder(lineLength: Int) async throws {
        let line = "X-Line: " + String(repeating: "x", count: lineLength)
        let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line + "\r\n", count: 20) + "\r\n"
        let listener = try Listener(answer: "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n" + head + "body")
        async let waiting = listener.waitForConnection()
        let record = await loop.run(listener.asking)
        _ = await waiting
        #expect(record.outcome.code == .ok)
        #expect(String(decoding: record.head, as: UTF8.self).hasSuffix("X-Early: 1\r\n\r\n" + head))
        #expect(record.received == Array("body".utf8))
    }

    @Test func handsOverALineThatIsLongerThanItsBuffer() async throws {
        let head = "HTTP/1.1 200 OK\r\nX-Long: " + String(repeating: "x", count: 20_000) + "\r\n\r\n"
        let listener = try Listener(answer: head)
        async let waiting = listener.waitForConnection()
        let record = await loop.run(listener.asking)
        _ = await waiting
        #expect(record.outcome.code == .ok)
        let isWhole = record.head == Array(head.utf8)
        #expect(isWhole)
    }

    @Test func handsOverAgainWhatWasPutOff() async throws {
        let body = String(repeating: "essential ", count: 20_000)
        let listener = try Listener(answer: "HTTP/1.1 200 OK\r\n\r\n" + body)
        let ticket = CurlTicket()
        var behaviour = listener.asking
        behaviour.receptions = [.paused, .taken, .paused]
        behaviour.onPause = { [loop] in loop.resume(ticket) }
        async let waiting = listener.waitForConnection()
        let record = await loop.run(behaviour, ticket)
        _ = await waiting
        #expect(record.outcome.code == .ok)
        #expect(String(decoding: record.received, as: UTF8.self) == body)
    }

    @Test func childrenInheritNoConnection() async throws {
        let listener = try Listener()
        let ticket = CurlTicket()
        async let record = loop.run(listener.asking, ticket)
        await listener.waitForConnection()
        // The kernel's table of connections names inodes, and so do the links
        // to the files that a process has open.
        let script = """
            inode=$(awk -v port=$(printf %04X \(listener.port)) '$3 ~ ":"port"$" {print $10}' /proc/net/tcp)
            test -n "$inode" && ls -l /proc/self/fd | grep -c "socket:.$inode"
            """
        let child = try await ChildProcess.run("bash", ["-c", script])
        loop.cancel(ticket)
        _ = await record
        #expect(child.outputText == "0\n", "\(child.errorText)")
    }

    @Test func sendsNothingToAPeerThatIsRefused() async throws {
        let listener = try Listener()
        var behaviour = listener.asking
        behaviour.maySend = false
        let record = await loop.run(behaviour)
        #expect(record.outcome.code == .aborted)
        #expect(record.outcome.newConnections == 1)
        #expect(record.peers == ["127.0.0.1"])
    }

    @Test func cancelsWhatWaits() async throws {
        let listener = try Listener()
        let ticket = CurlTicket()
        async let record = loop.run(listener.asking, ticket)
        await listener.waitForConnection()
        loop.cancel(ticket)
        #expect(await record.outcome.code == .aborted)
        loop.cancel(ticket)
    }

    @Test func neverStartsWhatWasCancelledBefore() async throws {
        let listener = try Listener()
        let ticket = CurlTicket()
        loop.cancel(ticket)
        let record = await loop.run(listener.asking, ticket)
        #expect(record.outcome.code == .aborted)
        #expect(record.peers.isEmpty)
    }

    @Test func stoppingEndsAllTransfers() async throws {
        let listener = try Listener()
        async let first = loop.run(listener.asking)
        async let second = loop.run(listener.asking)
        await listener.waitForConnection()
        await listener.waitForConnection()
        await loop.stop()
        #expect(await first.outcome.code == .aborted)
        #expect(await second.outcome.code == .aborted)
        #expect(await loop.run(reading()).outcome.code == .aborted)
    }

    @Test func hasAThreadOnlyWhileItIsNeeded() async {
        await #expect(processExitsWith: .success) {
            let loop = CurlLoop()
            #expect(!threadNames().contains("curl"))
            let missing = RecordingTransfer.Behaviour(configure: { (handle) throws(CurlError) in
                try handle.set(.url, "file:///nowhere")
            })
            _ = await loop.run(missing)
            #expect(threadNames().filter { $0 == "curl" }.count == 1)
            await loop.stop()
            #expect(!threadNames().contains("curl"))
        }
    }

    @Test func manyTransfersAtOnce() async {
        let loop = loop, behaviour = reading()
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<200 { group.addTask { await loop.run(behaviour).received.count } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: contents.count, count: 200))
    }

    @Test func tasksThatPreferTheLoopRunOnItsThread() async {
        let loop = loop, behaviour = reading()
        let names = await withTaskExecutorPreference(loop) {
            var names = [threadName()]
            _ = await loop.run(behaviour)
            names.append(threadName())
            return names
        }
        #expect(names == ["curl", "curl"])
        #expect(threadName() != "curl")
    }

    @Test func tasksGoOnAfterTheLoopHasStopped() async {
        let loop = loop, behaviour = reading()
        let (code, name) = await withTaskExecutorPreference(loop) {
            await loop.stop()
            return (await loop.run(behaviour).outcome.code, threadName())
        }
        #expect(code == .aborted && name != "curl")
    }

    @Test func tasksOnTheLoopDoNotHoldUpEachOther() async throws {
        let listener = try Listener()
        let loop = loop, ticket = CurlTicket()
        let code = await withTaskExecutorPreference(loop) {
            async let record = loop.run(listener.asking, ticket)
            await listener.waitForConnection()
            loop.cancel(ticket)
            return await record.outcome.code
        }
        #expect(code == .aborted)
    }

    @Test func optionsOfOneTransferAreNotThoseOfTheNext() async throws {
        let preset = CurlPreset { (handle) throws(CurlError) in
            try handle.set(.userAgent, "preset")
            try handle.set(.noProxy, "*")
            try handle.addField("X-Preset", "1")
        }
        var requests: [String] = []
        for (agent, fields) in [(nil, ["X-One": "1"]), ("own", [:]), (nil, ["X-Three": ""]), (nil, [:])] {
            let listener = try Listener(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            let url = "http://127.0.0.1:\(listener.port)/"
            var behaviour = RecordingTransfer.Behaviour(configure: { (handle) throws(CurlError) in
                try handle.set(.url, url)
                if let agent { try handle.set(.userAgent, agent) }
                for (name, value) in fields { try handle.addField(name, value) }
                if fields["X-Three"] != nil { handle.omitPresetFields() }
            })
            behaviour.preset = preset
            async let request = listener.waitForConnection()
            #expect(await loop.run(behaviour).outcome.code == .ok)
            requests.append(await request)
        }
        #expect(requests.map { $0.contains("User-Agent: preset") } == [true, false, true, true])
        #expect(requests.map { $0.contains("X-One: 1") } == [true, false, false, false])
        #expect(requests.map { $0.contains("X-Preset: 1") } == [true, true, false, true])
        #expect(requests[2].contains("X-Three:"))
    }

    @Test func goesWhenNobodyUsesIt() async {
        await expectRelease {
            let loop = CurlLoop()
            _ = await loop.run(reading())
            return loop
        }
    }
}

/// The name of the calling thread.
private func threadName() -> String {
    name(in: "/proc/thread-self/comm") ?? ""
}

/// The names of all threads of this process.
private func threadNames() -> [String] {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let number = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let name = name(in: "/proc/self/task/\(number)/comm") { names.append(name) }
    }
    return names
}

private func name(in path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 64)
    guard fgets(&buffer, 64, file) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 > 32 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
