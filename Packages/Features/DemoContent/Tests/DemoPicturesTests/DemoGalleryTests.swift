import DemoPictures
import FoundationEssentials
import Testing

struct DemoGalleryTests {
    private let pictures = DemoGallery.pictures

    @Test func hasPicturesForEverybodyAndSomeForMembersOnly() {
        #expect(pictures.count >= 24)
        #expect(pictures.filter(\.isPublic).count == 18)
        #expect(pictures.filter { !$0.isPublic }.count == 8)
    }

    @Test func givesEachPictureAnIdentifierOfItsOwn() {
        #expect(Set(pictures.map(\.id)).count == pictures.count)
        for picture in pictures {
            #expect(UUID(uuidString: picture.id)?.uuidString.lowercased() == picture.id)
            #expect(picture.id.dropFirst(14).first == "8", "version 8")
            #expect("89ab".contains(picture.id.dropFirst(19).first ?? " "), "variant of RFC 9562")
        }
        #expect(pictures.first?.id == Self.firstIdentifier, "identifiers stay the same over releases")
    }

    @Test func describesEachPictureInItsOwnWords() {
        #expect(Set(pictures.map(\.description)).count == pictures.count)
        #expect(pictures.allSatisfy { !$0.description.isEmpty && !$0.location.isEmpty && !$0.author.isEmpty })
    }

    @Test func hasTwoToFiveCommentsOnEachPicture() {
        for picture in pictures {
            #expect(2...5 ~= picture.comments.count, "\(picture.description)")
            #expect(picture.comments.allSatisfy { !$0.username.isEmpty && !$0.message.isEmpty })
        }
        let messages = pictures.flatMap { $0.comments.map(\.message) }
        #expect(Set(messages).count == messages.count)
    }

    @Test func isLargeEnoughToLookAt() {
        for picture in pictures {
            #expect(picture.size.width >= 960 && picture.size.height >= 640)
        }
    }

    @Test func paintsNoTwoPicturesAlike() throws {
        let small = pictures.map { $0.raster(width: 48) }
        #expect(Set(small.map(\.bytes)).count == pictures.count)
        let thumbnails = small.map(Thumbnail.init)
        for (index, one) in thumbnails.enumerated() {
            for other in thumbnails.indices.dropFirst(index + 1) {
                let pair = "\(pictures[index].description) / \(pictures[other].description)"
                #expect(one.difference(from: thumbnails[other]) > 12, "\(pair)")
            }
        }
    }

    @Test func paintsPicturesWithDepthAndColour() {
        for picture in pictures {
            let bytes = picture.raster(width: 48).bytes.map(Double.init)
            let mean = bytes.reduce(0, +) / Double(bytes.count)
            let spread = (bytes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(bytes.count)).squareRoot()
            #expect(20...225 ~= mean, "\(picture.description)")
            #expect(spread > 20, "\(picture.description)")
        }
    }

    @Test func paintsTheSameBytesEveryTime() {
        for picture in pictures {
            #expect(picture.render(width: 32) == picture.render(width: 32), "\(picture.description)")
        }
    }

    @Test func rendersWellFormedFilesInTheProportionsOfThePicture() throws {
        for picture in pictures {
            let file = try JPEGFile(picture.render(width: 40))
            #expect(file.width == 40)
            #expect(file.height == picture.size.height * 40 / picture.size.width)
        }
    }

    @Test func rendersTheFullSizeByDefault() throws {
        let picture = try #require(pictures.first { $0.description.hasPrefix("How deep") })
        let bytes = picture.render()
        let file = try JPEGFile(bytes)
        #expect(file.width == picture.size.width)
        #expect(file.height == picture.size.height)
        #expect(50_000...300_000 ~= bytes.count)
    }

    private static let firstIdentifier = "d1024a5f-ad64-8717-8466-a7d0954b76a3"
}

/// A picture in 8×8 fields, to compare what the eye sees at a glance.
private struct Thumbnail {
    private var fields = [Double](repeating: 0, count: 192)

    init(_ raster: Raster) {
        var counts = [Double](repeating: 0, count: 192)
        for y in 0..<raster.height {
            for x in 0..<raster.width {
                for channel in 0..<3 {
                    let field = (y * 8 / raster.height * 8 + x * 8 / raster.width) * 3 + channel
                    fields[field] += Double(raster.bytes[(y * raster.width + x) * 3 + channel])
                    counts[field] += 1
                }
            }
        }
        for field in fields.indices { fields[field] /= counts[field] }
    }

    /// The mean difference in steps of 0…255.
    func difference(from other: Thumbnail) -> Double {
        zip(fields, other.fields).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(fields.count)
    }
}
