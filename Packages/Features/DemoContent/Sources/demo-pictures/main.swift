import DemoPictures
import FoundationEssentials

// Writes the pictures of the demo feed to a folder, for people to look at:
//
//     swift run -c release demo-pictures [FOLDER [NUMBER …]]

let folder = CommandLine.arguments.dropFirst().first ?? "demo-pictures"
let chosen = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
let clock = ContinuousClock()
for (index, picture) in DemoGallery.pictures.enumerated() where chosen.isEmpty || chosen.contains(index + 1) {
    var bytes: [UInt8] = []
    let time = clock.measure { bytes = picture.render() }
    let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
    try Data(bytes).write(to: URL(filePath: "\(folder)/\(number).jpg"))
    let milliseconds = Int((time / .milliseconds(1)).rounded())
    print("\(number)  \(milliseconds) ms  \(bytes.count / 1024) KB  \(picture.description), \(picture.location)")
}
