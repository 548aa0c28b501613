import Glibc
public import Localization

/// Why a call of the operating system failed, in the words of each language: the
/// system itself has only those of one.
///
/// It is for the middle of a sentence: “can't be read: it isn't there”.
public struct SystemReason: Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`.
    public let code: Int32

    /// Creates a reason from the value of `errno`.
    public init(_ code: Int32) {
        self.code = code
    }

    /// The system's message, for logs.
    public var description: String {
        // Not strerror: its buffer may be shared between threads.
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// What people read.
    public var text: LocalizedText {
        Self.texts[code] ?? LocalizedText(en: "error \(code) of the system", es: "error \(code) del sistema")
    }

    private static let texts: [Int32: LocalizedText] = {
        let permission = LocalizedText(en: "there is no permission", es: "falta permiso")
        let full = LocalizedText(en: "the disk is full", es: "el disco está lleno")
        let files = LocalizedText(en: "too many files are open", es: "hay demasiados archivos abiertos")
        return [
            ENOENT: LocalizedText(en: "it isn't there", es: "no existe"),
            ENOTDIR: LocalizedText(en: "something above it isn't a folder", es: "algo por encima no es una carpeta"),
            EISDIR: LocalizedText(en: "it is a folder", es: "es una carpeta"),
            ELOOP: LocalizedText(
                en: "it is a link that leads nowhere", es: "es un enlace que no lleva a ninguna parte"),
            ENAMETOOLONG: LocalizedText(en: "its name is too long", es: "su nombre es demasiado largo"),
            EFBIG: LocalizedText(en: "it is too large", es: "es demasiado grande"),
            EMFILE: files, ENFILE: files,
            EACCES: permission, EPERM: permission,
            ENOSPC: full, EDQUOT: full,
            EROFS: LocalizedText(en: "the disk can only be read", es: "el disco es de solo lectura"),
            EIO: LocalizedText(en: "the disk can't be read or written", es: "no se puede leer o escribir en el disco"),
            EEXIST: LocalizedText(en: "it is there already", es: "ya existe"),
            EBUSY: LocalizedText(en: "it is in use", es: "está en uso"),
            ENXIO: LocalizedText(en: "it isn't a file", es: "no es un archivo"),
            EINVAL: LocalizedText(en: "it isn't valid", es: "no es válido"),
            ENOMEM: LocalizedText(en: "there is too little memory", es: "falta memoria"),
            EAGAIN: LocalizedText(
                en: "the system has nothing to spare now", es: "el sistema no tiene recursos en este momento"),
            EADDRNOTAVAIL: LocalizedText(
                en: "it is no address of this machine", es: "no es una dirección de este equipo"),
            EAFNOSUPPORT: LocalizedText(
                en: "this machine has no addresses of that kind", es: "este equipo no tiene direcciones de ese tipo"),
            ENOSYS: LocalizedText(en: "this system can't do it", es: "este sistema no lo admite"),
        ]
    }()
}
