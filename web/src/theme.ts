import { createTheme, type CSSVariablesResolver, type MantineColorsTuple, type MantineTheme } from "@mantine/core";

const teal: MantineColorsTuple = [
  "#eefaf9",
  "#d8f1ef",
  "#afe2de",
  "#82d1cb",
  "#58bdb6",
  "#35a59e",
  "#1c8d87",
  "#0f7772",
  "#0b625e",
  "#074b48",
];

/** Warm neutrals, from the lightest surface to the text. */
const gray: MantineColorsTuple = [
  "#f6f5f2",
  "#f0eeea",
  "#eae8e4",
  "#dcd9d3",
  "#c9c5bd",
  "#a8a49b",
  "#7d7a72",
  "#5d5a54",
  "#3b3934",
  "#1b1a18",
];

/** The dark neutrals, from the text to the page, in the order Mantine expects. */
const dark: MantineColorsTuple = [
  "#eceae6",
  "#b8b6b1",
  "#9a9893",
  "#75736f",
  "#3a3d3b",
  "#2f3231",
  "#262928",
  "#1f2221",
  "#181a19",
  "#111312",
];

/** The <header> of a dialog must not count as a second banner of the page. */
const quietHeader = { header: { role: "presentation" } };

/** Quieter than the component's default: a tint with readable text. */
const alertVars: Readonly<Record<string, Record<"--alert-bg" | "--alert-color", string>>> = {
  red: { "--alert-bg": "light-dark(#fdf1f1, #2b1a1c)", "--alert-color": "light-dark(#8a1220, #ffb8bf)" },
  gray: { "--alert-bg": "light-dark(#f3f2f0, #24231f)", "--alert-color": "light-dark(#3d3b37, #dedcd7)" },
  orange: { "--alert-bg": "light-dark(#fff6e8, #2c2314)", "--alert-color": "light-dark(#7a3b00, #ffd09b)" },
};

export const theme = createTheme({
  primaryColor: "teal",
  // White text has enough contrast only on the two darkest shades.
  primaryShade: { light: 8, dark: 7 },
  colors: { teal, gray, dark },
  black: "#1b1a18",
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: '"Geist Variable", "Geist Fallback", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "1rem", lg: "1.25rem", xl: "1.75rem" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.75rem" },
      h2: { fontSize: "1rem", lineHeight: "1.5rem" },
      h3: { fontSize: "0.875rem", lineHeight: "1.25rem" },
    },
  },
  // By name instead of by import, so that the first script contains only what its page shows.
  components: {
    Modal: {
      defaultProps: {
        attributes: quietHeader,
        closeButtonProps: { "aria-label": "Close" },
        styles: { title: { fontWeight: 600 } },
        transitionProps: { duration: 120 },
        centered: true,
      },
    },
    Menu: {
      defaultProps: {
        // Inside the main landmark, because screen reader users easily miss content outside landmarks.
        portalProps: { target: "#content" },
        // The first item gets the focus, not an empty placeholder.
        withInitialFocusPlaceholder: false,
        // A hidden menu would lose the focus, and could not be used or closed by keyboard once its button is back in view.
        hideDetached: false,
        transitionProps: { duration: 80 },
      },
    },
    // A number out of range is an error; it is not replaced silently.
    NumberInput: { defaultProps: { clampBehavior: "none" } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Alert: {
      vars: (_theme: MantineTheme, props: { color?: string }) => ({ root: alertVars[String(props.color)] ?? {} }),
    },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true }, transitionProps: { duration: 80 } } },
  },
});

/** The page background, and secondary text with a contrast of at least 4.5 to 1. */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }: MantineTheme) => ({
  variables: {},
  light: {
    "--mantine-color-body": "#fcfcfb",
    "--mantine-color-text": colors.gray[9],
    "--mantine-color-anchor": colors.gray[9],
    "--mantine-color-dimmed": colors.gray[7],
    "--mantine-color-placeholder": colors.gray[7],
    "--mantine-color-error": colors.red[9],
    "--mantine-color-default-border": colors.gray[3],
    "--tributary-surface": colors.gray[0],
    "--tributary-card": "#fff",
    "--tributary-line": colors.gray[2],
  },
  dark: {
    "--mantine-color-body": colors.dark[9],
    "--mantine-color-anchor": colors.dark[0],
    "--mantine-color-dimmed": colors.dark[1],
    "--mantine-color-placeholder": colors.dark[1],
    "--mantine-color-error": colors.red[3],
    "--mantine-color-default": colors.dark[8],
    "--mantine-color-default-hover": colors.dark[7],
    "--tributary-surface": colors.dark[8],
    "--tributary-card": colors.dark[8],
    "--tributary-line": colors.dark[6],
  },
});
