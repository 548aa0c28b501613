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

    /// OpenSSL speaks English alone.
    @Test(arguments: [
        ("SSL certificate problem: certificate has expired", "ha caducado"),
        ("SSL certificate problem: unable to get local issuer certificate", "autoridad conocida"),
        ("something new", "TLS ha fallado"),
    ])
    func whyThereIsNoSecureConnectionIsSaidInBothLanguages(reason: String, spanish: String) {
        let text = HTTPTransportError.tls(reason: reason, server: "example.com").text
        #expect(text.english.contains("(\(reason)). Nothing was sent to it. "))
        #expect(text.spanish.contains(spanish) && !text.spanish.contains(reason))
        #expect(!text.english.contains("  ") && !text.spanish.contains("  "))
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

    @Test(arguments: [true, false])
    func whatToDoDependsOnWhetherTheAddressIsRight(hasAnswered: Bool) {
        let text = HTTPTransportError.connectivity(reason: "r", server: "a:1", hasAnswered: hasAnswered).text
        #expect(text.english.hasPrefix("The server at a:1 can't be reached. Check "))
        #expect(text.english.contains("the connection") && text.spanish.contains("la conexión"))
        #expect(text.english.contains("address") != hasAnswered && text.spanish.contains("dirección") != hasAnswered)
    }

    @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
    func aServerOfThisMachineMayNotRun(server: String) {
        let text = HTTPTransportError.connectivity(reason: "r", server: server, hasAnswered: true).text
        #expect(text.english.contains("See whether it runs") && text.spanish.contains("Mira si está en marcha"))
        for text in [text.english, text.spanish] {
            #expect(!text.contains("essentiald") && !text.contains("--"), "a page shows the same text")
        }
        #expect(ServerAddress("http://\(server)")?.isOfThisMachine == true)
        #expect(ServerAddress("https://example.com")?.isOfThisMachine == false)
    }
}
