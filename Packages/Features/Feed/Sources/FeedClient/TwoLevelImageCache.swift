package import AtomicFiles
package import FeedAPI
package import FoundationEssentials

/// Keeps pictures on the device, and those used last in memory as well.
package struct TwoLevelImageCache: ImageDataCaching {
    let memory: MemoryImageCache
    let device: any ImageDataCaching

    package init(memory: MemoryImageCache, device: any ImageDataCaching) {
        self.memory = memory
        self.device = device
    }

    package func tenant() async -> CacheTenant { await device.tenant() }

    package func save(_ data: Data, for url: URL, of tenant: CacheTenant) async throws(ImageCacheError) {
        // What is too large for the memory is on the device.
        if await device.tenant() == tenant { try? await memory.save(data, for: url, of: tenant) }
        try await device.save(data, for: url, of: tenant)
    }

    package func load(for url: URL) async throws(ImageCacheError) -> Data? {
        let tenant = await device.tenant()
        memory.enter(tenant)
        if let data = try await memory.load(for: url) { return data }
        guard let data = try await device.load(for: url) else { return nil }
        try? await memory.save(data, for: url, of: tenant)
        return data
    }

    package func remove(for url: URL) async throws(ImageCacheError) {
        try await memory.remove(for: url)
        try await device.remove(for: url)
    }

    package func removeAll() async throws(ImageCacheError) {
        try await memory.removeAll()
        try await device.removeAll()
    }
}
