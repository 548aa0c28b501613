import PicturesAPI
import PluginKit
import TelemetryAPI

/// Tries a worker out when the program starts: whoever runs it should hear that
/// the library is missing before somebody's picture is refused for it.
struct WorkerTrial: PluginService {
    let pictures: GDPictures
    let log: Logger

    func run() async throws {
        switch await pictures.obstacle() {
        case .unavailable(let reason): log.warning("no pictures can be published", ["reason": reason])
        case .unsupported:
            log.warning("no HEIC pictures can be published", ["remedy": "apt-get install libheif1 libde265-0"])
        default: break
        }
    }
}
