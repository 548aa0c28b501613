import CMaxMindDB
import CoreModels
import HTTPServingAPI
import Localization
import PlacesAPI

/// A file in MaxMind's format, whole in memory.
///
/// `@unchecked Sendable`: the library only reads it after `init`, and nothing else has its pointer.
@safe final class PlaceFile: PlaceLocating, @unchecked Sendable {
    /// How many bytes it may have; the largest of those that one can buy have some 300 MB.
    static let sizeLimit = 512 << 20
    /// How many bytes of a name are read.
    private static let nameLimit = 200
    /// Within how many km of its point a place is that says nothing of that: a city and what is around it.
    private static let usualAccuracy = 100.0

    private let file: OpaquePointer

    private init(_ file: OpaquePointer) {
        unsafe self.file = file
    }

    deinit {
        unsafe cmaxminddb_close(file)
    }

    /// Opens a file's bytes.
    ///
    /// - Throws: What is wrong with them.
    static func opened(_ bytes: [UInt8]) throws(PlacesError.Cause) -> PlaceFile {
        if unsafe cmaxminddb_missing() != nil { throw .missingLibrary }
        let layout = try sound { () throws(PlaceFileFlaw) in try PlaceFileLayout(bytes) }
        var reason: UnsafePointer<CChar>?
        guard let opened = unsafe cmaxminddb_open(bytes, bytes.count, &reason) else {
            throw .damaged(unsafe reason.map { unsafe String(cString: $0) } ?? "")
        }
        let file = unsafe PlaceFile(opened)
        let (nodes, size, type) = unsafe (
            Int(cmaxminddb_node_count(opened)), Int(cmaxminddb_record_size(opened)),
            String(cString: cmaxminddb_type(opened))
        )
        let samples = try sound { () throws(PlaceFileFlaw) in try layout.check(nodes: nodes, recordSize: size) }
        guard samples.contains(where: { file.place(at: UInt32($0)) != nil }) else {
            throw .withoutPlaces(ReadableText.isLabel(type) ? String(type.prefix(60)) : "?")
        }
        return file
    }

    private static func sound<Value>(
        _ look: () throws(PlaceFileFlaw) -> Value
    ) throws(PlacesError.Cause) -> Value {
        do throws(PlaceFileFlaw) {
            return try look()
        } catch {
            throw .damaged(error.rawValue)
        }
    }

    func place(of address: IPAddress) -> Place? {
        var entry: UInt32 = 0
        guard unsafe cmaxminddb_find(file, address.bytes, address.bytes.count, &entry) else { return nil }
        return place(at: entry)
    }

    private func place(at entry: UInt32) -> Place? {
        let place = Place(city: name(of: "city", at: entry), country: country(at: entry), point: point(at: entry))
        return place == Place() ? nil : place
    }

    private func country(at entry: UInt32) -> Country? {
        guard let code = text(["country", "iso_code"], at: entry), code.utf8.count == 2,
            code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        return Country(code: code, name: name(of: "country", at: entry))
    }

    private func point(at entry: UInt32) -> GeographicPoint? {
        guard let latitude = number(["location", "latitude"], at: entry), (-90...90).contains(latitude),
            let longitude = number(["location", "longitude"], at: entry), (-180...180).contains(longitude)
        else { return nil }
        let accuracy = number(["location", "accuracy_radius"], at: entry) ?? 0
        return GeographicPoint(
            latitude: latitude, longitude: longitude, accuracy: accuracy > 0 ? accuracy : Self.usualAccuracy)
    }

    /// A name in both languages; the one that there is where the other is missing.
    private func name(of part: StaticString, at entry: UInt32) -> LocalizedText? {
        let english = text([part, "names", "en"], at: entry), spanish = text([part, "names", "es"], at: entry)
        guard let any = english ?? spanish else { return nil }
        return LocalizedText(en: english ?? any, es: spanish ?? any)
    }

    /// A text that can stand in a line with what the program says.
    private func text(_ path: [StaticString], at entry: UInt32) -> String? {
        var start: UnsafePointer<CChar>?, count = 0
        guard unsafe cmaxminddb_text(file, entry, Self.names(path), &start, &count), count <= Self.nameLimit,
            let start = unsafe start
        else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count).map { UInt8(bitPattern: $0) }
        guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty, ReadableText.isLabel(text) else {
            return nil
        }
        return text
    }

    private func number(_ path: [StaticString], at entry: UInt32) -> Double? {
        var number = 0.0
        return unsafe cmaxminddb_number(file, entry, Self.names(path), &number) ? number : nil
    }

    /// A path as the library wants it: names that end with a NUL, and nothing at their end.
    private static func names(_ path: [StaticString]) -> [UnsafePointer<CChar>?] {
        unsafe path.map { unsafe UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) } + [nil]
    }
}
