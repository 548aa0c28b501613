import DeviceIntegrityAPI

/// Whether the program runs in a container or where software is built and tested, where root is nobody's superuser.
struct Confinement {
    let system: any SystemReading

    /// Whether it is a container, or a namespace of users.
    var isContainer: Bool {
        // systemd's container interface; Kubernetes. Whoever starts this program chooses its own variables, not those
        // of the first process.
        let first = variables(of: Probes.firstEnvironment)
        if ["container=", "KUBERNETES_SERVICE_HOST="].contains(where: { isSet($0, in: first) }) { return true }
        let marks = [Probes.docker, Probes.podman, Probes.systemd].map(\.text)
        if marks.contains(where: { (try? system.status(of: $0)) ?? nil != nil }) { return true }
        return isOfOtherUsers || isInGroupOfContainer
    }

    /// Whether a service that builds and tests runs it.
    var isAutomation: Bool {
        let own = variables(of: Probes.environment)
        return isSet("CI=", in: own) && own.isDisjoint(with: ["CI=0", "CI=false"])
    }

    /// What a process was started with; nothing if that can't be read.
    private func variables(of path: VeiledText) -> Set<String> {
        let bytes = (try? system.contents(of: path.text, limit: Probes.environmentLimit)).flatMap { $0 } ?? []
        return Set(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    }

    private func isSet(_ name: String, in variables: Set<String>) -> Bool {
        variables.contains { $0.hasPrefix(name) && $0.utf8.count > name.utf8.count }
    }

    /// user_namespaces(7): outside of all there is one range, of all numbers.
    private var isOfOtherUsers: Bool {
        guard let map = read(Probes.users) else { return false }
        return map.split(whereSeparator: \.isWhitespace) != ["0", "0", "4294967295"]
    }

    private var isInGroupOfContainer: Bool {
        guard let groups = read(Probes.firstGroups) else { return false }
        return ["/docker", "/kubepods", "/lxc", "/libpod", "/machine.slice"].contains(where: groups.contains)
    }

    private func read(_ path: VeiledText) -> String? {
        (try? system.contents(of: path.text, limit: 1 << 16)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
    }
}
