import PicturesAPI
import PluginKit
import TelemetryAPI

/// Tries a worker out when the program starts: whoever runs it should hear that
/// the library is missing before somebody's picture is refused for it.
struct WorkerTrial: PluginService {
    let pictures: GDPictures
    let log: Logger

    func run() async throws {
        guard let obstacle = await pictures.obstacle() else { return }
        log.warning("no pictures can be published", ["reason": obstacle])
    }
}
