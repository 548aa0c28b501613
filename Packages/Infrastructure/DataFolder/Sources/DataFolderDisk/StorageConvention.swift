import HTTPServingAPI
import HTTPTypes

/// What a disk or a database that doesn't do its work means for a route, in the
/// description of the API: what ``StorageWatch`` answers in its place.
struct StorageConvention: HTTPConvention {
    func complete(_ description: inout RouteDescription, of route: Route) {
        let writes = ![HTTPMethod.get, .head, .options].contains(route.method)
        if writes { description.add(.storageFull) }
        // Who asks is looked up where that matters.
        if writes || route.access != .everybody { description.add(.unavailable) }
    }
}
