public import HTTPServingAPI
import HTTPTypes
import Localization

extension HTTPProblem {
    /// 428 `captcha_required`: the challenge has to be answered first, and nothing
    /// was done.
    public static func captchaRequired(_ challenge: String) -> HTTPProblem {
        HTTPProblem(
            status: .preconditionRequired, code: "captcha_required",
            title: LocalizedText(en: "A CAPTCHA has to be answered.", es: "Hay que responder a un CAPTCHA."),
            members: ["captcha": challenge])
    }
}

extension RouteAnswer {
    /// 428: the challenge has to be answered first.
    ///
    /// - Parameters:
    ///   - text: When; in Markdown.
    ///   - codes: The codes of the feature that asks.
    public static func captchaRequired(_ text: String, codes: ProblemCodes) -> RouteAnswer {
        .problem(.captchaRequired(exampleChallenge), text, codes: codes, with: .captcha)
    }
}

extension Schema {
    /// What has to be answered before a request is looked at.
    public static var captcha: Schema {
        Schema.object(
            .required(
                "captcha", .string,
                """
                What has to be answered; words with dots between them, the first of which names the kind.
                `proof-of-work.BITS.REST` is answered with all of it, a dot and a decimal number, so that the SHA-256 of
                the answer begins with so many zero bits. `recaptcha`, `hcaptcha` and `turnstile` are followed by the
                site key; the answer is what their scripts give. A challenge can be answered once, within five minutes.
                """)
        ).named("Captcha")
    }

    /// What has to be answered with the next request of the kind, if anything.
    public static var captchaOfNextAttempt: Schema {
        Schema.object(.optional("captcha", .string, "As of a 428; absent where the next attempt needs no answer."))
    }
}

extension JSONValue {
    /// An example of what has to be answered.
    public static var captcha: JSONValue { ["captcha": .string(exampleChallenge)] }
}

private let exampleChallenge =
    "proof-of-work.16.1795341600.kQ0m0VwMrX2Zc1ZAdB2ohQ.Yk3VdZlq8dRb2LJ6tTqWvdg3uJ1mA1v0L3QmDg2Zp3c"
