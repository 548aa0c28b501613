package import DeviceIntegrityAPI

/// The file of the program that runs, as its link in /proc says.
package struct ProgramFile: Sendable {
    private static let deleted = " (deleted)"

    /// How it was called when it started, or was moved since.
    let name: String
    /// Where it is; nil if nothing has its name any more, as after an upgrade.
    let path: String?
    /// What opens it, in any case.
    let opening: String

    package init(system: any SystemReading) throws(ProbeFailure) {
        let link = Probes.program.text, target = try system.target(of: link)
        // A name may end like that by itself.
        let isThere = try system.status(of: target) != nil
        name = !isThere && target.hasSuffix(Self.deleted) ? String(target.dropLast(Self.deleted.count)) : target
        path = isThere ? target : nil
        // Valgrind is what the link opens under valgrind; the name is right.
        opening = isThere ? target : link
    }
}
