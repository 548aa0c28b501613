import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import SessionsAPI
import SessionsClient
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

/// The client against the real server, without a socket.
struct SessionsSliceTests {
    private let server: RunningSessions
    private let transport: LoopbackTransport
    private let ada = User.sample()

    init() async throws {
        server = try await RunningSessions()
        transport = LoopbackTransport(to: try Router(routes: server.routes, observer: RequestObserverSpy()))
    }

    private struct Device: Sendable {
        let id: SessionID
        let store: InMemorySessionStore
        let exports: DeviceSessionsClientPlugin.Exports
        let ends = SessionEndSpy()
        let heard = Locked<[SecurityNews]>([])

        init(
            _ issued: IssuedSession, of user: User, _ address: ServerAddress, _ transport: any HTTPTransport
        ) {
            id = issued.id
            store = InMemorySessionStore(StoredSession(user: user, grant: issued.grant, receivedAt: .now))
            exports =
                DeviceSessionsClientPlugin.assemble(
                    .init(
                        server: ServerClient(address: address, transport: transport), transport: transport,
                        sessions: store, lock: store, endObservers: { [ends] in [ends] }, clock: ManualClock())
                ).exports
        }

        func follow() async throws(SessionManagingError) {
            try await exports.notices.follow { [heard] news in heard.withLock { $0.append(news) } }
        }

        func hears(_ news: (SecurityNews) -> Bool) async {
            while !heard.current.contains(where: news) { await Task.yield() }
        }
    }

    private func device(_ name: String) async throws -> Device {
        let issued = try await server.issuing.issueSession(for: ada, on: SessionClient(device: name))
        let address = try #require(ServerAddress("http://localhost:8080"))
        let token = issued.grant.accessToken
        return Device(issued, of: ada, address, BearingTransport(transport: transport, token: token))
    }

    @Test(.requirement("SESS-01", "SESS-03", "SESS-05", "SESS-07", "SESS-09", "SESS-19"))
    func showsAndEndsSessions() async throws {
        let laptop = try await device("laptop"), phone = try await device("laptop")
        let tablet = try await device("laptop")
        let management = laptop.exports.management
        #expect(try await management.sessions().count == 3)
        #expect(try await management.sessions().filter(\.isCurrent).map(\.id) == [laptop.id])
        try await management.end(phone.id)
        #expect(try await management.sessions().count == 2)
        await #expect(throws: SessionManagingError.unknownSession) { try await management.end(phone.id) }
        await #expect(throws: SessionManagingError.currentSession) { try await management.end(laptop.id) }
        try await management.endOthers()
        #expect(try await management.sessions().map(\.id) == [laptop.id])
        await #expect(throws: SessionManagingError.notLoggedIn) { try await tablet.exports.management.sessions() }
    }

    @Test(.requirement("SESS-06", "SESS-17", "SESS-19")) func theOtherDeviceIsToldAndForgetsItsSession() async throws {
        let laptop = try await device("laptop"), phone = try await device("laptop")
        async let following: Void = phone.follow()
        await phone.hears { $0 == .connected }
        try await laptop.exports.management.end(phone.id)
        try await following
        guard case .notice(let notice)? = phone.heard.current.last else {
            Issue.record("it was not told")
            return
        }
        #expect(notice.kind == .sessionEnded(phone.id, isCurrent: true, reason: "terminated"))
        #expect(phone.ends.ends == [.refused])
        guard case .absent = await phone.store.load() else {
            Issue.record("the session is still there")
            return
        }
    }

    @Test(.requirement("SESS-06")) func everyWindowOfADeviceIsTold() async throws {
        let laptop = try await device("laptop"), phone = try await device("laptop")
        let told = Locked(0), connected = Locked(0)
        let windows = (0..<50).map { _ in
            Task {
                try await phone.exports.notices.follow { news in
                    if news == .connected { connected.withLock { $0 += 1 } }
                    if case .notice = news { told.withLock { $0 += 1 } }
                }
            }
        }
        while connected.current < 45 { await Task.yield() }
        // Who leaves takes nobody along.
        windows[0].cancel()
        _ = await windows[0].result
        while connected.current < 49 { await Task.yield() }
        try await laptop.exports.management.end(phone.id)
        for window in windows.dropFirst() { try await window.value }
        #expect(told.current == 49)
        #expect(phone.ends.ends == [.refused])
    }

    @Test(.requirement("SESS-10", "SESS-11", "SESS-12", "SESS-19"))
    func aSuspiciousAccessIsToldAndConfirmed() async throws {
        let laptop = try await device("laptop")
        let following = Task { try await laptop.follow() }
        await laptop.hears { $0 == .connected }
        let phone = try await device("phone")
        let kind = SecurityNotice.Kind.suspiciousAccess(
            phone.id, device: "phone", location: nil, reasons: ["new_device"])
        await laptop.hears { if case .notice(let notice) = $0 { notice.kind == kind } else { false } }
        let management = laptop.exports.management
        #expect(try await management.sessions().filter(\.isSuspicious).map(\.id) == [phone.id])
        try await management.confirm(phone.id)
        #expect(try await management.sessions().allSatisfy { !$0.isSuspicious })
        following.cancel()
        await #expect(throws: SessionManagingError.cancelled) { try await following.value }
    }
}

/// Adds an access token to every request.
private struct BearingTransport: HTTPTransport {
    let transport: LoopbackTransport
    let token: Secret

    private func bearing(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.fields[.authorization] = token.withText { "Bearer \($0 ?? "")" }
        return request
    }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport.send(bearing(request))
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport.download(bearing(request), toFile: path, progress: progress)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await transport.stream(bearing(request))
    }
}
