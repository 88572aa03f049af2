import ipaddr from "ipaddr.js";

// What the values of environment variables must look like.

function urlOf(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

export function isOrigin(value: string): boolean {
  const url = urlOf(value);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.hostname === "") return false;
  return url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
}

export function isOsUser(value: string): boolean {
  return /^[a-z_][\w.-]*\$?$/i.test(value) && value !== "root";
}

export function isSmtpUrl(value: string): boolean {
  const url = urlOf(value);
  return url !== undefined && ["smtp:", "smtps:"].includes(url.protocol) && url.hostname !== "";
}

export function isSecret(value: string): boolean {
  return secretBytes(value).length >= 32;
}

/** Decodes hex or base64; empty if it is neither. */
export function secretBytes(value: string): Buffer {
  if (/^([0-9a-f]{2})+$/i.test(value)) return Buffer.from(value, "hex");
  return /^[\w+/-]+={0,2}$/.test(value) ? Buffer.from(value, "base64") : Buffer.alloc(0);
}

export function isNetwork(item: string): boolean {
  return ipaddr.isValidCIDR(item) || ipaddr.IPv4.isValidFourPartDecimal(item) || ipaddr.IPv6.isValid(item);
}

export function isProxy(item: string): boolean {
  return isNetwork(item) || ["loopback", "linklocal", "uniquelocal"].includes(item);
}

export function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}

export function isDomain(value: string): boolean {
  return /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i.test(value);
}

export function isMailbox(value: string): boolean {
  return /^[^<>@\s]+@[^<>@\s]+$/.test(value) || /^[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>$/.test(value);
}

export function isSeconds(item: string): boolean {
  return /^[1-9]\d{0,6}$/.test(item);
}
