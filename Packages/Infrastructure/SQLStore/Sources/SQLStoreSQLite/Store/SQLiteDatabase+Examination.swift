import Localization
package import PluginKit
import SQLStoreAPI
import SQLStoreCore

extension SQLiteDatabase {
    /// Far more than a server at work leaves in its log, which it empties again and again: sixteen times the size to
    /// which it is cut back.
    private var largestLog: Int { 16 * settings.logSizeLimit }

    /// Reads the file to its end, beside a server or without one, and stays open for others to read.
    ///
    /// Nothing is made beside it: without a server there is no log to be indexed, or its index is there.
    package func examine() async -> ServiceExamination {
        var examination = ServiceExamination(), wasStill = false
        do {
            guard let size = try DatabaseFile.size(of: opener.file.path), size > 0 else { return examination }
            let log = try DatabaseFile.size(of: opener.file.log) ?? 0
            if log > largestLog { examination.findings.append(Self.logIsLarge(opener.file.log, log)) }
            let hasIndex = try DatabaseFile.size(of: opener.file.path + "-shm") != nil
            guard hasIndex || log == 0 else {
                examination.findings.append(Self.logHasNoIndex(opener.file.log))
                return examination
            }
            wasStill = !hasIndex
            let readers = ConnectionPool(name: "sql-examination", limit: 2) { [settings] () throws(SQLError) in
                try Connection(
                    path: settings.path, isReadOnly: true, isStill: !hasIndex, busyTimeout: settings.busyTimeout)
            }
            beginExamination(readers)
            try await readers.perform { [opener] connection in try opener.check(connection) }
        } catch let error as SQLError where error.code == .cancelled {
            return examination
        } catch {
            // A server that began meanwhile wrote to what nobody should have written to.
            let isStill = (try? DatabaseFile.size(of: opener.file.log)) == .some(nil)
            if isStill || !wasStill { examination.problems.append(error) }
        }
        return examination
    }

    private static func logIsLarge(_ path: String, _ size: Int) -> Finding {
        Finding(
            "database_log_large",
            LocalizedText(
                en:
                    "The log of the database, \(path), has \(size >> 20) MiB: some program reads without an end, so that it "
                    + "can't be emptied. It fills the disk, and each look-up takes longer. A restart ends that.",
                es:
                    "El registro de la base de datos, \(path), tiene \(size >> 20) MiB: algún programa lee sin terminar y no "
                    + "se puede vaciar. Llena el disco y cada consulta tarda más. Un reinicio lo remedia."),
            remedy: "systemctl restart essentiald")
    }

    private static func logHasNoIndex(_ path: String) -> Finding {
        Finding(
            "database_not_examined", .notice,
            LocalizedText(
                en:
                    "What is in the database wasn't looked at: its log \(path) is there without its index, as in a copy of the "
                    + "files of a running server. A server that starts reads it.",
                es:
                    "No se miró el contenido de la base de datos: su registro \(path) está sin su índice, como en una copia de "
                    + "los archivos de un servidor en marcha. Un servidor que arranca lo lee."),
            remedy: "systemctl start essentiald")
    }
}

extension Opener {
    /// Sees whether a server would take the file that a connection reads.
    func check(_ connection: Connection) throws(SQLError) {
        try verify(connection)
        let tables = try connection.texts("SELECT name FROM sqlite_schema")
        guard !tables.contains(CopyRecord.table) else { throw CopyRecord.unfinished }
        if tables.isEmpty, !settings.mayBegin() {
            throw SQLError(.damaged, "\(settings.path) has no tables, as if its log had been lost")
        }
        try Migrator(connection: connection, knows: settings.knows, now: settings.now, observe: { _ in })
            .rehearse(migrations())
    }
}
