import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportCurl
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct CancellationTests {
    private let transport = Transport().transport

    @Test func reportsACancellationWithinATenthOfASecond() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            connection.stall()
        }
        // With neither limit the transport has no time of its own at which it
        // would look, so it has to be told.
        let limits = HTTPLimits(total: nil, idle: nil)
        // One that is quick is enough: others wait for a thread among the tests
        // that run at the same time.
        var number = 0, isQuick = false
        while !isQuick, number < 100 {
            number += 1
            let task = Task { [transport] in
                await failure { try await transport.send(HTTPRequest(url: peer.url(), limits: limits)) }
            }
            await peer.waitForRequests(number)
            let start = ContinuousClock.now
            task.cancel()
            #expect(await task.value == .cancelled)
            isQuick = start.duration(to: .now) < .milliseconds(100)
        }
        #expect(isQuick)
        await peer.waitForClosedConnections(number)
    }

    @Test func tasksOnTheThreadOfTheTransportAreAnsweredAndCancelled() async throws {
        let peer = try LoopbackPeer { connection in
            while let request = try connection.readRequest(), request.target == "/answered" {
                try connection.send(answer("x"))
            }
            connection.stall()
        }
        let transport = Transport()
        let answered = try await withTaskExecutorPreference(transport.executor) {
            try await transport.transport.send(HTTPRequest(url: peer.url("/answered")))
        }
        #expect(answered.body.count == 1)
        let task = Task(executorPreference: transport.executor) {
            await failure { try await transport.transport.send(HTTPRequest(url: peer.url("/stalled"))) }
        }
        await peer.waitForRequests(2)
        task.cancel()
        #expect(await task.value == .cancelled)
        await transport.stop()
    }

    @Test func sendsNothingForATaskThatIsCancelledAlready() async throws {
        let peer = try LoopbackPeer(answering: answer(""))
        let task = Task { [transport] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure {
                try await transport.send(HTTPRequest(url: peer.url()))
            }
        }
        #expect(await task.value == .cancelled)
        #expect(peer.connectionCount == 0)
    }

    @Test func losesNothingWhenCancellationsRace() async throws {
        let peer = try LoopbackPeer(answering: answer("ok"))
        let outcomes = await withTaskGroup(of: (isCancelled: Bool, succeeded: Bool).self) { group in
            for number in 0..<2000 {
                group.addTask { [transport] in
                    let task = Task { try await transport.send(HTTPRequest(url: peer.url())) }
                    let isCancelled = number.isMultiple(of: 2)
                    if isCancelled { task.cancel() }
                    return (isCancelled, (try? await task.value) != nil)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count == 2000)
        #expect(outcomes.filter { !$0.isCancelled && $0.succeeded }.count == 1000)
    }

    @Test func losesNothingWhenTheTransportStopsInTheMiddle() async throws {
        let peer = try LoopbackPeer(answering: answer("ok"))
        let owner = Transport()
        let transport = owner.transport
        let errors = await withTaskGroup(of: HTTPTransportError?.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    do throws(HTTPTransportError) {
                        _ = try await transport.send(HTTPRequest(url: peer.url()))
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            await peer.waitForRequests(20)
            await owner.stop()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count == 200)
        #expect(errors.allSatisfy { $0 == nil || $0 == .cancelled })
    }

    @Test func stoppingEndsAllThatGoesOn() async throws {
        let peer = try LoopbackPeer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            connection.stall()
        }
        let folder = try TemporaryFolder()
        let owner = Transport()
        let transport = owner.transport
        let stream = try await transport.stream(HTTPRequest(url: peer.url()))
        let reading = Task {
            await failure {
                var iterator = stream.body.makeAsyncIterator()
                return try await iterator.next()
            }
        }
        let sending = Task {
            await failure { try await transport.send(HTTPRequest(url: peer.url())) }
        }
        let downloading = Task {
            await failure {
                try await transport.download(HTTPRequest(url: peer.url()), toFile: folder.path(of: "file"))
            }
        }
        await peer.waitForRequests(3)
        await owner.stop()
        #expect(await reading.value == .cancelled)
        #expect(await sending.value == .cancelled)
        #expect(await downloading.value == .cancelled)
        #expect(folder.files().isEmpty)
        await peer.waitForClosedConnections(3)
    }

    @Test func refusesToStartAfterStopping() async throws {
        let peer = try LoopbackPeer(answering: answer("ok"))
        for hasBeenUsed in [false, true] {
            let owner = Transport()
            if hasBeenUsed { _ = try await owner.transport.send(HTTPRequest(url: peer.url())) }
            await owner.stop()
            await owner.stop()
            let error = await failure {
                try await owner.transport.send(HTTPRequest(url: peer.url()))
            }
            #expect(error == .cancelled)
        }
    }

    @Test func nothingKeepsATransportAlive() async throws {
        let peer = try LoopbackPeer(answering: answer("ok"))
        try await expectRelease {
            let transport = Transport().transport
            _ = try await transport.send(HTTPRequest(url: peer.url()))
            return transport as AnyObject
        }
        await peer.waitForClosedConnections()
    }
}
