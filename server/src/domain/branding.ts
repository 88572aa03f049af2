import { AppError } from "./errors.ts";

/** How a merchant appears to affiliates. */
export interface BrandText {
  /** `#0b625e`: the colour of buttons, with white text on it. */
  readonly accent: string | null;
  /** The name in the From line of emails to affiliates. */
  readonly senderName: string | null;
  /** A line below the merchant's name. */
  readonly coverLine: string | null;
}
export interface Logo {
  /** SHA-256 of its bytes: a changed logo gets a new URL, so that it can be cached forever. */
  readonly digest: Uint8Array;
  readonly type: string;
}
export interface Branding extends BrandText {
  readonly logo: Logo | null;
}

export const NO_BRANDING: Branding = { accent: null, senderName: null, coverLine: null, logo: null };

/** WCAG AA for text. */
const CONTRAST_MIN = 4.5;

export function assertReadable(accent: string): void {
  const contrast = contrastWithWhite(accent);
  if (contrast < CONTRAST_MIN)
    throw new AppError("accent_unreadable", {
      text: `White text on this colour has a contrast of ${(Math.floor(contrast * 10) / 10).toFixed(1)}:1. Choose a darker colour, with at least ${CONTRAST_MIN}:1.`,
    });
}

/** WCAG 2.2, "contrast ratio", of a colour such as `#0b625e` and white. */
export function contrastWithWhite(accent: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(accent.slice(at, at + 2), 16)));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
