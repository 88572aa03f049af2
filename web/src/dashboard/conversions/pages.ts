// One dynamic import for the area: its pages arrive in one file.
export { ConversionsPage } from "./conversions-page.tsx";
export { ConversionPage } from "./conversion-page.tsx";
