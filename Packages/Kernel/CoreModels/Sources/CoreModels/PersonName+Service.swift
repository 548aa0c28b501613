/// Names that would be taken for the program, or for who runs it: in a comment they
/// could ask anybody for anything.
extension PersonName {
    /// One of these makes a name of the service.
    private static let offices = words(
        """
        essential essentiald admin administrator administrador administradora administration administración \
        moderator moderador moderadora support soporte system sistema
        """)
    /// What may stand beside it, and makes nobody a person.
    private static let companions = words(
        """
        the of team staff official security service server help account accounts user notice \
        el la los las de del equipo oficial seguridad servicio servidor ayuda cuenta cuentas usuario aviso
        """)

    private static func words(_ list: String) -> Set<[Character]> {
        Set(list.split(separator: " ").map { Array(Skeleton(of: String($0)).plain) })
    }

    /// Whether a name, as it reads, consists of such words and nothing else, however they are
    /// spaced: `Essential Support`, and neither `Ana Support` nor `Essential Oils`.
    static func isOfTheService(_ skeleton: Skeleton) -> Bool {
        let letters = Array(skeleton.plain)
        // How far words lead, without and with one of an office among them.
        var plain: Set = [0], named: Set<Int> = []
        for start in letters.indices where plain.contains(start) || named.contains(start) {
            for end in start..<letters.count where end - start < longest {
                let word = Array(letters[start...end])
                if offices.contains(word) {
                    named.insert(end + 1)
                } else if companions.contains(word) {
                    if plain.contains(start) { plain.insert(end + 1) }
                    if named.contains(start) { named.insert(end + 1) }
                }
            }
        }
        return named.contains(letters.count)
    }

    private static let longest = offices.union(companions).map(\.count).max() ?? 0
}
