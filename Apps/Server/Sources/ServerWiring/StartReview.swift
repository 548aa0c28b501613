import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import DataFolderDisk
import Localization
import OperatingAPI
import PluginKit
import SQLStorePostgres

/// The server as it is configured, composed, with all that is wrong with what
/// it is to start with.
///
/// It makes and changes nothing, and looks at everything, so that a person
/// learns of all mistakes at once: what one thing has to do with a key that
/// can't be read isn't told, though, since nobody knows what was meant.
struct StartReview {
    let configuration: Configuration
    let composition: ServerComposition?
    let found: [Problem]
    /// What only a start finds out; nothing before one.
    let unchecked: [LocalizedText]

    /// Something that would keep the server from starting, and the keys of the
    /// configuration that it is about.
    struct Problem {
        let failure: CommandFailure
        /// What it is about; nothing if it can't be read.
        let keys: Set<String>
        /// The command that mends it, where there is one.
        let remedy: ShellCommand?

        init(_ failure: CommandFailure, _ keys: Set<String>, remedy: ShellCommand?) {
            self.failure = failure
            self.keys = keys
            self.remedy = remedy
        }
    }

    var problems: [CommandFailure] { found.map(\.failure) }

    /// - Parameter isRehearsal: Whether no start follows, and another server may be at work.
    init(
        _ reading: ConfigurationLoader.Reading, of loader: ServerConfigurationLoader, isRehearsal: Bool = false
    ) async {
        configuration = reading.configuration
        let key = loader.settings.data, isElsewhere = PostgresSettings.areChosen(in: configuration)
        let data = configuration[key], database = isElsewhere ? nil : DataFolderPlugin.database(in: data)
        let access: (any ServerDataAccess)? = isRehearsal ? nil : ServerDataOnDisk(loader: loader)
        func problem(_ error: any Error, _ keys: Set<String>) -> Problem {
            Problem(
                CommandFailure(starting: error, database: database), keys,
                remedy: Remedies(folder: data).remedy(of: error))
        }
        var found = loader.declarations.sections.flatMap { $0.check(reading.configuration) }.map {
            problem($0, $0.settings)
        }
        // What is wrong is left out, to see the rest; what nobody chose then isn't
        // anybody's mistake.
        let wrong = Set(found.flatMap(\.keys))
        var sound = configuration.resetting(wrong)
        var composition: ServerComposition?
        do throws(PluginHostError) {
            composition = try ServerComposition(sound, data: sound[key], access: access)
        } catch {
            found.append(problem(error, [ServerSettings.disabledPlugins.name]))
            sound = sound.resetting([ServerSettings.disabledPlugins.name])
            composition = try? ServerComposition(sound, data: sound[key], access: access)
        }
        let (services, unchecked) = await Self.look(at: composition, isRehearsal: isRehearsal)
        for service in services {
            let keys = (service.error as? any SettingsError)?.settings ?? [key.name]
            guard keys.isDisjoint(with: wrong) else { continue }
            found.append(problem(service.error, keys))
        }
        self.composition = composition
        self.unchecked = unchecked
        let unread = reading.error.map {
            Problem(ServerConfigurationLoader.failure($0), [], remedy: Remedies.configuration)
        }
        self.found = [unread].compactMap { $0 } + found.filter { $0.keys.isDisjoint(with: reading.doubtful) }
    }

    private static func look(
        at composition: ServerComposition?, isRehearsal: Bool
    ) async -> ([PluginProblem], [LocalizedText]) {
        guard let plugins = composition?.plugins else { return ([], [ServerTexts.plugins]) }
        guard isRehearsal else { return (await plugins.problems(), []) }
        let found = await plugins.rehearse()
        return (found.problems, found.unchecked)
    }
}

extension CommandFailure {
    /// All that keeps the server from starting; there is at least one problem.
    ///
    /// - Parameter problems: Each is told in a line of its own.
    init(_ problems: [CommandFailure]) {
        let codes = Set(problems.map(\.code))
        self.init(
            exit: .usage, code: codes.count == 1 ? codes.first ?? "" : "cannot_start",
            message: LocalizedText(
                en: problems.map(\.message.english).joined(separator: "\n"),
                es: problems.map(\.message.spanish).joined(separator: "\n")))
    }
}
