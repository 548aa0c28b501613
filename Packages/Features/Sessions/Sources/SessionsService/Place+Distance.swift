import Glibc
import PlacesAPI

extension Place {
    /// How far two places are apart at least, in km; nil where a point isn't known.
    ///
    /// As far as either point may be from the truth, they may be nearer.
    func leastDistance(to other: Place) -> Double? {
        guard let here = point, let there = other.point else { return nil }
        return max(0, here.distance(to: there) - here.accuracy - there.accuracy)
    }
}

extension GeographicPoint {
    /// The distance along the surface in km, by the haversine formula.
    fileprivate func distance(to other: GeographicPoint) -> Double {
        let radians = Double.pi / 180
        let north = (other.latitude - latitude) * radians, east = (other.longitude - longitude) * radians
        let a =
            pow(sin(north / 2), 2)
            + cos(latitude * radians) * cos(other.latitude * radians) * pow(sin(east / 2), 2)
        // The mean radius of the earth, in km (IUGG).
        return 2 * 6_371 * asin(min(1, a.squareRoot()))
    }
}
