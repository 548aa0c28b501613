import CoreModels
import KernelTesting
import Testing

struct PersonNameTests {
    @Test(
        .requirement("REG-03"),
        arguments: ["", " ", "\t\n", "\u{A0}\u{2003}", "\u{200B}", "\u{2060} \u{FEFF}", "\u{3164}", "\u{202E}"])
    func aNameOfWhichNothingShowsIsNone(name: String) {
        #expect(throws: PersonName.Problem.empty) { try PersonName(name) }
    }

    @Test(
        arguments: [
            ("Ada", "Ada"), ("  Ada Lovelace\n", "Ada Lovelace"), ("\u{A0}Ada\u{3000}", "Ada"),
            ("Zoe\u{308}", "Zo\u{EB}"), ("👩‍👩‍👧", "👩‍👩‍👧"),
        ]) func aNameIsComposedAndWithoutWhiteSpaceAroundIt(name: String, expected: String) throws
    {
        // Strings compare by canonical equivalence, so scalars are compared.
        #expect(try Array(PersonName(name).text.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        arguments: [
            "Ada", "José Ñandú", "李小龍", "محمد", "می\u{200C}خواهم", "O'Brien-Smith, Jr.", "👩‍👩‍👧", "<b>",
            "👩🏽\u{200D}🚒", "❤\u{FE0F}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "क\u{94D}\u{200D}ष", "辻\u{E0100}", "You Li", "Tú Nguyễn", "Ana-María", "Ana (Vigo)",
            String(repeating: "x", count: 100), String(repeating: "🦀", count: 100),
            // Joiners of Persian, Devanagari, Malayalam, Bengali, Kannada, Sinhala, Tamil.
            "علی\u{200C}رضا", "عَلِیّ\u{200C}رضا", "राजेश्\u{200D}वर", "രാജന\u{D4D}\u{200D}", "രാജന\u{D4D}\u{200D} നായർ",
            "র\u{200D}\u{9CD}যাচেল", "ಸೂರ\u{200D}\u{CCD}ಯ", "ශ\u{DCA}\u{200D}රී", "க\u{BCD}\u{200C}ஷ",
            // Marks, apostrophes and letters that are nothing else.
            "Kalākaua ʻĪ", "Nguyễn Thị Ánh", "M.ª José", "Mª Ángeles", "D’Angelo", "שָׁלוֹם", "သန်းရွှေ", "བསྟན་འཛིན",
            "Жанна Ильина",
            "Ὀδυσσεύς", "Ÿłżą", "ﾔﾏﾀﾞ", "㈱山田", "一", "山田一", "神\u{FE00}", "한글", "⠁⠝⠁\u{2800}⠇⠕⠏⠑⠵", "❤️\u{200D}🔥", "👍🏽",
            "Tu", "Youssef", "Yoû", "Dash – Ana", "0x1F", "Author", "Delia Account",
        ]) func namesOfPeopleAreAcceptable(name: String) throws
    {
        #expect(try PersonName(name).text == name)
    }

    @Test(
        arguments: [
            "A\u{0}da", "A\u{1B}[2Jda", "A\nda", "A\r\nda", "A\u{2028}da", "A\u{202E}da", "A\u{2066}da", "A\u{7F}da",
            "A\u{200B}na", "Ana\u{200D}", "A\u{200C}na", "A\u{AD}na", "Ana\u{200E}", "Ana\u{FE0F}", "Ana1\u{FE0F}",
            "An\u{2060}a", "A\u{34F}na", "Ana\u{E0067}", "👩\u{200D}", "\u{3164}Ana", "\u{FEFF}Ana",
            // Joiners that join nothing, and keep nothing apart.
            "محمد\u{200D}ی", "علی\u{200D}", "क\u{200D}ष", "\u{94D}\u{200D}क",
            "👩\u{200D}a",
            "❤\u{FE0F}\u{FE0F}", "क\u{94D}\u{200D}\u{200D}ष", "辻\u{E0100}\u{E0101}",
            // Tags of no flag, what is drawn as nothing or by nobody, marks that stand on something else.
            "🏴\u{E0061}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\u{E0061}",
            "Ana\u{2800}", "A\u{2800}na", "⠁\u{2800}\u{2800}⠁", "A\u{FFFC}na", "A\u{1D159}na", "Ana\u{F8FF}",
            "Ana\u{E0FFF}", "Ana\u{10FFFF}",
            "\u{301}Ana", "Ana \u{308}b", "q\u{301}\u{301}", "q\u{301}\u{316}\u{302}\u{317}\u{303}", "Ana\u{1}",
            String(repeating: "x", count: 101), "x" + String(repeating: "\u{301}", count: 400),
        ]) func whatBreaksOrTurnsTextIsNot(name: String)
    {
        #expect(throws: PersonName.Problem.unfit) { try PersonName(name) }
    }

    @Test(
        .requirement("REG-44"),
        arguments: [
            "Essential", "essential", "Admin", "ADMINISTRATOR", "Administrador", "Administradora", "Support", "Soporte",
            "System", "Sistema", "Moderador", "essentiald", "Administración",
            // What stands beside it, how it is spaced, and digits.
            "Essential Support", "EssentialTeam", "The Essential Team", "Equipo de Essential", "Soporte de Essential",
            "A d m i n", "Ad-min", "-Admin-", "Admin 2", "admin007", "Official Essential", "Admin ✔",
            // Other letters that look the same, and marks on them.
            "Еѕѕеntіаl", "Αdmin", "аdmіn", "Ѕuрроrt", "Ѕуѕtеm", "Ａｄｍｉｎ", "𝐄𝐬𝐬𝐞𝐧𝐭𝐢𝐚𝐥", "Essentiаl", "EssentiaI", "Adm1n",
            "Éssential", "Suppórt", "ⓢⓨⓢⓣⓔⓜ", "Sup\u{3C1}ort",
        ]) func theServiceIsNobodysName(name: String)
    {
        #expect(throws: PersonName.Problem.reserved) { try PersonName(name) }
    }

    @Test(
        .requirement("REG-44"),
        arguments: [
            "Ana Support", "Essential Oils", "Admina", "Dela Cruz", "Sistemas Ruiz", "Delia", "Theo", "Ada Minh",
            "Supportive Sam", "Ofelia de la Cuenta", "Team", "El", "Essen", "Adm",
        ]) func whatOnlyResemblesTheServiceIsAName(name: String) throws
    {
        #expect(try PersonName(name).text == name)
    }

    /// Which spaces they are isn't seen (RFC 8266, section 2.1), nor a half space or a
    /// joiner between letters that go that way anyway; letters keep their form.
    @Test(
        .requirement("REG-44"),
        arguments: [
            ("Ana\u{A0}Ruiz", "Ana Ruiz"), ("Ana  Ruiz", "Ana Ruiz"), ("Ana \u{2003}\u{202F}Ruiz", "Ana Ruiz"),
            ("山田\u{3000}太郎", "山田 太郎"), ("Ａｎａ", "Ａｎａ"), ("Mª José", "Mª José"),
            ("محمد\u{200C}رضا", "محمدرضا"), ("علی\u{200C}رضا", "علی\u{200C}رضا"), ("بێگه\u{200C}", "بێگه"),
            ("ه\u{200D}ێمن", "هێمن"),
            ("क\u{200C}ष", "कष"), ("କିରଣ\u{B4D}\u{200C}", "କିରଣ\u{B4D}"), ("କିରଣ\u{B4D}\u{200C} ରାୟ", "କିରଣ\u{B4D} ରାୟ"),
            ("अ\u{200D}ॅना", "अॅना"), ("សុខ\u{200B}ជា", "សុខជា"), ("மதன\u{BCD}\u{200C}குமார்", "மதன\u{BCD}\u{200C}குமார்"),
        ]) func whatMakesNoDifferenceIsOneAndLettersStayAsTheyAre(name: String, expected: String) throws
    {
        #expect(try Array(PersonName(name).text.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        .requirement("REG-44"),
        arguments: [
            "Deleted account", "DELETED ACCOUNT", "Deleted-Account.", "Cuenta borrada", "cuenta eliminada", "You", "tú",
            "—", "- –", "Ana (you)", "Ana (Author)", "Ana (autora)",
            // Other letters that look the same, forms of the same ones, marks on them, digits for them.
            "D\u{435}l\u{435}t\u{435}d \u{430}cc\u{43E}unt", "Ｄｅｌｅｔｅｄ　ａｃｃｏｕｎｔ", "𝐃𝐞𝐥𝐞𝐭𝐞𝐝 𝐚𝐜𝐜𝐨𝐮𝐧𝐭", "ⓓⓔⓛⓔⓣⓔⓓ ⓐⓒⓒⓞⓤⓝⓣ",
            "Deleted\u{A0}account", "De1eted acc0unt", "DeIeted account", "Delẹted accóunt", "Dėlêted Usér",
            "D.e.l.e.t.e.d account",
            "CUENTA ELIMINADA", "Cuenta eIiminada", "Cuenta elirninada", "Сuеntа еlіmіnаdа", "Cuenta \u{412}orrada",
            "Cuenta bοrrada",
            "Usuariο eliminadο", "y\u{43E}u", "ＹＯＵ", "Y0u", "t\u{FA}", "tu\u{301}", "ｔú",
            "Deleted account 2", "Deleted account #1", "You 2", "Ana （you）", "Ana ( you )", "Ana [author]",
            "Ana (\u{430}uthor)", "Ana ⦅autora⦆", "Ana (tú)",
            "―", "⸺", "−", "‐", "‒", "─", "➖", "➖\u{FE0F}", "ー", "ーー", "﹣", "－",
        ]) func whatTheProgramSaysOfPeopleIsNobodysName(name: String)
    {
        #expect(throws: PersonName.Problem.reserved) { try PersonName(name) }
    }
}
