import type { Branding as WireBranding, BrandingResponse, MerchantBrand } from "tributary-sdk/pages";
import { z } from "zod";
import { type Branding, type Logo } from "../../domain/branding.ts";

const brandFields = {
  logo_url: z.string().nullable(),
  accent: z.string().nullable(),
  cover_line: z.string().nullable(),
};

/** What affiliates see. */
export const merchantBrand: z.ZodType<MerchantBrand> = z.object(brandFields);
const branding: z.ZodType<WireBranding> = z.object({ ...brandFields, sender_name: z.string().nullable() });
export const brandingResponse: z.ZodType<BrandingResponse> = z.object({ branding });

export const LOGO_PREFIX = "/logos";
const endings: Readonly<Record<string, string>> = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" };
const logoUrl = ({ digest, type }: Logo): string =>
  `${LOGO_PREFIX}/${Buffer.from(digest).toString("hex")}.${endings[type] ?? ""}`;

export const presentMerchantBrand = ({ logo, accent, coverLine }: Branding): MerchantBrand => ({
  logo_url: logo && logoUrl(logo),
  accent,
  cover_line: coverLine,
});

export const presentBranding = (of: Branding): BrandingResponse => ({
  branding: { ...presentMerchantBrand(of), sender_name: of.senderName },
});
