extension Canvas {
    /// Scatters stars of many magnitudes over a box.
    ///
    /// - Parameter density: the share of stars that stay at a place, 0…1.
    mutating func stars(
        count: Int, seed: Int, brightness: Float = 1, in box: Box? = nil,
        density: (_ x: Float, _ y: Float) -> Float = { _, _ in 1 }
    ) {
        let box = box ?? Box(left: 0, top: 0, right: aspect, bottom: 1)
        let tints = Palette([0xFFB27A, 0xFFE3C2, 0xFFFFFF, 0xCFE0FF, 0xA6C4FF])
        var random = SplitMix64(seed)
        // As bright at every size: a small picture has fewer pixels to light.
        let scale = Float(height * height) / 409_600
        for _ in 0..<count {
            let x = random.between(box.left, box.right)
            let y = random.between(box.top, box.bottom)
            let magnitude = random.unit()
            let tint = tints[random.unit()]
            guard random.unit() < density(x, y) else { continue }
            let power = brightness * 0.1 / (magnitude * magnitude * 6 + 0.02)
            add(tint * (power * scale), at: x, y)
            if power > 1.6 * brightness {
                glow(x, y, radius: 0.004 + power * 0.0014, tint * (power * 0.28))
            }
        }
    }
}
