import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import Presenting
import SQLStoreAPI
import SessionsServiceAPI

/// Tells people what happened to their second factor: by letter and on their devices,
/// in the transaction in which it does.
struct FactorLetters: Sendable {
    let mail: any MailSending
    let events: any SecurityEventRecording
    /// What people can do, from `OfferedSteps`.
    let offered: @Sendable () -> [NextStep]
    let ways: LetterWays

    /// What a letter is about.
    enum Subject: Sendable {
        case factorOn
        case factorOff
        /// It was set up before anybody had proved the address.
        case factorOfStranger
        case recoveryCodesMade
        case recoveryCodeUsed(left: Int)
        case guessed
        case lossReported(until: Date)
        case lossReminder(until: Date)
        case lossTakenBack

        /// What changed; nothing does by being guessed or reminded.
        fileprivate var change: (way: ChangedWay, change: WayChange)? {
            switch self {
            case .factorOn: (.secondFactor, .added)
            case .factorOff, .factorOfStranger: (.secondFactor, .removed)
            case .recoveryCodesMade: (.recoveryCodes, .renewed)
            case .recoveryCodeUsed: (.recoveryCodes, .used)
            case .lossReported: (.secondFactor, .lost)
            case .guessed, .lossReminder: nil
            case .lossTakenBack: (.secondFactor, .kept)
            }
        }
    }

    func enqueue(_ subject: Subject, to user: User, at now: Date, in db: any SQLWriting) throws {
        let steps = offered(), recover = ways.way(to: .recover, or: "essential recover")
        var values = ["recover": recover], times = ["time": LocalizedText.momentInUTC(now)]
        let template: MailTemplate
        switch subject {
        case .factorOn: template = .secondFactorOn(offering: steps)
        case .factorOff: template = .secondFactorOff(offering: steps)
        case .factorOfStranger: template = .secondFactorOfStranger(offering: steps)
        case .recoveryCodesMade: template = .recoveryCodesMade(offering: steps)
        case .recoveryCodeUsed(let left):
            template = .recoveryCodeUsed(offering: steps)
            values["left"] = "\(left)"
        case .guessed: template = .secondFactorGuessed(offering: steps)
        case .lossReported(let end):
            template = .secondFactorLost(offering: steps)
            times["end"] = .momentInUTC(end)
        case .lossReminder(let end):
            template = .secondFactorEnds(offering: steps)
            times["end"] = .momentInUTC(end)
        case .lossTakenBack: template = .secondFactorStays(offering: steps)
        }
        try mail.enqueue(
            MailMessage(
                recipient: user.email, name: user.provenName, template: template, values: values, texts: times), in: db)
        guard let (way, change) = subject.change else { return }
        try events.record(.wayInChanged(way, change), of: user.id, in: db)
    }
}
