import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import LoginAPI
import OfflineQueueAPI
import OfflineQueueTesting
import PluginKit
import RegistrationAPI
import RegistrationClient
import SecureStorageAPI
import SessionsAPI
import SessionsTesting

/// The client side, between a scripted server and a store in memory.
struct RegistrationClientFixture {
    static let user = User.sample(
        id: UserID(UUID(uuidString: "9f1b5b1e-0d5c-4c53-8a5e-3f6d6f0c2a11")!), name: "Ada", email: "Ada@example.com")
    static let form = RegistrationForm(name: "Ada", email: "Ada@example.com", password: Secret("correct horse"))

    let transport: HTTPTransportSpy
    let memory: InMemorySessionStore
    let sessions: SessionStoreSpy
    let ends = SessionEndSpy()
    let devices = DeviceRememberingSpy()
    let date = ManualDate()
    let registration: any Registering
    private let handlers: [any QueuedRequestHandling]
    let validator: any RegistrationValidating

    /// The name of each request.
    static let requestID = QueuedRequestID(UUID(uuidString: "1d7c8a52-6b1f-4f0e-9c55-0a4f6b1c2d3e")!)

    init(
        _ transport: any HTTPTransport, holding session: StoredSession? = nil, queue: RequestQueueSpy? = nil,
        storingFails: Bool = false
    ) {
        self.transport = HTTPTransportSpy(transport)
        memory = InMemorySessionStore(session)
        if storingFails { memory.failWrites(with: .storage(.wrongKey)) }
        sessions = SessionStoreSpy(memory)
        let address = ServerAddress("https://example.com:8443/base")!
        let dependencies = RegistrationClientPlugin.Dependencies(
            server: ServerClient(address: address, transport: self.transport), sessions: sessions, devices: devices,
            queue: queue, makeID: { Self.requestID }, now: date.bootTime,
            endObservers: { [ends] in [ends] })
        let assembly = RegistrationClientPlugin.assemble(dependencies)
        registration = assembly.exports.registration
        validator = assembly.exports.validator
        handlers = assembly.contributions.values(of: QueuedRequestHandlers.self)
    }

    /// Sends a form that waited.
    func sendWaiting(_ form: RegistrationForm) async -> QueuedRequestAnswer? {
        let payload = form.password.withText { password in
            #"{"email":"\#(form.email)","name":"\#(form.name)","password":"\#(password ?? "")"}"#
        }
        return await handlers.first { $0.kind == .registration }?
            .perform(
                QueuedRequest(
                    id: Self.requestID, kind: .registration, subject: form.email, payload: Secret(payload)))
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
    static func refusing(
        _ status: HTTPStatus, _ code: String, errors: String = "[]", fields: HTTPFields = [:]
    ) -> HTTPTransportStub {
        answering(
            status, #"{"code":"\#(code)","errors":\#(errors),"status":\#(status),"title":"no"}"#,
            type: "application/problem+json", fields: fields)
    }

    /// A server that makes every account.
    static func creating(next: String? = "confirmation", withToken: Bool = true) -> HTTPTransportStub {
        let token = """
            "token":{"access_token":"at-1","expires_in":300,"refresh_token":"rt-1","scope":"feed:read","token_type":\
            "Bearer"},"device_token":"dt-1",
            """
        let body = """
            {\(next.map { "\"next\":\"\($0)\"," } ?? "")\(withToken ? token : "")"user":{"created_at":\
            "2023-11-14T22:13:20Z","email":"Ada@example.com","email_verified":false,\
            "id":"9f1b5b1e-0d5c-4c53-8a5e-3f6d6f0c2a11","name":"Ada","nickname":"of no interest"},"welcome":true}
            """
        return answering(.created, body)
    }
}

/// Remembers tokens of this device for a test.
final class DeviceRememberingSpy: DeviceRemembering {
    private let kept = Locked<[(token: Secret, email: EmailAddress)]>([])

    /// What was kept, as text.
    var tokens: [String] { kept.current.map { $0.token.withText { $0 ?? "" } + " " + $0.email.description } }

    func keep(_ token: Secret, for email: EmailAddress) async {
        kept.withLock { $0.append((token, email)) }
    }
}
