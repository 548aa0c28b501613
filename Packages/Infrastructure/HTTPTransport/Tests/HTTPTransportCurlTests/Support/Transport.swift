import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportCurl
import PluginKit
import Testing

/// A transport as a program gets it, with what ends it.
struct Transport {
    let transport: any HTTPTransport
    let certificates: any CertificateShowing
    let executor: any TaskExecutor
    private let services: [any PluginService]

    init(authorityFile: String? = nil, pinning: (any HostPinning)? = nil) {
        let assembly = HTTPTransportPlugin.assemble(
            .init(
                userAgent: "essential-tests/1.0", authorityFile: authorityFile, pinnings: { pinning.map { [$0] } ?? [] }
            ))
        transport = assembly.exports.transport
        certificates = assembly.exports.certificates
        executor = assembly.exports.executor
        services = assembly.services
    }

    func stop() async {
        for service in services { await service.stop() }
    }
}

/// The error of a request that has to fail.
func failure<Value>(
    sourceLocation: SourceLocation = #_sourceLocation,
    of request: () async throws -> Value
) async -> HTTPTransportError? {
    do {
        let value = try await request()
        Issue.record("There was an answer: \(value)", sourceLocation: sourceLocation)
    } catch let error as HTTPTransportError {
        return error
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
    return nil
}

extension HTTPTransportError {
    /// The case without its details.
    var kind: Kind {
        switch self {
        case .connectivity: .connectivity
        case .timedOut: .timedOut
        case .tls: .tls
        case .cancelled: .cancelled
        case .tooLarge: .tooLarge
        case .invalidResponse: .invalidResponse
        case .invalidRequest: .invalidRequest
        case .insecureAddress: .insecureAddress
        case .fileSystem: .fileSystem
        case .credentialsUnavailable: .credentialsUnavailable
        case .refusedByPins: .refusedByPins
        }
    }

    enum Kind {
        case connectivity, timedOut, tls, cancelled, tooLarge, invalidResponse, invalidRequest, insecureAddress
        case fileSystem
        case credentialsUnavailable, refusedByPins
    }
}

/// An answer with a body of known length.
func answer(_ body: String, status: String = "200 OK", fields: String = "") -> String {
    "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

func url(_ text: String) throws -> URL {
    try #require(URL(string: text))
}
