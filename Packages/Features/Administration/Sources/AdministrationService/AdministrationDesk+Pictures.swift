import AdministrationAPI
import CoreModels
import FeedAPI
import FeedServiceAPI
import FoundationEssentials
import OperatingAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI

/// What an administrator sees of pictures, and does to them.
extension AdministrationDesk {
    /// How many pictures a page has.
    private static let limit = 50

    var hasPictures: Bool { means.moderating != nil }

    func pictures(hidden isHidden: Bool, after place: String?) async throws(AdministrationError) -> PicturesPage {
        guard let moderating = means.moderating else { return PicturesPage([], next: nil) }
        let place = place.flatMap(PicturePlace.init)
        let page = try await seeing { db in
            try moderating.pictures(hidden: isHidden, after: place, limit: Self.limit, in: db)
        }
        let people = try await people(Set(page.pictures.flatMap(\.people)))
        return PicturesPage(
            page.pictures.map { SeenPicture($0, people) },
            next: page.hasMore ? page.pictures.last.map { "\($0.place)" } : nil)
    }

    func picture(_ id: ImageID) async throws(AdministrationError) -> SeenPicture? {
        guard let moderating = means.moderating,
            let picture = try await seeing({ db in try moderating.picture(id, in: db) })
        else { return nil }
        return SeenPicture(picture, try await people(Set(picture.people)))
    }

    func setPicture(_ id: ImageID, hidden isHidden: Bool) async throws(AdministrationError) -> Bool? {
        guard let moderating = means.moderating else { return nil }
        return try await acting { [audit = means.audit, administrator] db in
            guard let author = try moderating.picture(id, in: db)?.author else { return nil }
            let isChanged =
                try isHidden ? moderating.hide(id, by: administrator.id, in: db) : moderating.show(id, in: db)
            guard isChanged == true else { return isChanged }
            let kind = AuditKind(isHidden ? OperatorDeed.pictureHidden : .pictureShown)
            let event = AuditEvent(kind, of: author, because: "\(id)", by: administrator.id)
            for trail in audit() { try trail.record(event, in: db) }
            return true
        }
    }

    func pictureBytes(_ id: ImageID, width: Int?) async throws(AdministrationError) -> PictureBytes? {
        do {
            return try await means.moderating?.bytes(of: id, width: width)
        } catch {
            throw failed(error)
        }
    }
}

extension ModeratedPicture {
    /// Who published and who hid it.
    fileprivate var people: [UserID] { [author] + [hiddenBy].compactMap(\.self) }
}

extension SeenPicture {
    fileprivate init(_ picture: ModeratedPicture, _ people: [UserID: User]) {
        self.init(
            picture.id, description: picture.description, author: people[picture.author],
            createdAt: picture.createdAt, isForMembers: picture.isForMembers, hiddenAt: picture.hiddenAt,
            hiddenBy: picture.hiddenBy.flatMap { people[$0] })
    }
}
