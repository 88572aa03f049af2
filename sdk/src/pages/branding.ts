/** How a merchant appears to affiliates. */
export interface MerchantBrand {
  /** A path on this server, `/logos/….png`. Its content never changes. */
  logo_url: string | null;
  /** `#0b625e`: the colour of buttons. White text on it is readable. */
  accent: string | null;
  /** A line below the merchant's name. */
  cover_line: string | null;
}

/** GET branding, for every member. The changes below are for owners and managers. */
export interface Branding extends MerchantBrand {
  /** The name in the From line of emails to affiliates. */
  sender_name: string | null;
}
export interface BrandingResponse {
  branding: Branding;
}
/** PATCH branding → BrandingResponse. Missing fields do not change; null removes a value. 400 `accent_unreadable`. */
export interface BrandingBody {
  accent?: string | null;
  sender_name?: string | null;
  cover_line?: string | null;
}
/**
 * PUT branding/logo → BrandingResponse; a PNG, JPEG or WebP file in base64. 400 `invalid_picture`. DELETE branding/logo →
 * BrandingResponse.
 */
export interface LogoBody {
  content: string;
}
