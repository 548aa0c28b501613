import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import DataFolderAPI
import DataFolderDisk
import FoundationEssentials
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SQLStorePostgres
import ServerKeysAPI

/// All that is wrong with a server or soon will be, whether it runs or not, with what mends it.
///
/// What would keep it from starting ``StartReview`` finds, as for `config check`; what plugins work with they examine
/// themselves. Nothing is made or changed.
struct Doctor {
    private let loader: ServerConfigurationLoader
    private let review: StartReview

    /// How long one plugin may take: longer than a mail server that doesn't answer is waited for.
    private static let limit = Duration.seconds(15)

    /// The command `doctor`.
    static func command(_ loader: ServerConfigurationLoader) -> Command {
        Command(
            "doctor", summary: DoctorTexts.summary, discussion: DoctorTexts.discussion,
            examples: [
                CommandExample(
                    "essentiald doctor --config /etc/essentiald/essentiald.json5 --data /var/lib/essentiald",
                    DoctorTexts.example)
            ]
        ) { _, _ throws(CommandFailure) in
            let review = await StartReview(try loader.read(), of: loader, isRehearsal: true)
            return await Doctor(loader: loader, review: review).output()
        }
    }

    private init(loader: ServerConfigurationLoader, review: StartReview) {
        self.loader = loader
        self.review = review
    }

    // MARK: What is found

    /// Something that is wrong, by whichever way it was found.
    private struct Diagnosis: Encodable, Sendable {
        let code: String
        let plugin: String?
        let weight: Finding.Weight
        let message: LocalizedText
        /// The command that mends it; nil where there is none.
        let remedy: ShellCommand?

        private enum CodingKeys: String, CodingKey {
            case code, plugin, weight, message, remedy
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(code, forKey: .code)
            try container.encode(plugin, forKey: .plugin)
            try container.encode(weight, forKey: .weight)
            try container.encode(message.english, forKey: .message)
            try container.encode(remedy?.text, forKey: .remedy)
        }
    }

    private func diagnoses() async -> [Diagnosis] {
        let problems = review.found.map { diagnosis($0.failure, remedy: $0.remedy) }
        let files = ConfigurationFileExamination(review.configuration).findings.map { diagnosis($0, nil) }
        guard let composition = review.composition else { return problems + files }
        let found = await composition.plugins.examine(limit: Self.limit) { examinations in
            let found = examinations.flatMap { diagnoses(of: $0) }
            // What is known to be damaged needn't be compared.
            guard problems.isEmpty, !found.contains(where: { $0.code == "database" }) else { return found }
            return found + (await misfits(in: composition))
        }
        return problems + files + found
    }

    private func diagnoses(of examination: PluginExamination) -> [Diagnosis] {
        let plugin = examination.plugin
        guard let result = examination.result else {
            return [diagnosis(DoctorTexts.late(plugin, Self.limit), plugin)]
        }
        return result.problems.map { diagnosis($0, plugin) } + result.findings.map { diagnosis($0, plugin) }
    }

    /// Whether database, key and files belong together, as a start would find it.
    private func misfits(in composition: ServerComposition) async -> [Diagnosis] {
        guard !PostgresSettings.areChosen(in: review.configuration) else {
            return [diagnosis(DoctorTexts.rowsElsewhere, nil)]
        }
        do throws(CommandFailure) {
            try ServerDataOnDisk.checkForDatabase(in: folder)
        } catch {
            return [DoctorTexts.noServerYet(error)].map { diagnosis($0, nil) }
        }
        let library = composition.cryptography
        let data = ServerData(
            folder: folder, database: composition.database, now: { Date() },
            keys: PresentKeys(path: "\(folder)/\(DataFolder.keyName)", cryptography: library), cryptography: library)
        var found: [Diagnosis] = []
        let checks = loader.declarations.contributions(in: review.configuration).values(of: ServerDataChecks.self)
        for check in checks {
            do {
                try await check(data)
            } catch let error as SQLError where [.notOpen, .closed].contains(error.code) {
                // It wasn't looked into, which was told.
            } catch {
                found.append(diagnosis(error, nil))
            }
        }
        return found
    }

    private var folder: String { review.configuration[loader.settings.data] }

    private var database: String? {
        PostgresSettings.areChosen(in: review.configuration) ? nil : DataFolderPlugin.database(in: folder)
    }

    private func diagnosis(_ error: any Error, _ plugin: String?) -> Diagnosis {
        diagnosis(
            CommandFailure(starting: error, database: database), plugin,
            remedy: Remedies(folder: folder).remedy(of: error))
    }

    private func diagnosis(_ failure: CommandFailure, _ plugin: String? = nil, remedy: ShellCommand?) -> Diagnosis {
        Diagnosis(
            code: failure.code, plugin: plugin, weight: .fault,
            message: failure.hint.map { failure.message + $0 } ?? failure.message, remedy: remedy.map(addressed))
    }

    private func diagnosis(_ finding: Finding, _ plugin: String?) -> Diagnosis {
        Diagnosis(
            code: finding.code, plugin: plugin, weight: finding.weight, message: finding.text,
            remedy: addressed(finding.remedy))
    }

    /// A command of this program, for the server that was examined and not the one in the usual place: with the
    /// file and the folder that this one was called with.
    ///
    /// Other flags may be what is wrong.
    private func addressed(_ command: ShellCommand) -> ShellCommand {
        guard command.text.hasPrefix("essentiald ") else { return command }
        let file = loader.file.map { ["--config", $0] } ?? []
        let data = loader.flags.last { $0.name == loader.settings.data.declaration.flagName }
        return command.adding(file + (data.map { [$0.spelling, $0.value] } ?? []))
    }

    // MARK: What is told

    private struct Report: Encodable, Sendable {
        let sound: Bool
        let findings: [Diagnosis]
    }

    private func output() async -> CommandOutput {
        let diagnoses = await diagnoses()
        let faults = diagnoses.filter { $0.weight == .fault }
        var text: [OutputBlock] = []
        for diagnosis in faults + diagnoses.filter({ $0.weight == .notice }) {
            text.append(.line(diagnosis.message, diagnosis.weight == .fault ? .failure : .warning))
            if let remedy = diagnosis.remedy { text.append(.preformatted("    " + remedy.text)) }
            text.append(.blank)
        }
        text.append(faults.isEmpty ? .line(DoctorTexts.sound, .success) : .line(DoctorTexts.count(faults.count)))
        return CommandOutput(
            json: Report(sound: faults.isEmpty, findings: diagnoses), text: text,
            exit: faults.isEmpty ? .success : .failure)
    }
}
