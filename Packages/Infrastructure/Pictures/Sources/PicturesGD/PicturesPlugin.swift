import Localization
public import PicturesAPI
public import PluginKit
public import TelemetryAPI

/// Installs pictures by the GD library, 2.3 or newer.
public enum PicturesPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        /// What a picture may cost.
        public let limits: PictureLimits
        /// What is run to decode one.
        public let program: WorkerProgram
        /// Hears at the start if nothing can be decoded here.
        public let log: Logger

        /// Creates dependencies.
        public init(
            limits: PictureLimits = PictureLimits(), program: WorkerProgram = WorkerProgram(), log: Logger = .disabled
        ) {
            self.limits = limits
            self.program = program
            self.log = log
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Makes clean pictures of files.
        public let pictures: any PictureProcessing
    }

    /// The name `pictures`.
    public static let manifest = PluginManifest(
        id: "pictures",
        summary: LocalizedText(
            en: "Pictures read, cleaned and made smaller by GD", es: "Imágenes leídas, limpiadas y reducidas con GD"))

    /// Prepares the workers; but for one that is tried out at the start, none is
    /// started before there is something to do.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let pictures = GDPictures(limits: dependencies.limits, program: dependencies.program)
        return Assembly(
            exports: Exports(pictures: pictures),
            services: [WorkerTrial(pictures: pictures, log: dependencies.log.labelled("pictures"))])
    }

    /// Does a worker's work and ends the process, if the arguments ask for it.
    ///
    /// It returns at once otherwise. A program calls it before anything else.
    /// The picture is read from standard input and the results are written to
    /// standard output. By then the process has given up everything else:
    /// opening files, connections, programs, most memory and time.
    ///
    /// - Parameter arguments: All arguments of the program, its name first.
    public static func runWorkerIfAsked(_ arguments: [String]) {
        PictureWorker.runIfAsked(arguments)
    }
}
