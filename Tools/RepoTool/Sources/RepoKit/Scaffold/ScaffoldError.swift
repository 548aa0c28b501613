import Foundation

/// Why a feature can't be begun; nothing was written then.
package enum ScaffoldError: Error, CustomStringConvertible {
    case name(String, reason: String)
    case taken(String, by: String)
    case unknownPart(String)
    case shownAlone
    case noParts
    case noPlace(file: String, text: String)
    case template(file: String, line: Int, reason: String)

    package var description: String {
        switch self {
        case .name(let name, let reason):
            "“\(name)” \(reason). Choose another, such as Bookmarks. Nothing was written."
        case .taken(let name, let owner):
            "“\(name)” is taken: \(owner). Choose another name. Nothing was written."
        case .unknownPart(let part):
            "There is no part “\(part)”. There are: \(FeaturePart.list). Nothing was written."
        case .shownAlone:
            "Commands and screens show what a client loads: add it, as in --targets client,presentation. Nothing was written."
        case .noParts:
            "A feature has a client or a service, or both. There are: \(FeaturePart.list). Nothing was written."
        case .noPlace(let file, let text):
            "\(file) has no lines “\(text.trimmingCharacters(in: .whitespaces))…”, among which a new one belongs. Mend it. Nothing was written."
        case .template(let file, let line, let reason):
            "\(file):\(line): \(reason). Mend the template. Nothing was written."
        }
    }
}
