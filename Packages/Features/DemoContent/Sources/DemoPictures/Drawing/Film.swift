/// How linear light becomes a picture.
struct Film: Sendable {
    enum Tone: Sendable {
        /// Highlights roll off as on film: for light beyond what a screen shows.
        case filmic
        /// Colours come out as they went in: for paper, ink and stone.
        case plain
    }

    var tone = Tone.filmic
    var exposure: Float = 1
    var saturation: Float = 1
    /// How much the corners darken.
    var vignette: Float = 0.25
    /// Random brightness, in eighth-bit steps: hides banding, feels like film.
    var grain: Float = 1.2

    func develop(_ canvas: Canvas) -> Raster {
        let noise = Noise(77)
        var bytes = [UInt8](repeating: 0, count: canvas.width * canvas.height * 3)
        let half = canvas.aspect / 2
        for row in 0..<canvas.height {
            let y = canvas.centre(ofRow: row)
            var offset = row * canvas.width * 3
            for tile in 0..<canvas.tilesPerRow {
                let x = canvas.columns(ofTile: tile)
                let dx = (x - half) * (1 / half)
                let dy = (y - 0.5) * 2
                let shadow = 1 / (1 + (dx * dx + dy * dy) * (vignette * 0.5))
                let light = toned(canvas.tiles[row * canvas.tilesPerRow + tile] * (shadow * exposure))
                let column = Lanes.ramp + Float(tile * 8)
                let line = Lanes(repeating: Float(row))
                let speck = (noise.cell(column, line) + noise.cell(column + 4096, line) - 1) * grain + 0.5
                let r = min(max(encoded(light.r) * 255 + speck, 0), 255)
                let g = min(max(encoded(light.g) * 255 + speck, 0), 255)
                let b = min(max(encoded(light.b) * 255 + speck, 0), 255)
                for lane in 0..<Swift.min(8, canvas.width - tile * 8) {
                    bytes[offset] = UInt8(r[lane])
                    bytes[offset + 1] = UInt8(g[lane])
                    bytes[offset + 2] = UInt8(b[lane])
                    offset += 3
                }
            }
        }
        return Raster(width: canvas.width, height: canvas.height, bytes: bytes)
    }

    @inline(__always) private func toned(_ light: Light) -> Light {
        let grey = light.r * 0.2126 + light.g * 0.7152 + light.b * 0.0722
        let r = max(mix(grey, light.r, Lanes(repeating: saturation)), 0)
        let g = max(mix(grey, light.g, Lanes(repeating: saturation)), 0)
        let b = max(mix(grey, light.b, Lanes(repeating: saturation)), 0)
        return tone == .filmic ? Light(curve(r), curve(g), curve(b)) : Light(r, g, b)
    }

    /// Narkowicz' fit of the ACES curve (“ACES Filmic Tone Mapping Curve”, 2016).
    @inline(__always) private func curve(_ v: Lanes) -> Lanes {
        let x = v * 0.8
        return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)
    }

    /// The transfer curve of sRGB.
    @inline(__always) private func encoded(_ v: Lanes) -> Lanes {
        // What is not a number becomes black instead of stopping the program.
        let x = min(v.replacing(with: 0, where: .!(v .> 0)), 1)
        let curved = 1.055 * pow(x, 1 / 2.4) - 0.055
        return curved.replacing(with: x * 12.92, where: x .< 0.003_130_8)
    }
}
