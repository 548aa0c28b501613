import FoundationEssentials
import HTTPServingLoopback
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import SQLStoreTesting
import SessionsServiceTesting

extension Schedule {
    /// A request on its way to the server, or its answer on the way back.
    struct Message {
        let number: Int
        let process: Int
        let request: HTTPRequest
        let sentAt: Date
        var answer: HTTPResponse?
    }

    /// Brings a message to its end of the line: a request to the server, whose
    /// answer then is on its way; an answer to who waits for it.
    func deliver(_ message: Message, isFaulty: Bool) async throws {
        guard var answered = message.answer else {
            let answer = isFaulty ? try await faultyAnswer(to: message) : try await answer(to: message)
            note("#\(message.number) comes to the server: \(answer.status)")
            var back = message
            back.answer = answer
            return messages.append(back)
        }
        let isAwaited = world.stops.contains { stop in
            if case .answer(to: message.number) = stop.point { true } else { false }
        }
        guard isAwaited else { return }
        note("#\(message.number) is answered")
        if isFaulty, Int.random(in: 0..<1000, using: &random) < habits.halves {
            note("  …in half")
            answered.body = answered.body.prefix(answered.body.count / 2)
        }
        await world.resume(message.process, .answered(answered))
    }

    private func faultyAnswer(to message: Message) async throws -> HTTPResponse {
        guard Int.random(in: 0..<1000, using: &random) < habits.inventions else { return try await answer(to: message) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return HTTPResponse(status: .internalServerError)
        case 1: return HTTPResponse(status: .tooManyRequests, fields: [.retryAfter: "2"])
        case 2: return HTTPResponse(status: .ok, body: Data("<html>Log in to this network</html>".utf8))
        case 3: return HTTPResponse(status: .unauthorized, fields: [.wwwAuthenticate: "Bearer"])
        case 4:
            _ = try await answer(to: message)
            return HTTPResponse(status: .serviceUnavailable, fields: [.retryAfter: "3"])
        default:
            try await server.sessions.store.fillDisk()
            let response = try await answer(to: message)
            try await server.sessions.store.freeDisk()
            return response
        }
    }

    private func answer(to message: Message) async throws -> HTTPResponse {
        let response = try await server.loopback.send(message.request)
        let isRefresh = message.request.url.path() == "/auth/refresh"
        guard !(isRefresh && response.status == .unauthorized) else {
            throw Violation(description: "the server ended the session")
        }
        return response
    }
}
