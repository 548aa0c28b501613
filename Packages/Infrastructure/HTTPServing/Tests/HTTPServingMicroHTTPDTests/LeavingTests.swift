import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import Testing

/// Clients that leave before they have their answer.
struct LeavingTests {
    @Test func cancelsAStreamWhenTheClientLeaves() async throws {
        let outcome = Promise<String>()
        let route = Route(.get, "/stream") { _ in
            ServerResponse(
                body: .stream { writer in
                    try await writer.write(Data("first".utf8))
                    try? await waitForCancellation()
                    do {
                        try await writer.write(Data("second".utf8))
                        outcome.fulfil("written")
                    } catch {
                        outcome.fulfil("\(error)")
                    }
                })
        }
        try await TestServer.run([route]) { server in
            do {
                let connection = try server.connect()
                await connection.send("GET /stream HTTP/1.1\r\nHost: t\r\n\r\n")
                _ = await ResponseReader(connection).take(through: Array("first".utf8))
            }
            #expect(["cancelled", "disconnected"].contains(await outcome.value()))
        }
    }

    @Test(arguments: [true, false]) func cancelsAHandlerWhenTheClientLeaves(_ resets: Bool) async throws {
        let started = Promise<Void>()
        let cancelled = Promise<Bool>()
        let route = Route(.get, "/wait") { _ in
            started.fulfil(())
            try? await waitForCancellation()
            cancelled.fulfil(Task.isCancelled)
            return .noContent
        }
        try await TestServer.run([route]) { server in
            do {
                let connection = try server.connect()
                await connection.send("GET /wait HTTP/1.1\r\nHost: t\r\n\r\n")
                await started.value()
                if resets { connection.reset() }
            }
            #expect(await cancelled.value())
        }
    }

    @Test func cancelsAWriterWhoseClientStoppedReading() async throws {
        let outcome = Promise<String>()
        let route = Route(.get, "/stream") { _ in
            ServerResponse(
                body: .stream { writer in
                    do {
                        while true { try await writer.write(Data(repeating: 97, count: 100_000)) }
                    } catch {
                        outcome.fulfil("\(error)")
                    }
                })
        }
        let settings = HTTPServerSettings.test(limits: HTTPServerLimits(idleTime: .seconds(1)))
        try await TestServer.run([route], settings: settings) { server in
            let connection = try server.connect()
            connection.shrinkReceiveBuffer()
            await connection.send("GET /stream HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(["cancelled", "disconnected"].contains(await outcome.value()))
        }
    }
}
