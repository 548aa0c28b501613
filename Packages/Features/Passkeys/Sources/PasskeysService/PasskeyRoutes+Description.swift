import AccountsServiceAPI
import HTTPServingAPI
import HTTPTypes
import PasskeysContract
import SessionsServiceAPI

extension RouteTag {
    fileprivate static let passkeys = RouteTag("Passkeys", "Log in with what an authenticator keeps (WebAuthn).")
}

extension RouteDescription {
    static var listPasskeys: RouteDescription {
        RouteDescription(
            "listPasskeys", .passkeys, "The passkeys of who asks",
            answers: [
                .ok("The passkeys, the oldest first.", .passkeys, example: ["passkeys": [.passkey]]), .unavailable,
            ])
    }

    static var askForPasskey: RouteDescription {
        RouteDescription(
            "askForPasskey", .passkeys, "What a browser is asked to make a passkey",
            """
            For `PublicKeyCredential.parseCreationOptionsFromJSON`. It can be answered once, within five minutes, by
            the session that asked.
            """,
            answers: [
                .ok("The question.", .makingQuestion, example: .makingQuestion), .insufficientAuthentication,
                .problem(
                    .emailNotVerified, "The person has to prove the address of the account first.", codes: .passkeys),
                .unavailable,
            ])
    }

    static var addPasskey: RouteDescription {
        RouteDescription(
            "addPasskey", .passkeys, "Keep a passkey that was made",
            "The person gets a message. `credential` is what the browser's `toJSON()` gives.",
            body: .json(
                Schema.object(
                    .required("name", .string(atMost: PasskeysContract.nameLimit), "How the person calls it."),
                    .required("credential", .madeCredential)
                ).named("PasskeyAddition"), example: ["name": "Telephone", "credential": .madeCredential]),
            answers: [
                .json(.created, "It is a way in from now on.", .passkey, example: .passkey),
                .insufficientAuthentication,
                .problem(
                    .passkeyUnverified,
                    """
                    The authenticator didn't make sure that it is the person (`passkey_unverified`), or the address of
                    the account has to be proved first (`email_not_verified`).
                    """, codes: .passkeys),
                .problem(
                    .tooManyPasskeys,
                    "There are ten (`too_many_passkeys`), or it is kept already (`passkey_known`).", codes: .passkeys),
                .over,
                .problem(
                    .passkeyInvalid, "It is no answer to the question, or the name can't be shown.", codes: .passkeys),
                .unavailable,
            ])
    }

    static var renamePasskey: RouteDescription {
        RouteDescription(
            "renamePasskey", .passkeys, "Give a passkey another name",
            "A device that a typed code let in does it only once its person proved who they are there.",
            parameters: [.id],
            body: .json(
                Schema.object(.required("name", .string(atMost: PasskeysContract.nameLimit))).named("PasskeyRenaming"),
                example: ["name": "Telephone"]),
            answers: [
                .ok("The passkey.", .passkey, example: .passkey), .insufficientAuthentication, .unknown, .unavailable,
            ])
    }

    static var removePasskey: RouteDescription {
        RouteDescription(
            "removePasskey", .passkeys, "Take a passkey away",
            "The sessions that began with it end, but for the one that asks, and the person gets a message.",
            parameters: [.id],
            answers: [
                .noContent("Nobody comes in with it any more."), .insufficientAuthentication, .unknown,
                .problem(.lastWay, "It is the last way in, and stays.", codes: .passkeys), .unavailable,
            ])
    }

    static var askToLogIn: RouteDescription {
        RouteDescription(
            "askToLogInWithPasskey", .passkeys, "What a browser is asked to log in with a passkey",
            """
            For `PublicKeyCredential.parseRequestOptionsFromJSON`; the same for everybody, and the authenticator knows
            whose passkeys it has. It can be answered once, for five minutes.
            """,
            answers: [.ok("The question.", .answerQuestion, example: .answerQuestion), .unavailable])
    }

    static var logInWithPasskey: RouteDescription {
        RouteDescription(
            "logInWithPasskey", .passkeys, "Log in with a passkey",
            """
            It counts as two factors, so no code is asked for. An answer with a counter that went back lets nobody in,
            and its person gets a message.
            """,
            body: .json(
                Schema.object(
                    .required("credential", .answeredCredential),
                    .optional("device", .string.orNull, "How the device calls itself.")
                ).named("PasskeyLogin"), example: ["credential": .answeredCredential]),
            answers: [
                .ok(
                    "A session has begun.",
                    Schema.object(.required("user", .user), .required("token", .tokenGrant), .accountKept).named(
                        "PasskeyLoggedIn"),
                    example: ["token": .tokenGrant(), "user": .user()]), .refused,
                .problem(
                    .passkeyCopied,
                    """
                    It answers as an older copy of it would (`passkey_copied`), didn't make sure that it is the person
                    (`passkey_unverified`), or the address of the account has to be proved first
                    (`email_not_verified`).
                    """, codes: .passkeys), .accountSuspended(.passkeys), .over, .invalid, .unavailable,
            ])
    }

    static var askAgain: RouteDescription {
        RouteDescription(
            "askForPasskeyAgain", .passkeys, "What a browser is asked to prove once more who one is",
            answers: [.ok("The question.", .answerQuestion, example: .answerQuestion), .unavailable])
    }

    static var authenticateWithPasskey: RouteDescription {
        RouteDescription(
            "authenticateWithPasskey", .passkeys, "Prove once more with a passkey who one is",
            "What `insufficient_user_authentication` asks for (RFC 9470), with two factors at once.",
            body: .json(
                Schema.object(.required("credential", .answeredCredential)).named("PasskeyAuthentication"),
                example: ["credential": .answeredCredential]),
            answers: [
                .noContent("The session counts as authenticated just now."), .refused,
                .problem(
                    .passkeyUnverified, "As for logging in (`passkey_unverified`, `passkey_copied`).",
                    codes: .passkeys), .over, .invalid, .unavailable,
            ])
    }
}

extension RouteParameter {
    fileprivate static var id: RouteParameter { .path("id", "The identifier of a passkey.") }
}

extension RouteAnswer {
    fileprivate static var unavailable: RouteAnswer {
        .problem(
            .passkeysUnavailable, "Browsers have no passkeys for the address of the server.", codes: .passkeys)
    }

    fileprivate static var refused: RouteAnswer {
        .problem(.passkeyRefused, "Nobody has the passkey, or it didn't sign the answer.", codes: .passkeys)
    }

    fileprivate static var over: RouteAnswer {
        .problem(.questionOver, "The question is too old, was answered, or wasn't asked here.", codes: .passkeys)
    }

    fileprivate static var invalid: RouteAnswer {
        .problem(.passkeyInvalid, "It is no answer to the question of this server.", codes: .passkeys)
    }

    fileprivate static var unknown: RouteAnswer {
        .problem(.unknownPasskey, "The person has no such passkey.", codes: .passkeys)
    }
}

extension ProblemCodes {
    fileprivate static var passkeys: ProblemCodes { ProblemCodes("Passkeys", PasskeysContract.Code.self) }
}
