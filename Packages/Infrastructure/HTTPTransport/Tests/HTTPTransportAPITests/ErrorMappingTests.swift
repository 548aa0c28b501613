import HTTPTransportAPI
import Localization
import Presenting
import Testing

struct ErrorMappingTests {
    private enum Failure: Error, Hashable {
        case cancelled, unintelligible
        case unreachable(LocalizedText)
        case impossible(Obstacle)
    }

    private func failure(_ error: HTTPTransportError) -> Failure {
        error.mapped(
            cancelled: Failure.cancelled, unreachable: Failure.unreachable, unintelligible: .unintelligible,
            impossible: Failure.impossible)
    }

    @Test(arguments: [HTTPTransportError.connectivity(reason: "r"), .timedOut, .tls(reason: "r")])
    func aServerThatIsNotReachedMayBeLater(error: HTTPTransportError) {
        #expect(failure(error) == .unreachable(error.text))
    }

    @Test(arguments: [HTTPTransportError.tooLarge(limit: 1), .invalidResponse(reason: "r")])
    func whatIsNoAnswerIsNotUnderstood(error: HTTPTransportError) {
        #expect(failure(error) == .unintelligible)
    }

    @Test(
        arguments: [
            .insecureAddress, .invalidRequest(reason: "r"), .fileSystem(reason: "r"),
            .credentialsUnavailable(Obstacle(code: "vault_locked", LocalizedText(en: "Locked.", es: "Cerrado."))),
        ] as [HTTPTransportError])
    func whatIsInTheWayHereHasACode(error: HTTPTransportError) {
        #expect(failure(error) == .impossible(Obstacle(error)))
    }

    @Test func whoCancelsIsToldSo() {
        #expect(failure(.cancelled) == .cancelled)
    }
}
