import Foundation
import PluginKit
import SQLStoreAPI
import SQLStoreSQLite

/// A folder of a suite, until the last reference goes.
final class BenchFolder: Sendable {
    private let url: URL

    init(_ name: String) {
        url = URL(filePath: NSTemporaryDirectory()).appending(path: "bench-\(name)-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(of name: String) -> String { url.appending(path: name).path() }
}

/// A database of the product's in a folder of a suite.
final class BenchStore: Sendable {
    let database: any SQLDatabase
    private let folder: BenchFolder

    init(in folder: BenchFolder, _ migrations: [Migration]) async throws {
        let store = SQLStorePlugin.assemble(
            .init(settings: SQLStoreSettings(path: folder.path(of: "store.db")), migrations: { migrations }))
        for service in store.services { try await service.start() }
        database = store.exports.database
        self.folder = folder
    }
}
