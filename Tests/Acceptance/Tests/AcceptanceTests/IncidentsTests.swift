import FoundationEssentials
import KernelTesting
import Testing

/// What looks like an attack is told to whoever runs the server.
@Suite(.timeLimit(.minutes(10)))
struct IncidentsTests {
    private let folder: TemporaryFolder
    private var data: String { folder.path(of: "data") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(.requirement("METRIC-02", "METRIC-11", "AUDIT-16"))
    func aSprayIsToldByLetterAndKeptUntilSomebodyLooked() async throws {
        let server = try await Server(data: data, ["--metrics.operators", "ops@example.org"])
        #expect(try await server.ask("POST", "/auth/register", json: Person.ana.registration)?.status == 201)
        for number in 0..<12 {
            let email = number == 3 ? Person.ana.email : "person\(number)@example.com"
            let answer = try await server.ask(
                "POST", "/auth/login", json: #"{"email":"\#(email)","password":"Spring2026!"}"#)
            #expect(answer?.status == 401)
        }
        let letter = try await Outbox(data: data).message(to: "ops@example.org", containing: "incidents show")
        #expect(letter.contains("127.0.0.0/24") && !letter.contains("Spring2026!") && !letter.contains("person1@"))
        #expect(Server.log(of: data).contains("an incident was found"))
        let listed = try await run("list", "--open")
        #expect(listed.contains("127.0.0.0/24") && listed.contains(#""rule":"spraying""#), "\(listed)")
        #expect(try await run("show", "1").contains(#""late":false"#))
        let report = try await run("report")
        #expect(report.contains(#""open":1"#) && report.contains(#""rule":"spraying""#), "\(report)")
        #expect(report.contains(#""kind":"account.registered""#) && !report.contains("person1@"))
        // Strangers of that network pay now, whoever they say they are; nobody has failed on this address.
        let right = #"{"email":"\#(Person.ana.email)","password":"\#(Person.ana.password)"}"#
        for login in [right, #"{"email":"nobody@example.com","password":"Spring2026!"}"#] {
            #expect(try await server.ask("POST", "/auth/login", json: login)?.status == 428)
        }
        #expect(await server.stop() == .status(0))

        // Another start knows of it, and whoever looked at it closes it once.
        let again = try await Server(data: data, ["--metrics.operators", "ops@example.org"])
        #expect(try await run("close", "1").contains(#""changed":true"#))
        #expect(try await run("close", "1").contains(#""changed":false"#))
        #expect(try await run("list", "--open").contains(#""incidents":[]"#))
        let verified = try await Server.run("audit", "verify", data: data)
        #expect(verified.exit == .status(0), "\(verified.errorText)")
        #expect(await again.stop() == .status(0))
        #expect(Server.errors(of: data).isEmpty)
    }

    private func run(_ words: String...) async throws -> String {
        let outcome = try await ChildProcess.run(
            Programs.essentiald, ["incidents"] + words + ["--json"],
            environment: Surroundings.variables.merging([
                "HOME": data + ".home", "ESSENTIAL_SERVER_DATA": data,
            ]) { $1 })
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText
    }
}
