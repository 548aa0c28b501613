import HTTPServingAPI
import Localization
import Locking
import PlacesAPI
import PluginKit
import TelemetryAPI
import Threads

/// The places of the file that an operator named, and of those that take its place while the server runs.
///
/// A file that can't be used is told once, and what was there before goes on.
final class ReplaceablePlaces: PlaceLocating, PluginService {
    /// How often somebody looks whether the file was replaced.
    private static let interval = Duration.seconds(60)

    private struct State {
        var file: PlaceFile?
        /// What was read last.
        var used: FileMark?
        /// What can't be used, and why.
        var refused: (mark: FileMark?, error: PlacesError)?
    }

    private let path: String
    private let clock: any Clock<Duration>
    private let log: Logger
    private let state = Locked(State())

    init(path: String, clock: any Clock<Duration>, log: Logger) {
        self.path = path
        self.clock = clock
        self.log = log
    }

    func place(of address: IPAddress) -> Place? {
        guard !address.isInNoPlace else { return nil }
        return state.withLock { $0.file }?.place(of: address)
    }

    /// Whether what is there now is what is used.
    var health: HealthCheck.Result {
        state.withLock { $0.refused }.map { .impaired($0.error.text) } ?? .healthy
    }

    // MARK: Life cycle

    func problems() async -> [any Error] {
        do throws(PlacesError) {
            try await use()
            return []
        } catch {
            return [error]
        }
    }

    func start() async throws {
        // Somebody may have looked for problems just now, which reads it.
        guard state.withLock({ $0.used }).map({ $0 == FileMark(path: path) }) != true else { return }
        try await use()
    }

    func reload() async throws { try await use() }

    func run() async throws {
        while (try? await clock.sleep(for: Self.interval)) != nil { await follow() }
    }

    /// Uses the file if it isn't the one that was looked at last; one that is gone is none to use.
    private func follow() async {
        guard let mark = FileMark(path: path), !isKnown(mark) else { return }
        do throws(PlacesError) {
            try await use()
            log.notice("the file of places was replaced and is used", ["path": path])
        } catch {
            log.error(
                "the file of places was replaced and can't be used; the one before is used on",
                ["path": path, "reason": error.text.english])
        }
    }

    /// Whether a file is used or was refused; the one that is used may have come back after another one.
    private func isKnown(_ mark: FileMark) -> Bool {
        state.withLock { state in
            if state.used == mark { state.refused = nil }
            return state.used == mark || state.refused?.mark == mark
        }
    }

    private func use() async throws(PlacesError) {
        let before = FileMark(path: path)
        do throws(PlacesError.Cause) {
            let (file, mark) = try await Self.open(PlaceFileReader(path: path))
            state.withLock { $0 = State(file: file, used: mark) }
        } catch {
            let error = PlacesError(cause: error, path: path)
            state.withLock { $0.refused = (before, error) }
            throw error
        }
    }

    /// Opens a file on a thread of its own: that takes as long as it is large.
    private static func open(_ reader: PlaceFileReader) async throws(PlacesError.Cause) -> (PlaceFile, FileMark) {
        let opened = FirstResult<Result<(PlaceFile, FileMark), PlacesError.Cause>>()
        let work = { @Sendable in
            do throws(PlacesError.Cause) {
                let (bytes, mark) = try reader.read()
                opened.give(.success((try PlaceFile.opened(bytes), mark)))
            } catch {
                opened.give(.failure(error))
            }
        }
        // Without a thread more the wait is this one's.
        do { try BlockingThread.start(name: "places", work) } catch { work() }
        return try await opened.wait().get()
    }
}

extension IPAddress {
    /// Networks that are in no one place: those that anybody uses at home, and those of no machine elsewhere
    /// (RFC 6890, RFC 4291).
    private static let placeless = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.168.0.0/16", "224.0.0.0/3", "::/128", "::1/128", "fc00::/7", "fe80::/10", "ff00::/8",
    ].compactMap { IPNetwork($0) }

    var isInNoPlace: Bool { Self.placeless.contains { $0.contains(self) } }
}
