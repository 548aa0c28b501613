import FoundationEssentials
import Localization
import MailAPI
import PluginKit

/// What an operator has to know of letters that people don't get.
enum OutboxFindings {
    /// After so long somebody who waits for a code has given up, in seconds.
    private static let longestWait: TimeInterval = 3_600

    static func findings(in letters: [UndeliveredLetter], at now: Date) -> [Finding] {
        let waiting = letters.filter { $0.state != .dead && now.timeIntervalSince($0.createdAt) > longestWait }
        let dead = letters.filter { $0.state == .dead }
        return [waiting.first.map { waits(waiting.count, $0, now) }, dead.last.map { givenUp(dead.count, $0) }]
            .compactMap { $0 }
    }

    private static func waits(_ count: Int, _ letter: UndeliveredLetter, _ now: Date) -> Finding {
        let hours = Int(now.timeIntervalSince(letter.createdAt) / 3_600), reason = letter.reason ?? "—"
        return Finding(
            "letters_wait",
            LocalizedText(
                en:
                    "Letters have waited for more than an hour: \(count), the oldest for \(hours) h. People get no codes and "
                    + "links meanwhile. The reason: \(reason).",
                es:
                    "Hay cartas que esperan desde hace más de una hora: \(count), la más antigua \(hours) h. Mientras, nadie "
                    + "recibe códigos ni enlaces. El motivo: \(reason)."),
            remedy: "essentiald mail list")
    }

    private static func givenUp(_ count: Int, _ letter: UndeliveredLetter) -> Finding {
        Finding(
            "letters_given_up",
            LocalizedText(
                en:
                    "Letters were given up, refused at once or after about a day of tries: \(count). Mend the reason of the latest, "
                    + "\(letter.reason ?? "—"), then have them sent again.",
                es:
                    "Se abandonaron cartas, rechazadas al momento o tras cerca de un día de intentos: \(count). Remedia el motivo de la última, "
                    + "\(letter.reason ?? "—"), y haz que se envíen otra vez."),
            remedy: "essentiald mail retry")
    }
}
