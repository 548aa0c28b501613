import AccountsServiceAPI
import CoreModels
import FeedContract

/// Says on the wire what there is to say of pictures.
struct FeedItems: Sendable {
    let names: any AccountNaming
    let addresses: ImageAddresses

    /// An author whose account is gone leaves the pictures without a name, as
    /// with comments.
    private static let nobody = "—"

    /// The pictures as they are for somebody.
    ///
    /// - Parameter person: Who asks; nil for somebody without a session.
    func items(
        _ entries: [ImageCatalog.PageEntry], for person: UserID?, from origin: ImageAddresses.Origin
    ) async throws -> [FeedContract.Item] {
        let folder = addresses.folder(from: origin)
        let names = try await names.names(of: Set(entries.map(\.author)))
        return entries.map { entry in
            let size = entry.height.flatMap { height in entry.width.map { ($0, height) } }.flatMap {
                $0.0 > 0 ? $0 : nil
            }
            return FeedContract.Item(
                id: entry.id, description: entry.description, location: entry.location,
                image: entry.id.uuid.lowercaseText(behind: folder), isHidden: entry.isHidden ? true : nil,
                author: FeedContract.Item.Author(username: names[entry.author] ?? Self.nobody),
                createdAt: entry.createdAt, isMine: person.map { $0 == entry.author }, visibility: entry.visibility,
                width: size?.0, height: size?.1, commentCount: entry.commentCount,
                tint: entry.tint.map(Self.text))
        }
    }

    private static func text(ofTint tint: Int) -> String {
        let digits = String(tint & 0xFF_FFFF, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
