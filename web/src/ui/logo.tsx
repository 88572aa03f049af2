import type { ReactNode } from "react";

/** Two arms that join, like public/icon.svg. Part of the script, so that it shows without the server too. */
export const Logo = ({ size }: { size: number }): ReactNode => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
    <rect width="32" height="32" rx="8" fill="#0b625e" />
    <path d="M7 9c5 0 5 7 9 7M7 23c5 0 5-7 9-7h9" fill="none" stroke="#d8f1ef" strokeWidth="3" strokeLinecap="round" />
  </svg>
);
