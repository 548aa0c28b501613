import CoreModels
import FoundationEssentials
import Locking
import SecureStorageLinux

/// The machine's file system, with faults where a test wants them.
final class FaultyFileSystem: VaultFileSystem {
    struct Call: Hashable {
        let operation: String
        let path: String
        /// Counts the calls that change something, from 0.
        let index: Int

        var changesSomething: Bool { !["facts", "read", "names"].contains(operation) }
    }

    private struct State {
        var calls: [Call] = []
        var count = 0
        var fault: (@Sendable (Call) -> Int32?)?
        var alteration: (@Sendable (String, Data) -> Data)?
    }

    private let real = LinuxFileSystem()
    private let state = Locked(State())

    /// What was called since the faults were last set.
    var calls: [Call] { state.withLock { $0.calls } }

    /// Makes calls fail with the number that `fault` gives for them.
    func setFault(_ fault: (@Sendable (Call) -> Int32?)?) {
        state.withLock { state in
            state.calls = []
            state.count = 0
            state.fault = fault
        }
    }

    /// Fails every call from the n-th changing one on, as if the power had
    /// been cut.
    func cutPower(before index: Int) {
        setFault { $0.index >= index ? 5 : nil }  // EIO
    }

    /// Alters what is written.
    func setAlteration(_ alteration: (@Sendable (_ path: String, Data) -> Data)?) {
        state.withLock { $0.alteration = alteration }
    }

    private func note(_ operation: String, _ path: String) throws(FileSystemError) {
        let code = state.withLock { state -> Int32? in
            let call = Call(operation: operation, path: path, index: state.count)
            if call.changesSomething { state.count += 1 }
            state.calls.append(call)
            return state.fault?(call)
        }
        if let code { throw FileSystemError(operation, path, code: code) }
    }

    var userID: UInt32 { real.userID }

    func facts(of path: String) throws(FileSystemError) -> FileFacts? {
        try note("facts", path)
        return try real.facts(of: path)
    }

    func read(_ path: String, limit: Int) throws(FileSystemError) -> (bytes: Data, facts: FileFacts)? {
        try note("read", path)
        return try real.read(path, limit: limit)
    }

    func readSecret(_ path: String, limit: Int) throws(FileSystemError) -> (secret: Secret, facts: FileFacts)? {
        try note("read", path)
        return try real.readSecret(path, limit: limit)
    }

    func create(_ path: String, contents: Data) throws(FileSystemError) {
        try note("create", path)
        let alteration = state.withLock { $0.alteration }
        try real.create(path, contents: alteration?(path, contents) ?? contents)
    }

    func create(_ path: String, contents: Secret) throws(FileSystemError) {
        try note("create", path)
        try real.create(path, contents: contents)
    }

    func wipe(_ path: String) throws(FileSystemError) {
        try note("wipe", path)
        try real.wipe(path)
    }

    func rename(_ path: String, to destination: String) throws(FileSystemError) {
        try note("rename", destination)
        try real.rename(path, to: destination)
    }

    func removeFile(_ path: String) throws(FileSystemError) {
        try note("unlink", path)
        try real.removeFile(path)
    }

    func removeFolder(_ path: String) throws(FileSystemError) {
        try note("rmdir", path)
        try real.removeFolder(path)
    }

    func makeFolder(_ path: String) throws(FileSystemError) {
        try note("mkdir", path)
        try real.makeFolder(path)
    }

    func names(in folder: String) throws(FileSystemError) -> [String] {
        try note("names", folder)
        return try real.names(in: folder)
    }

    func synchronizeFolder(_ path: String) throws(FileSystemError) {
        try note("fsync", path)
        try real.synchronizeFolder(path)
    }

    func setMode(_ mode: UInt32, of path: String) throws(FileSystemError) {
        try note("chmod", path)
        try real.setMode(mode, of: path)
    }

    func lock(_ path: String, slot: Int64) throws(FileSystemError) -> (any FileLock)? {
        try note("lock", path)
        return try real.lock(path, slot: slot)
    }
}
