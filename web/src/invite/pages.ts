// One dynamic import for the area: its pages arrive in one file.
export { ApplyPage } from "./apply-page.tsx";
export { InvitePage } from "./invite-page.tsx";
export { JoinPage } from "./join-page.tsx";
