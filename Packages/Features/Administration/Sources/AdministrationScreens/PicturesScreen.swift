import AdministrationAPI
import CoreModels
import Localization
import ScreensAPI

/// The pictures that are hidden, or all, for the server's administrators.
struct PicturesScreen: Sendable {
    let seat: AdministratorSeat

    static let link = ScreenLink(PictureTexts.pictures, to: route.place())
    private static let route = ScreenRoute("/admin/pictures")

    var screen: Screen {
        seat.screen(Self.route, actions: [seat.action("find-picture") { try await find($0, $1) }]) { request, desk in
            guard desk.hasPictures else { throw ScreenFailure.absent }
            let isHidden = request.query["all"] == nil, isFirst = request.query["after"] == nil
            let page = try await desk.pictures(hidden: isHidden, after: request.query["after"])
            let other =
                isHidden
                ? ScreenLink(PictureTexts.all, to: Self.route.place().with("all", "1"))
                : ScreenLink(PictureTexts.onlyHidden, to: Self.route.place())
            var blocks: [ScreenBlock] = [
                .links([OverviewScreen.link, PeopleScreen.link, other]), .form(Self.form),
            ]
            if page.pictures.isEmpty {
                blocks.append(.text(.words(isHidden && isFirst ? PictureTexts.noneHidden : PictureTexts.none)))
            } else {
                blocks.append(.entries(page.pictures.map { HiddenPicture.entry($0) }))
            }
            if let next = page.next {
                blocks.append(.links([ScreenLink(PictureTexts.more, to: request.place.with("after", next), .next)]))
            }
            return ScreenContents(.words(isHidden ? PictureTexts.hidden : PictureTexts.all), .column(blocks))
        }
    }

    private static let form = ScreenForm(
        "find-picture", to: route.place(),
        [ScreenField("which", .line, PictureTexts.which, hint: PictureTexts.whichHint)], button: PictureTexts.find)

    private func find(_ sent: ScreenSubmission, _ desk: any Administrating) async throws -> ScreenOutcome {
        let pieces = sent["which"].split { "/?#&= \t".contains($0) }
        guard let id = pieces.lazy.compactMap({ ImageID(String($0)) }).first, try await desk.picture(id) != nil else {
            throw FormRefusal(at: "which", PictureTexts.unknown)
        }
        return .go(PictureScreen.place(id))
    }
}

/// One picture, to be hidden or shown again.
struct PictureScreen: Sendable {
    let seat: AdministratorSeat

    private static let route = ScreenRoute("/admin/pictures/{id}")

    static func place(_ id: ImageID) -> Place { route.place("\(id)") }

    var screen: Screen {
        seat.screen(
            Self.route,
            actions: [
                seat.action("hide-picture") { try await set($0, $1, hidden: true) },
                seat.action("show-picture") { try await set($0, $1, hidden: false) },
            ]
        ) { request, desk in Self.contents(of: try await Self.picture(in: request, desk)) }
    }

    private static func picture(in request: ScreenRequest, _ desk: any Administrating) async throws -> SeenPicture {
        guard let id = request.values["id"].flatMap({ ImageID($0) }), let picture = try await desk.picture(id) else {
            throw ScreenFailure.notFound(PictureTexts.unknown)
        }
        return picture
    }

    private func set(
        _ sent: ScreenSubmission, _ desk: any Administrating, hidden isHidden: Bool
    ) async throws -> ScreenOutcome {
        guard let id = sent.request.values["id"].flatMap({ ImageID($0) }),
            let isChanged = try await desk.setPicture(id, hidden: isHidden)
        else { throw ScreenFailure.notFound(PictureTexts.unknown) }
        let notice =
            isChanged
            ? ScreenNotice(.success, isHidden ? PictureTexts.isHidden : PictureTexts.isShown)
            : ScreenNotice(.remark, isHidden ? PictureTexts.wasHidden : PictureTexts.wasShown)
        return .show(Self.contents(of: try await Self.picture(in: sent.request, desk), noting: notice))
    }

    private static func contents(of picture: SeenPicture, noting notice: ScreenNotice? = nil) -> ScreenContents {
        let isHidden = picture.hiddenAt != nil
        var links = [ScreenLink(PictureTexts.whole, to: HiddenPicture.place(picture.id))]
        if let author = picture.author {
            links.append(ScreenLink(AdministrationTexts.itsPerson, to: PersonScreen.place(author.id)))
        }
        return ScreenContents(
            HiddenPicture.title(of: picture), noting: notice,
            .column([
                .links([OverviewScreen.link, PicturesScreen.link]), .thumbnail(HiddenPicture.small(picture)),
                .lines(HiddenPicture.facts(of: picture) + [.written("\(picture.id)")]), .links(links),
                .text(.words(isHidden ? PictureTexts.showing : PictureTexts.hiding)),
                .form(
                    ScreenForm(
                        isHidden ? "show-picture" : "hide-picture", to: place(picture.id),
                        button: isHidden ? PictureTexts.show : PictureTexts.hide,
                        isHidden ? .ordinary : .destructive)),
            ]))
    }
}
