public import BrowserLoginAPI
public import CoreModels
import FoundationEssentials
import Locking

/// Leads to an address, and ends as it is told.
public final class BrowserLoggingInStub: BrowserLoggingIn {
    private let way: BrowserLoginWay?
    private let result: Result<User, BrowserLoginError>
    private let noted = Locked<[LoginBrowser]>([])

    /// By which browsers somebody logged in.
    public var browsers: [LoginBrowser] { noted.current }

    /// Creates a stub.
    public init(leadingTo way: BrowserLoginWay? = nil, _ result: Result<User, BrowserLoginError>) {
        self.way = way
        self.result = result
    }

    /// Tells the way, and answers with the result.
    public func logIn(
        by browser: LoginBrowser, telling tell: @escaping @Sendable (BrowserLoginWay) -> Void
    ) async throws(BrowserLoginError) -> User {
        noted.withLock { $0.append(browser) }
        if let way { tell(way) }
        return try result.get()
    }
}

/// Notes whom it lets in, and answers with a fixed result.
public final class ProgramAdmittingSpy: ProgramAdmitting {
    private let result: Result<Secret, BrowserLoginError>
    private let noted = Locked<[ProgramRequest]>([])

    /// Creates a spy.
    public init(_ result: Result<Secret, BrowserLoginError>) {
        self.result = result
    }

    /// Whom it was asked to let in.
    public var programs: [ProgramRequest] { noted.current }

    /// Notes the program, and answers with the result.
    public func letIn(_ program: ProgramRequest) async throws(BrowserLoginError) -> Secret {
        noted.withLock { $0.append(program) }
        return try result.get()
    }
}

extension ProgramRequest {
    /// A program that waits at a port.
    public static func sample(port: Int = 40_123, device: String? = "desk") -> ProgramRequest? {
        ProgramRequest(
            challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", state: "af0ifjsldkjaf0ifjsldkj", port: port,
            key: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I", device: device)
    }
}
