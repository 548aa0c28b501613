import DeviceIntegrityAPI
import Glibc

/// Whether others can replace a file: by its own rights, or by those of a folder above it.
struct WriteAccess {
    /// A user or group that has no number here, such as one outside of a user namespace or behind NFS
    /// (/proc/sys/kernel/overflowuid).
    private static let unknown: UInt32 = 65_534
    /// Debian gives the groups below to its own programs and to administrators (Policy, section 9.2.2).
    private static let firstGroupOfPeople: UInt32 = 100

    private let system: any SystemReading
    /// Whether owners are those of another system, as in containers, where files keep the numbers of their makers.
    private let isContained: Bool

    init(system: any SystemReading) {
        self.system = system
        isContained = Confinement(system: system).isContainer
    }

    /// The file, or the folder above it, to which others may write; nil if there is none.
    func opening(of path: String) throws(ProbeFailure) -> String? {
        var current = path, below: FileStatus?
        while !current.isEmpty {
            if let status = try system.status(of: current) {
                if isOpen(status), !(status.isSticky && below.map(isOwn) ?? true) { return current }
                below = status
            }
            guard current != "/" else { return nil }
            let parent = current.split(separator: "/").dropLast().joined(separator: "/")
            current = "/" + parent
        }
        return nil
    }

    /// Whether somebody else may write to it.
    private func isOpen(_ status: FileStatus) -> Bool {
        if status.mode & S_IWOTH != 0 { return true }
        // Where each user has a group of their own, it has their number.
        let isGroupOfOthers = status.group >= Self.firstGroupOfPeople && status.group != status.owner
        if status.mode & S_IWGRP != 0, isGroupOfOthers, status.group != Self.unknown { return true }
        return !isOwn(status)
    }

    private func isOwn(_ status: FileStatus) -> Bool {
        isContained || [0, system.user, Self.unknown].contains(status.owner)
    }
}
