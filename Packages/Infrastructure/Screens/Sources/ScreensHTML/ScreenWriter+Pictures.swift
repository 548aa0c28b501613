import Localization
import ScreensAPI

extension ScreenWriter {
    /// How many pictures are loaded at once; the others when they are near.
    private static let eager = 6

    func groups(_ groups: [PictureGroup]) -> [Markup] {
        var number = 0
        return groups.map { group in
            let tiles = group.tiles.map { tile in
                defer { number += 1 }
                return self.tile(tile, number: number)
            }
            return .element(
                "section", [],
                [
                    .element("h2", [], [.text(group.heading.text(in: surroundings.language))]),
                    .element("ul", [Attribute("class", "rows")], tiles),
                ])
        }
    }

    /// The picture says what it shows, so those who hear the screen don't hear it
    /// twice.
    private func tile(_ tile: PictureTile, number: Int) -> Markup {
        let proportion = Proportion(tile.picture.size)
        let hidden = Attribute("aria-hidden", "true")
        let title = tile.title.map { title in
            Markup.element("b", direction(of: title) + [hidden], [text(title), .text(" ")])
        }
        let remarks = tile.remarks.enumerated().flatMap { index, remark in
            (index == 0 ? [] : [Markup.text(" · ")]) + [.element("bdi", [], [text(remark)])]
        }
        let legend = Markup.element(
            "span", [Attribute("class", "legend")], (title.map { [$0] } ?? []) + [.element("span", [], remarks)])
        let loading =
            number == 0
            ? [Attribute("fetchpriority", "high")]
            : number < Self.eager ? [] : [Attribute("loading", "lazy")]
        let image = image(tile.picture, sizes: proportion.sizesInRows, loading)
        return .element(
            "li", [Attribute("class", proportion.name), Attribute("id", tile.name)],
            [.element("a", [href(tile.place)], [image, legend])])
    }

    /// The picture that a screen is about.
    func staged(_ picture: ScreenPicture) -> Markup {
        let whole = [href(picture.place), Attribute("class", Proportion(picture.size).name)]
        return .element(
            "a", whole,
            [
                image(
                    picture, sizes: "(min-width: 64rem) calc(100vw - 24rem), 100vw",
                    [Attribute("fetchpriority", "high")])
            ])
    }

    /// One whose small size is known, whatever its own is, so that nothing moves.
    func thumbnail(_ picture: ScreenPicture) -> Markup {
        let source = (picture.copies.first?.place ?? picture.place).address(below: surroundings.root)
        return .element(
            "a", [href(picture.place)],
            [
                .void(
                    "img",
                    [
                        Attribute("class", "pic \(Tint(picture.tint).name)"), Attribute("src", source),
                        Attribute("width", 48), Attribute("height", 48), Attribute("alt", plain(picture.alternative)),
                        Attribute("decoding", "async"), Attribute("loading", "lazy"),
                    ])
            ])
    }

    private func image(_ picture: ScreenPicture, sizes: String, _ more: [Attribute]) -> Markup {
        func address(_ place: Place) -> String { place.address(below: surroundings.root) }
        let size = Proportion.box(of: picture.size)
        // A copy that is wider than the picture would be the picture again.
        let copies = picture.copies.filter { $0.width < picture.size?.width ?? .max }
        let whole = picture.size.map { ["\(address(picture.place)) \($0.width)w"] } ?? []
        let set = copies.map { "\(address($0.place)) \($0.width)w" } + whole
        let source = copies.first.map(\.place) ?? picture.place
        let choice =
            copies.isEmpty ? [] : [Attribute("srcset", set.joined(separator: ", ")), Attribute("sizes", sizes)]
        return .void(
            "img",
            [
                Attribute("class", Tint(picture.tint).name), Attribute("src", address(source)),
            ] + choice + [
                Attribute("width", size.width), Attribute("height", size.height),
                Attribute("alt", plain(picture.alternative)), Attribute("decoding", "async"),
            ] + more)
    }
}
