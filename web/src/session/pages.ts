// One dynamic import for the area: its pages arrive in one file.
export { SignInPage } from "./sign-in.tsx";
export { SignUpPage } from "./sign-up.tsx";
export { ResetPage } from "./reset.tsx";
