import ConfigurationAPI
import ConfigurationSources
import ConsoleAPI
import HTTPServingAPI
import PluginKit

/// The server as it is configured, composed, with all that is wrong with what
/// it is to start with.
///
/// It makes and changes nothing, and looks at everything, so that a person
/// learns of all mistakes at once: what one thing has to do with a key that
/// can't be read isn't told, though, since nobody knows what was meant.
struct StartReview {
    let configuration: Configuration
    let composition: ServerComposition?
    let problems: [CommandFailure]

    init(_ reading: ConfigurationLoader.Reading, data key: ConfigurationKey<String>) async {
        configuration = reading.configuration
        var found = ConfigurationRules(configuration).problems
        // What is wrong is left out, to see the rest; what nobody chose then isn't
        // anybody's mistake.
        let wrong = Set(found.flatMap(\.keys))
        var sound = configuration.resetting(wrong)
        let database = DataFolderPlugin.database(in: configuration[key])
        func compose() -> ServerComposition? {
            do throws(PluginHostError) {
                return try ServerComposition(sound, data: sound[key])
            } catch {
                let failure = CommandFailure(composing: error, database: database)
                found.append(StartProblem(failure, [ServerSettings.disabledPlugins.name]))
                return nil
            }
        }
        var composition = compose()
        if composition == nil {
            sound = sound.resetting([ServerSettings.disabledPlugins.name])
            composition = try? ServerComposition(sound, data: sound[key])
        }
        for problem in await composition?.plugins.problems() ?? [] {
            let failure = CommandFailure(starting: problem.error, database: database)
            let keys = Self.keys(of: problem.error, in: problem.plugin, data: key.name)
            if keys.isDisjoint(with: wrong) { found.append(StartProblem(failure, keys)) }
        }
        self.composition = composition
        let unread = reading.error.map { [ServerConfigurationLoader.failure($0)] } ?? []
        problems = unread + found.filter { $0.keys.isDisjoint(with: reading.doubtful) }.map(\.failure)
    }

    /// The keys by which somebody chose what is wrong.
    private static func keys(of error: any Error, in plugin: String, data: String) -> Set<String> {
        switch (error, plugin) {
        case (HTTPServingError.tls, _), (HTTPServingError.exposedKey, _):
            [ServerSettings.certificate.name, ServerSettings.privateKey.name]
        case (is HTTPServingError, _): [ServerSettings.listen.name]
        case (_, "mail-outbox"): [MailSettings.templates.name]
        case (_, "password-rules"): [ServerSettings.leakedPasswords.name]
        default: [data]
        }
    }
}
