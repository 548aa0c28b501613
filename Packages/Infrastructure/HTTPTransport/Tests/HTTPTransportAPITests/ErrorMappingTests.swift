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

    /// OpenSSL speaks English alone, and what to do depends on what it says.
    @Test(arguments: [
        ("SSL certificate problem: certificate has expired", "has expired", "renew", "ha caducado", "renovarlo"),
        ("SSL certificate problem: certificate is not yet valid", "valid yet", "date", "aún no vale", "fecha"),
        (
            "SSL certificate problem: unable to get local issuer certificate", "an authority", "--ca-file",
            "una autoridad", "--ca-file"
        ),
        ("SSL certificate problem: self-signed certificate", "an authority", "--ca-file", "autoridad", "--ca-file"),
        (
            "SSL: no alternative certificate subject name matches target host name 'localhost'", "another name",
            "Check the address", "otro nombre", "Comprueba la dirección"
        ),
        ("something new", "TLS failed (something new)", "--ca-file", "TLS ha fallado", "--ca-file"),
    ])
    func whyThereIsNoSecureConnectionIsSaidInBothLanguages(
        reason: String, english: String, remedy: String, spanish: String, spanishRemedy: String
    ) {
        let text = HTTPTransportError.tls(reason: reason, server: "example.com").text
        #expect(text.english.contains(english) && text.spanish.contains(spanish))
        #expect(text.english.contains(" example.com ") && text.english.contains(". Nothing was sent to it. "))
        let remedies = (text.english.split(separator: "sent to it.").last, text.spanish.split(separator: "nada.").last)
        #expect(remedies.0?.contains(remedy) == true && remedies.1?.contains(spanishRemedy) == true)
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

    @Test func whatComesAfterAnUnknownAuthorityIsASentenceOfItsOwn() {
        let text = HTTPTransportError.tls(reason: "self-signed certificate", server: "a:1").text
        #expect(text.english.hasSuffix("with --ca-file.") && text.spanish.hasSuffix("con --ca-file."))
    }

    @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
    func aServerOfThisMachineMayNotRun(server: String) {
        let text = HTTPTransportError.connectivity(reason: "r", server: server, hasAnswered: true).text
        let first = HTTPTransportError.connectivity(reason: "r", server: server).text
        #expect(!text.english.contains("https") && !text.spanish.contains("https"), "its address is right")
        #expect(first.english.contains("https://") && first.spanish.contains("https://"))
        #expect(text.english.contains("See whether it runs") && text.spanish.contains("Mira si está en marcha"))
        for text in [text.english, text.spanish] {
            #expect(!text.contains("essentiald") && !text.contains("--"), "a page shows the same text")
        }
        #expect(ServerAddress("http://\(server)")?.isOfThisMachine == true)
        #expect(ServerAddress("https://example.com")?.isOfThisMachine == false)
    }
}
