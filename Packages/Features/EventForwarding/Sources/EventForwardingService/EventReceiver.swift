import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import SecurityMetricsServiceAPI

/// Posts to a receiver over HTTP, and says what its answer means.
struct EventReceiver: Sendable {
    let url: URL
    let transport: any HTTPTransport
    /// How long an exchange may take.
    var timeout = Duration.seconds(30)

    /// What a receiver may cost: it has nothing to say but that it has the events.
    private var limits: HTTPLimits {
        HTTPLimits(
            connect: .seconds(10), total: timeout, idle: .seconds(15), maximumHeaderBytes: 16 * 1_024,
            maximumResponseBytes: 64 * 1_024)
    }

    /// Posts a body.
    ///
    /// Redirects aren't followed: they would take the events to somebody whom the operator didn't name.
    ///
    /// - Returns: What a receiver answered that has it.
    @discardableResult
    func post(_ body: Data, _ fields: HTTPFields) async throws(ForwardingError) -> Data {
        let answer: HTTPResponse
        do throws(HTTPTransportError) {
            answer = try await transport.send(
                HTTPRequest(
                    method: .post, url: url, fields: fields, body: .bytes(body), limits: limits,
                    redirects: .returned))
        } catch {
            throw .unavailable(reason: "\(error)")
        }
        guard answer.status.isSuccess else { throw Self.failure(answer) }
        return answer.body
    }

    /// What a status other than 2xx means (RFC 9110, section 15).
    private static func failure(_ answer: HTTPResponse) -> ForwardingError {
        let status = answer.status.rawValue
        switch status {
        case 300..<400: return .unavailable(reason: "it answers \(status), a redirect, which isn't followed")
        // Who it is, where it is and when it has time are nothing of these events.
        case 401, 404, 405, 407, 408, 410, 421, 425, 429: break
        case 400..<500: return .refused(reason: "it answers \(status)")
        default: break
        }
        return .unavailable(reason: "it answers \(status)", retryAfter: retryAfter(answer.fields))
    }

    /// In whole seconds (RFC 9110, section 10.2.3); a date isn't read, the pauses grow anyway.
    private static func retryAfter(_ fields: HTTPFields) -> Duration? {
        fields[.retryAfter].flatMap { Int64($0) }.flatMap { (0...86_400).contains($0) ? .seconds($0) : nil }
    }
}
