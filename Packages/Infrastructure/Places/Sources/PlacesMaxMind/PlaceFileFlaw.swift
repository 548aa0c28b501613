/// What isn't as the format has it (maxmind.github.io/MaxMind-DB), in words for whoever made the file.
enum PlaceFileFlaw: String, Error {
    case noMetadata = "no metadata at its end"
    case tooShort = "its search tree doesn't fit"
    case cutOff = "a value is cut off"
    case tooDeep = "values nest too deep"
    case tooMany = "a record has too many values"
    case badType = "a type that isn't data"
    case badPointer = "a pointer that leads to no value before it"
    case badRecord = "a record of the tree that leads nowhere"
}
