public import ConsoleAPI
public import DeviceIntegrityAPI
import FoundationEssentials
import Localization

/// What a program says of its surroundings and of itself: its command `integrity`.
public struct IntegrityReport: Sendable {
    /// The name of the command.
    public static let name = "integrity"

    private let build: ProgramBuild
    private let policy: IntegrityPolicy
    private let findings: [IntegrityFinding]
    private let telling: IntegrityTelling?

    /// The command `integrity`.
    ///
    /// - Parameters:
    ///   - program: The program's name, for the example.
    ///   - report: Tells what kind of build it is, what would be done at a start, and all that counts.
    ///   - telling: What the server was told of; nil where nobody tells it.
    public static func command(
        of program: String,
        _ report:
            @escaping @Sendable () async throws(CommandFailure) -> (ProgramBuild, IntegrityPolicy, [IntegrityFinding]),
        telling: @escaping @Sendable () async -> IntegrityTelling? = { nil }
    ) -> Command {
        Command(
            name,
            summary: LocalizedText(
                en: "Look for signs that the device or the program was tampered with",
                es: "Busca indicios de que el dispositivo o el programa fueron manipulados"),
            discussion: LocalizedText(
                en:
                    "Looks for all that a start looks for, and says what a start does about it and what the server was told. "
                    + "Nothing is changed.",
                es: "Busca todo lo que busca un arranque y dice qué hace este al respecto y qué se dijo al servidor. "
                    + "No se cambia nada."),
            examples: [
                CommandExample(
                    "\(program) integrity", LocalizedText(en: "all that is found", es: "todo lo que se halla"))
            ]
        ) { _, _ throws(CommandFailure) in
            let (build, policy, findings) = try await report()
            return await IntegrityReport(build: build, policy: policy, findings: findings, telling: telling()).output
        }
    }

    private struct Result: Encodable, Sendable {
        struct Item: Encodable, Sendable {
            let code: IntegrityFinding.Kind
            let violation: IntegrityViolation
            let subject: String
            let reaction: IntegrityReaction
            let message: String
        }

        let sound: Bool
        let release: Bool
        let signed: Bool
        let enforced: Bool
        let findings: [Item]
        /// Whether a start tells the server; nil for a program that has none.
        let tells: Bool?
        let told: [Told]?
        let waiting: [IntegrityFinding.Kind]?
    }

    private struct Told: Encodable, Sendable {
        let code: IntegrityFinding.Kind
        let at: Date
    }

    private var isEnforced: Bool { build.isRelease || policy.isEnforced }

    private var output: CommandOutput {
        var text: [OutputBlock] = [.line(kind), .line(signature)]
        for finding in findings {
            text.append(.blank)
            text.append(.line(finding.text, .failure))
            text.append(.line(detail(of: finding), .faint))
        }
        for violation in IntegrityViolation.allCases where findings.contains(where: { $0.kind.violation == violation })
        {
            text += [.blank, .paragraph(StyledText(violation.meaning)), .paragraph(StyledText(violation.remedy))]
        }
        if findings.isEmpty { text += [.line(Self.nothing, .success)] }
        if let telling { text += telling.lines }
        return CommandOutput(
            json: Result(
                sound: findings.isEmpty, release: build.isRelease, signed: build.isSigned, enforced: isEnforced,
                findings: findings.map(item), tells: telling?.isAsked,
                told: telling?.told.map { Told(code: $0.kind, at: $0.date) }, waiting: telling?.waiting),
            text: text, exit: findings.isEmpty ? .success : .untrusted)
    }

    private func item(_ finding: IntegrityFinding) -> Result.Item {
        Result.Item(
            code: finding.kind, violation: finding.kind.violation, subject: finding.subject,
            reaction: policy.reaction(to: finding.kind.violation), message: finding.text.english)
    }

    private func detail(of finding: IntegrityFinding) -> LocalizedText {
        let code = finding.kind.rawValue, reaction = policy.reaction(to: finding.kind.violation).rawValue
        guard isEnforced else { return LocalizedText(verbatim: code) }
        return LocalizedText(
            en: "\(code); a start reacts with: \(reaction)", es: "\(code); un arranque reacciona con: \(reaction)")
    }

    private var kind: LocalizedText {
        if build.isRelease { return LocalizedText(en: "A release build.", es: "Una compilación publicable.") }
        return isEnforced
            ? LocalizedText(
                en: "A development build, which reacts as a release does.",
                es: "Una compilación de desarrollo, que reacciona como una publicada.")
            : LocalizedText(
                en: "A development build: a start tells the log what it finds, and does nothing else.",
                es: "Una compilación de desarrollo: un arranque anota lo que halla y no hace nada más.")
    }

    private var signature: LocalizedText {
        build.isSigned
            ? LocalizedText(
                en: "It is compared with the manifest that was signed when it was released.",
                es: "Se compara con el manifiesto que se firmó al publicarlo.")
            : LocalizedText(
                en: "Nobody signed it: whether it was changed can't be told.",
                es: "Nadie lo firmó: no se puede saber si fue modificado.")
    }

    private static let nothing = LocalizedText(en: "Nothing was found.", es: "No se halló nada.")
}
