import anyAscii from "any-ascii";

/**
 * SEPA banks must accept these characters and no others: Latin letters without marks, digits, space and / - ? : ( ) . , ' +
 * These rules come first; `any-ascii` transliterates the scripts that they do not cover.
 */
const replacements = new Map<string, string>(
  Object.entries({
    Ä: "Ae",
    Ö: "Oe",
    Ü: "Ue",
    ä: "ae",
    ö: "oe",
    ü: "ue",
    ß: "ss",
    ẞ: "SS",
    Æ: "AE",
    æ: "ae",
    Œ: "OE",
    œ: "oe",
    Ø: "O",
    ø: "o",
    Ł: "L",
    ł: "l",
    Đ: "D",
    đ: "d",
    Ð: "D",
    ð: "d",
    Þ: "TH",
    þ: "th",
    Ħ: "H",
    ħ: "h",
    ı: "i",
    ĸ: "k",
    Ŋ: "N",
    ŋ: "n",
    Ŧ: "T",
    ŧ: "t",
    Ə: "E",
    ə: "e",
    "&": "+",
    _: "-",
    "–": "-",
    "—": "-",
    "‘": "'",
    "’": "'",
    "`": "'",
    "´": "'",
    "€": "EUR",
    "@": "(at)",
    ";": ",",
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")",
  }),
);

/** Greek and Cyrillic as in passports: some SEPA countries write them. */
const greek = "ΑA ΒV ΓG ΔD ΕE ΖZ ΗI ΘTh ΙI ΚK ΛL ΜM ΝN ΞX ΟO ΠP ΡR ΣS ΤT ΥY ΦF ΧCh ΨPs ΩO ςs";
const cyrillic =
  "АA БB ВV ГG ДD ЕE ЁE ЖZh ЗZ ИI ЙY КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХKh ЦTs ЧCh ШSh ЩSht ЪA ЫY Ь ЭE ЮYu ЯYa ІI ЇI ЄYe ҐG ЈJ ЉLj ЊNj ЂDj ЋC ЏDz";
for (const pair of `${greek} ${cyrillic}`.split(" ")) {
  const [letter = "", ...latin] = pair;
  if (!/\p{L}/u.test(letter) || /[A-Za-z]/.test(letter)) continue;
  replacements.set(letter, latin.join(""));
  const small = letter.toLowerCase();
  if (!replacements.has(small)) replacements.set(small, latin.join("").toLowerCase());
}

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]*$/;

/** Files created before names in other scripts were transliterated keep their full stops. */
export type OtherScripts = "transliterated" | "full stops";

/** Text that every SEPA bank accepts, of at most `max` characters. A symbol without a counterpart becomes a full stop. */
export function sepaText(text: string, max: number, others: OtherScripts = "transliterated"): string {
  return Array.from(text.normalize("NFC"), (letter) => latinOf(letter, others))
    .join("")
    .replaceAll(/\/{2,}/g, "/")
    .replaceAll(/ +/g, " ")
    .replace(/^[/ ]+/, "")
    .slice(0, max)
    .replace(/[/ ]+$/, "");
}

function latinOf(letter: string, others: OtherScripts): string {
  const known = replacements.get(letter);
  if (known !== undefined) return known;
  if (ALLOWED.test(letter)) return letter;
  if (/\s/u.test(letter)) return " ";
  const bare = replaced(letter.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  if (bare !== "" && ALLOWED.test(bare)) return bare;
  if (others === "full stops") return /\p{M}|\p{Cf}/u.test(letter) ? "" : ".";
  // Accents and joiners that belong to no script.
  if (/\p{Script=Inherited}|\p{Cf}/u.test(letter)) return "";
  return transliterated(letter) ?? ".";
}

const replaced = (text: string): string => Array.from(text, (letter) => replacements.get(letter) ?? letter).join("");

/** Letters, numbers and vowel signs only: for an emoji the library would return its name. */
function transliterated(letter: string): string | undefined {
  if (!/[\p{L}\p{N}\p{M}]/u.test(letter)) return undefined;
  const latin = Array.from(replaced(anyAscii(letter)))
    .filter((each) => ALLOWED.test(each))
    .join("");
  return latin === "" && !/\p{M}/u.test(letter) ? undefined : latin;
}
