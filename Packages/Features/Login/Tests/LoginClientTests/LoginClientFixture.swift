import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import LoginAPI
import LoginClient
import LoginTesting
import OfflineQueueAPI
import PluginKit
import SecureStorageTesting
import SessionsAPI
import SessionsTesting

/// The client side, between a scripted server and a store in memory.
struct LoginClientFixture {
    static let user = User.sample(
        id: UserID(UUID(uuidString: "9f1b5b1e-0d5c-4c53-8a5e-3f6d6f0c2a11")!), name: "Ada", email: "Ada@example.com",
        isVerified: true)
    /// What a server answers to the right password of ``user``.
    static let loggedIn = """
        {"token":{"access_token":"at-1","expires_in":300,"refresh_token":"rt-1","scope":"feed:read","token_type":\
        "Bearer"},"user":{"created_at":"2023-11-14T22:13:20Z","email":"Ada@example.com","email_verified":true,\
        "id":"9f1b5b1e-0d5c-4c53-8a5e-3f6d6f0c2a11","name":"Ada","nickname":"of no interest"},"welcome":true}
        """

    /// The name of each request that is kept.
    static let requestID = QueuedRequestID(UUID(uuidString: "1d7c8a52-6b1f-4f0e-9c55-0a4f6b1c2d3e")!)

    let transport: HTTPTransportSpy
    let memory: InMemorySessionStore
    let sessions: SessionStoreSpy
    let secrets = InMemorySecretStore()
    let observer = LoginObserverSpy()
    let ends = SessionEndSpy()
    let date = ManualDate()
    let login: any LoggingIn
    let logout: any LoggingOut

    init(
        _ transport: any HTTPTransport, holding session: StoredSession? = nil, memory: InMemorySessionStore? = nil,
        queue: (any RequestQueueing & QueueRetrying)? = nil
    ) {
        self.transport = HTTPTransportSpy(transport)
        self.memory = memory ?? InMemorySessionStore(session)
        sessions = SessionStoreSpy(self.memory)
        let address = ServerAddress("https://example.com:8443/base")!
        let exports = LoginClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: self.transport), sessions: sessions,
                secrets: secrets, device: "Ada's laptop", queue: queue, makeID: { Self.requestID },
                now: date.bootTime, observers: { [observer] in [observer] }, endObservers: { [ends] in [ends] })
        ).exports
        login = exports.login
        logout = exports.logout
    }

    /// A server that gives the same answer to everything.
    static func answering(
        _ status: HTTPStatus, _ body: String = "", type: String = "application/json", fields: HTTPFields = [:]
    ) -> HTTPTransportStub {
        var fields = fields
        fields[.contentType] = type
        return HTTPTransportStub(HTTPResponse(status: status, fields: fields, body: Data(body.utf8)))
    }

    /// A server that refuses everything with a problem.
    static func refusing(_ status: HTTPStatus, _ code: String, fields: HTTPFields = [:]) -> HTTPTransportStub {
        answering(
            status, #"{"code":"\#(code)","status":\#(status),"title":"no"}"#, type: "application/problem+json",
            fields: fields)
    }
}
