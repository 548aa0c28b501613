import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import ServerTesting
import Testing

/// What keeps an account that somebody deletes, and for how long.
struct DeletionGraceTests {
    private let folder: TemporaryFolder
    private let stage: DeletionStage

    init() throws {
        folder = try TemporaryFolder()
        stage = try DeletionStage(folder: folder.path)
    }

    /// A thief may have asked for it; whoever runs the server keeps them out.
    @Test(.requirement("DATA-04", "OPS-06")) func aSuspendedAccountIsKeptUntilItsOwnerHadTimeToComeBack() async throws {
        try await stage.run { bench in
            try await bench.register()
            let person = bench.person, token = try #require(try await person.logIn().token)
            #expect(try await person.ask(.post, DeletionBench.path, token: token).status == 202)
            await bench.operators.run("accounts", "suspend", FactorPerson.email)
            #expect(
                await bench.operators.run("accounts", "show", FactorPerson.email).contains("not while it is suspended"))
            bench.date.advance(by: .seconds(30 * 86_400))
            try await bench.finish()
            #expect(try await person.logIn().code == "account_suspended")
            let released = await bench.operators.run("accounts", "release", FactorPerson.email)
            #expect(released.contains("unless they log in before"))
            try await bench.finish()
            #expect(await bench.isClosing())
            try await bench.sweep("account-letters")
            let letter = try #require(person.mail.messages.last { $0.template.name == "account-released-closing" })
            #expect(letter.texts["end"] != nil, "the day is another one than the first letter named")
            bench.date.advance(by: .seconds(6 * 86_400))
            try await bench.finish()
            #expect(await bench.isClosing())
            bench.date.advance(by: .seconds(86_400))
            try await bench.finish()
            #expect(await !bench.isThere())
        }
    }

    /// A thief of the password may have set up the factor and asked for the deletion.
    @Test(.requirement("DATA-04", "MFA-05"), arguments: [true, false])
    func whoLostTheFactorIsLeftTheTimeToComeBack(deletesFirst: Bool) async throws {
        try await stage.run { bench in
            try await bench.register()
            let person = bench.person, date = bench.date
            var token = try #require(try await person.logIn().token)
            let secret = try await person.begin(token)
            _ = try await person.turnOn(secret, token)
            date.advance(by: .seconds(60))
            token = try #require(try await person.prove(try person.code(secret), try await person.ticket()).token)
            func delete() async throws {
                #expect(try await person.ask(.post, DeletionBench.path, token: token).status == 202)
            }
            if deletesFirst {
                try await delete()
                // The owner reads the letter late.
                date.advance(by: .seconds(13 * 86_400))
            }
            #expect(try await person.lose(try await person.ticket()).status == 202)
            if !deletesFirst { try await delete() }
            date.advance(by: .seconds(7 * 86_400 - 1))
            try await bench.finish()
            #expect(await bench.isClosing(), "the factor kept its owner out")
            date.advance(by: .seconds(6 * 86_400))
            try await bench.finish()
            #expect(await bench.isClosing(), "and seven days are left")
            if deletesFirst {
                #expect(try await person.logIn().status == 200)
                try await bench.finish()
                #expect(await bench.isThere())
                #expect(await !bench.isClosing())
            } else {
                date.advance(by: .seconds(86_400))
                try await bench.finish()
                #expect(await !bench.isThere())
            }
        }
    }

    /// What is deleted doesn't come back: a clock that is wrong, or a server that was off until
    /// the day had come, leaves an hour.
    @Test(.requirement("DATA-04")) func aDayThatComesAtOnceDeletesNothing() async throws {
        try await stage.run { bench in
            try await bench.register()
            let person = bench.person, token = try #require(try await person.logIn().token)
            #expect(try await person.ask(.post, DeletionBench.path, token: token).status == 202)
            // The clock is wrong for a while, and right again.
            bench.date.advance(by: .seconds(40 * 86_400))
            try await bench.sweep()
            bench.date.advance(by: .seconds(1_800))
            try await bench.sweep()
            #expect(await bench.isClosing())
            bench.date.advance(by: .seconds(-40 * 86_400))
            try await bench.sweep()
            bench.date.advance(by: .seconds(14 * 86_400))
            try await bench.sweep()
            bench.date.advance(by: .seconds(3_599))
            try await bench.sweep()
            #expect(await bench.isClosing(), "what a wrong clock saw doesn't count")
            #expect(try await person.logIn().status == 200)
            try await bench.finish()
            #expect(await bench.isThere())
        }
    }

    /// What one run has seen is nothing to the next one, days later.
    @Test(.requirement("DATA-04")) func theHourBeginsAnewWithEachStart() async throws {
        let date = ManualDate(), path = folder.path(of: "restarted")
        try await DeletionStage(folder: path, date: date).run { bench in
            try await bench.register()
            let token = try #require(try await bench.person.logIn().token)
            #expect(try await bench.person.ask(.post, DeletionBench.path, token: token).status == 202)
            date.advance(by: .seconds(14 * 86_400))
            try await bench.sweep()
        }
        date.advance(by: .seconds(2 * 86_400))
        try await DeletionStage(folder: path, date: date).run { bench in
            try await bench.sweep()
            date.advance(by: .seconds(3_599))
            try await bench.sweep()
            #expect(await bench.isClosing(), "there was an hour to log in")
            date.advance(by: .seconds(1))
            try await bench.sweep()
            #expect(await !bench.isThere())
        }
    }

    /// A server without the plugin lets people in and takes nothing back; one that has it does.
    @Test(.requirement("DATA-04")) func whoCameMeanwhileKeepsTheAccount() async throws {
        let data = DataOnDisk(folder: folder.path)
        try await stage.run { bench in
            try await bench.register()
            #expect(try await bench.person.logIn().status == 200)
            _ = try await data.sqlite("UPDATE accounts SET deletion_asked_at = 1, deletion_due_at = 2;")
            try await bench.finish()
            #expect(await bench.isThere())
            #expect(await !bench.isClosing())
            #expect(bench.letters.last == "account-deletion-taken-back")
        }
    }

    /// A passkey is all that it takes, also where a factor is in force.
    @Test(.requirement("DATA-04", "PASSKEY-04", "MFA-03")) func everyWayInTakesItBack() async throws {
        let date = ManualDate()
        let server = try ComposedServer(
            folder: folder.path(of: "walked"), date: date,
            settings: [
                "limits.enabled": "false", "accounts.verification": "required",
                "server.public_url": ComposedServer.address, "lockout.captcha_after": "0",
            ])
        let person = FactorPerson(server: server, date: date), operators = try OperatorsDesk(of: server, at: date)
        try await server.run {
            var walked = try await WalkedPerson(person, Rules(codes: 10), operators)
            let moves: [Move] = [
                .proveAddress, .password, .addPasskey, .deleteAccount, .passkey, .deleteAccount, .password,
                .turnFactorOn, .deleteAccount, .passkey, .deleteAccount, .password, .passwordAndCode, .deleteAccount,
                .suspend, .passkey, .release, .passwordAndRecoveryCode, .rest, .deleteAccount,
            ]
            for move in moves {
                #expect(try await walked.make(move), "\(move)")
                let listed = await operators.run("accounts", "list", "--closing", "--json")
                #expect(listed.contains(FactorPerson.email) == walked.standing.isClosing, "\(move)")
            }
            #expect(!walked.standing.isClosing, "an old proof deletes nothing")
        }
    }

    /// Whoever has the address back by the letter to the old one has the account back: what
    /// was asked for since isn't theirs.
    @Test(.requirement("DATA-04", "DATA-02")) func undoingAChangeOfTheAddressTakesBackWhatWasAskedForSince()
        async throws
    {
        try await stage.run { bench in
            try await bench.register()
            let person = bench.person, token = try #require(try await person.logIn().token)
            let user = try WireCoding.decoder().decode(
                User.self, from: try await person.send(.get, "/auth/me", token: token).body)
            #expect(try await person.ask(.post, DeletionBench.path, token: token).status == 202)
            let asked = bench.date.value
            try await bench.record(.returned(user, since: asked.addingTimeInterval(1)))
            #expect(await bench.isClosing(), "it was asked for before")
            await bench.operators.run("accounts", "suspend", FactorPerson.email)
            try await bench.record(.returned(user, since: asked))
            #expect(await bench.isThere())
            #expect(await !bench.isClosing())
            #expect(bench.letters.last == "account-deletion-undone")
        }
    }
}
