import CoreModels
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import PasskeysTesting
import ServerTesting
import Testing

/// Does at a server what a model of it says that one can do.
struct WalkedPerson {
    private let person: FactorPerson
    private let date: ManualDate
    private(set) var standing = Standing.registered
    private let rules: Rules
    private let operators: OperatorsDesk
    private var password = FactorPerson.password
    private var token: (access: String, refresh: String)?
    private var provedAt: Date?
    private var secret = ""
    private var codes: [String] = []
    private var kept: [(id: String, authenticator: ScriptedAuthenticator)] = []
    private var lost: [String] = []

    /// Registers.
    init(_ person: FactorPerson, _ rules: Rules, _ operators: OperatorsDesk) async throws {
        self.person = person
        self.operators = operators
        date = person.date
        self.rules = rules
        let answer = try await person.ask(
            .post, "/auth/register", ["name": "Cleo", "email": FactorPerson.email, "password": password])
        #expect(answer.status == 201 && answer.token == nil, "\(answer)")
    }

    /// Makes a move, and looks whether the server says to it what the model says.
    ///
    /// - Returns: Whether there was something to ask.
    mutating func make(_ move: Move) async throws -> Bool {
        try await age(before: move)
        switch rules.outcome(of: move, from: standing) {
        case .impossible: return false
        case .refused:
            let status = try await ask(move)
            #expect(status >= 400, "\(move) is refused to \(standing)")
        case .done(let next):
            let status = try await ask(move)
            #expect((200..<300).contains(status), "\(move) by \(standing): \(status)")
            standing = next
        }
        return true
    }

    /// Some moves take time, by which proofs get old.
    private mutating func age(before move: Move) async throws {
        let isLong = [.passwordAndLoss, .recover, .waitAWeek].contains(move)
        let isLate = provedAt.map { date.value.timeIntervalSince($0) > 200 } ?? false
        if standing.session > .old, isLong || isLate, case .done(let next) = rules.outcome(of: .rest, from: standing) {
            _ = try await ask(.rest)
            standing = next
        }
        guard isLong else { return }
        date.advance(by: .seconds(9 * 3_600))
        if token != nil { try await refresh() }
    }

    private mutating func ask(_ move: Move) async throws -> Int {
        date.advance(by: .seconds(31))
        switch move {
        case .proveAddress:
            // The code of before may have got old.
            _ = try await person.ask(.post, "/auth/verification/resend", ["email": FactorPerson.email])
            var proof = ["email": FactorPerson.email, "code": try mailed("verification")]
            if token == nil { proof["password"] = password }
            return try await person.ask(.post, "/auth/verification", proof, token: token?.access).status
        case .recover:
            _ = try await person.ask(.post, "/auth/password/recovery", ["email": FactorPerson.email])
            password = "nine purple lamp shades \(date.value.timeIntervalSince1970)"
            token = nil
            return try await person.ask(
                .post, "/auth/password/reset",
                ["email": FactorPerson.email, "code": try mailed("password-reset"), "new_password": password]
            ).status
        case .waitAWeek:
            date.advance(by: .seconds(8 * 86_400))
            token = nil
            return 204
        case .rest:
            date.advance(by: .seconds(400))
            try await refresh()
            return 204
        case .leave, .forgetPassword, .loseMailbox, .loseAuthenticator, .loseCodes:
            if move == .leave { token = nil }
            return 204
        case .losePasskey:
            lost.append(kept.removeLast().id)
            return 204
        case .suspend, .release:
            let before = token?.access
            token = nil
            await operators.run("accounts", move == .suspend ? "suspend" : "release", FactorPerson.email)
            if let before { #expect(try await person.ask(.get, "/auth/me", token: before).code == "session_ended") }
            return 204
        case .password: return try await enter(by: try await person.logIn(password: password))
        case .passwordAndCode: return try await prove(secret.isEmpty ? "" : try person.code(secret))
        case .passwordAndRecoveryCode: return try await prove(codes.popLast() ?? "")
        case .passwordAndLoss:
            let first = try await person.logIn(password: password)
            guard let ticket = first["ticket"] else { return first.status }
            return try await person.lose(ticket).status
        case .passkey: return try await enterByPasskey()
        case .proveAgain, .proveAgainWithCode:
            let code = move == .proveAgain ? nil : try person.code(secret)
            let status = try await person.again(password, code, access).status
            if status < 300 { provedAt = date.value }
            return status
        case .addPasskey: return try await addPasskey()
        case .removePasskey:
            let passkey = try #require(kept.last), status = try await remove(passkey.id)
            if status < 300 { kept.removeLast() }
            return status
        case .removeLostPasskey:
            let passkey = try #require(lost.last), status = try await remove(passkey)
            if status < 300 { lost.removeLast() }
            return status
        case .turnFactorOn: return try await turnFactorOn()
        case .turnFactorOff:
            return try await person.ask(.delete, "/auth/factors/authenticator", token: access).status
        case .renewCodes: return try take(try await person.ask(.post, "/auth/factors/recovery-codes", token: access))
        case .keepFactor: return try await person.ask(.delete, "/auth/factors/loss", token: access).status
        case .deleteAccount:
            let status = try await person.ask(.post, "/auth/me/deletion", token: access).status
            if status < 300 { token = nil }
            return status
        case .provider, .providerAndCode, .providerAndRecoveryCode, .providerAndLoss, .link, .unlink, .unlinkLost,
            .loseProvider, .providerGone:
            throw CancellationError()
        }
    }

    private var access: String { token?.access ?? "" }

    private func mailed(_ template: String) throws -> String {
        try #require(person.mail.messages.last { $0.template.name == template }?.values["code"])
    }

    private mutating func enter(by answer: FactorPerson.Answer) async throws -> Int {
        guard let access = answer.token, let refresh = answer.refreshToken else { return answer.status }
        token = (access, refresh)
        provedAt = date.value
        return answer.status
    }

    private mutating func prove(_ code: String) async throws -> Int {
        let first = try await person.logIn(password: password)
        guard let ticket = first["ticket"] else { return first.status }
        return try await enter(by: try await person.prove(code, ticket))
    }

    private mutating func refresh() async throws {
        let answer = try await person.ask(
            .post, "/auth/refresh", ["refresh_token": try #require(token).refresh])
        token = (try #require(answer.token), try #require(answer.refreshToken))
    }

    private mutating func turnFactorOn() async throws -> Int {
        let began = try await person.ask(.post, "/auth/factors/authenticator", token: access)
        guard let made = began["secret"] else { return began.status }
        secret = made
        return try take(try await person.confirm(try person.code(made), access))
    }

    private mutating func take(_ answer: FactorPerson.Answer) throws -> Int {
        if case .array(let shown)? = answer.body?["recovery_codes"] {
            codes = shown.compactMap(\.string)
        }
        return answer.status
    }

    // MARK: Passkeys

    private static let manner = ScriptedAuthenticator.Manner(at: ComposedServer.address)

    private mutating func addPasskey() async throws -> Int {
        let question = try await person.send(.post, "/auth/passkeys/new/question", token: access)
        guard question.status == .ok else { return question.status.rawValue }
        let authenticator = ScriptedAuthenticator(try .real())
        let made = try authenticator.make(String(decoding: question.body, as: UTF8.self), Self.manner)
        let answer = try await person.send(
            .post, "/auth/passkeys", #"{"name":"Telephone","credential":\#(made)}"#, token: access)
        if answer.status == .created {
            let passkey = try JSONDecoder().decode(Identified.self, from: answer.body)
            kept.append((passkey.id, authenticator))
        }
        return answer.status.rawValue
    }

    private struct Identified: Decodable {
        let id: String
    }

    private func remove(_ id: String) async throws -> Int {
        try await person.ask(.delete, "/auth/passkeys/" + id, token: access).status
    }

    private mutating func enterByPasskey() async throws -> Int {
        let question = try await person.send(.post, "/auth/login/passkey/question")
        let authenticator = try #require(kept.last?.authenticator)
        let answer = try #require(
            try authenticator.answer(String(decoding: question.body, as: UTF8.self), Self.manner))
        return try await enter(
            by: try FactorPerson.Answer(
                try await person.send(
                    .post, "/auth/login/passkey", #"{"credential":\#(answer),"device":"desk"}"#)))
    }
}
