import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreTesting
import ServerTesting
import Testing

/// A session that ends between the moment its request was let in and the one at which
/// that is written: whatever lasts asks once more where it is written.
///
/// Here the tables know that the session is over, and what answers requests hasn't heard.
struct OvertakenSessionTests {
    /// What lets somebody in or is asked about with a session, and writes nothing for it.
    private static let exempt: [String: String] = [
        "POST /auth/verification": "its transaction asks (ConfirmingTests): it takes a letter",
        "POST /auth/verification/resend": "whoever names the address has the letter sent, with a session or without",
        "POST /auth/passkeys/new/question": "a question is kept nowhere; its answer asks",
        "POST /auth/reauthentication/passkey/question": "a question is kept nowhere; its answer asks",
        "POST /auth/login/device/request": "it only looks",
        "POST /auth/providers/{name}/attempts": "the attempt is the browser's, whoever is logged in",
        "POST /auth/providers/answer": "of it comes an offer, and taking that asks",
    ]

    @Test(.requirement("SESS-07", "MFA-03", "OPS-06", "DATA-04"), arguments: OvertakenScene.allCases)
    func nothingThatLastsIsWrittenForIt(scene: OvertakenScene) async throws {
        let (server, session) = try OvertakenSession.compose(scene)
        try await server.run {
            let token = try await session.member()
            try await session.check(try await session.wishes(token), token)
        }
    }

    /// A route that is new is among the wishes of a scene, or said here to write nothing.
    @Test(.requirement("SESS-07")) func everyRouteThatWritesForASessionIsAmongThem() async throws {
        let all = Locked((routes: Set<String>(), asked: Set<String>()))
        for scene in OvertakenScene.allCases {
            let (server, session) = try OvertakenSession.compose(scene)
            try await server.run {
                let operations = try await session.operations()
                let wishes = try await session.wishes(try await session.member())
                all.withLock { all in
                    all.routes.formUnion(operations.filter(\.writesForSession).map(\.name))
                    all.asked.formUnion(wishes.map(\.route))
                }
            }
        }
        let (routes, asked) = all.current
        #expect(routes.count > 30, "the description can't be read")
        #expect(asked.isSubset(of: routes), "\(asked.subtracting(routes).sorted())")
        let missing = routes.subtracting(asked).subtracting(Self.exempt.keys).sorted()
        #expect(missing == [], "they have to ask the session's standing in the transaction that writes")
        #expect(asked.isDisjoint(with: Self.exempt.keys) && routes.isSuperset(of: Self.exempt.keys))
    }
}

extension Operation {
    fileprivate var writesForSession: Bool { method != .get && takesSession }
    fileprivate var name: String { "\(method) \(path)" }
}

/// What somebody asks for.
struct Wish: Sendable {
    let method: HTTPMethod
    let path: String
    /// The method and the pattern of the path.
    let route: String
    var body: (type: String, data: Data)?
    /// What it is answered once the session runs; all that is there to be done where left out.
    var answers: [Int] = Array(200..<300)
    /// What refuses it.
    var refusal = (status: 401, code: "session_ended")

    /// - Parameter pattern: How the description has the path; as it is where left out.
    init(_ method: HTTPMethod, _ path: String, of pattern: String? = nil, _ members: [String: String]? = nil) throws {
        self.init(method, path, of: pattern, json: try members.map { try JSONEncoder().encode($0) })
    }

    init(_ method: HTTPMethod, _ path: String, of pattern: String? = nil, json: Data?) {
        self.method = method
        self.path = path
        route = "\(method) \(pattern ?? path)"
        body = json.map { (type: "application/json", data: $0) }
    }

    /// The same, which is answered otherwise once the session runs: what it names isn't there.
    func answered(_ answers: Int...) -> Wish {
        var wish = self
        wish.answers = answers
        return wish
    }

    /// The same, which is refused otherwise: another look at the session comes first.
    func refused(with code: String, _ status: Int = 401) -> Wish {
        var wish = self
        wish.refusal = (status, code)
        return wish
    }
}

extension OvertakenSession {
    /// Each is refused while the session is over, and each is done once it isn't.
    func check(_ wishes: [Wish], _ token: String) async throws {
        // It is remembered as one that runs.
        #expect(try await person.ask(.get, "/auth/me", token: token).status == 200)
        try await end(true)
        for wish in wishes {
            let before = try await KeptRows(in: database), answer = try await send(wish, token)
            #expect(
                answer.status == wish.refusal.status && answer.code == wish.refusal.code,
                "\(wish.route): \(answer.status) \(answer.code ?? "")")
            #expect(try await KeptRows(in: database) == before, "\(wish.route)")
        }
        try await end(false)
        for wish in wishes {
            let answer = try await send(wish, token)
            #expect(wish.answers.contains(answer.status), "\(wish.route): \(answer.status) \(answer.code ?? "")")
        }
    }

    private func end(_ isOver: Bool) async throws {
        let time = isOver ? date.value : nil
        try await database.write { db in try db.run("UPDATE sessions SET ended_at = \(time)") }
    }
}
