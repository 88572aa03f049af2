/**
 * Banks of the SEPA scheme must understand these characters and no others: letters without marks, digits, space and
 * / - ? : ( ) . , ' +
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

/** Letter for letter as in passports, Greek and Cyrillic, whose countries are in the scheme. */
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

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]$/;

/** A text that every bank takes, of at most so many characters. What has no counterpart becomes a point. */
export function sepaText(text: string, max: number): string {
  const letters = Array.from(text.normalize("NFC"), (letter) => replacements.get(letter) ?? withoutMarks(letter)).join(
    "",
  );
  return letters
    .replaceAll(/\/{2,}/g, "/")
    .replaceAll(/ +/g, " ")
    .replace(/^[/ ]+/, "")
    .slice(0, max)
    .replace(/[/ ]+$/, "");
}

function withoutMarks(letter: string): string {
  if (ALLOWED.test(letter)) return letter;
  if (/\s/u.test(letter)) return " ";
  const bare = Array.from(letter.normalize("NFKD").replaceAll(/\p{M}/gu, ""), (each) => replacements.get(each) ?? each);
  const known = bare.filter((each) => each.split("").every((character) => ALLOWED.test(character)));
  if (known.length > 0 && known.length === bare.length) return known.join("");
  return /\p{M}|\p{Cf}/u.test(letter) ? "" : ".";
}
