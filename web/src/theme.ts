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

const greys: MantineColorsTuple = [
  "#eceff1",
  "#c6cdd2",
  "#a3adb4",
  "#7d8890",
  "#3d464d",
  "#343c43",
  "#272e34",
  "#1b2025",
  "#15191d",
  "#0f1215",
];

/** A dialog is no page: its <header> must not count as a second banner of the page around it. */
const quietHeader = { header: { role: "presentation" } };

/** Calmer than the component's own: a tint, and words that can be read on it. */
const alertVars: Readonly<Record<string, Record<"--alert-bg" | "--alert-color", string>>> = {
  red: { "--alert-bg": "light-dark(#fdf1f1, #2b1a1c)", "--alert-color": "light-dark(#8a1220, #ffb8bf)" },
  orange: { "--alert-bg": "light-dark(#fff6e8, #2c2314)", "--alert-color": "light-dark(#7a3b00, #ffd09b)" },
};

export const theme = createTheme({
  primaryColor: "teal",
  // White text needs the two darkest shades to be read by everybody.
  primaryShade: { light: 8, dark: 7 },
  colors: { teal, dark: greys },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "2rem" },
      h2: { fontSize: "1.125rem", lineHeight: "1.5rem" },
      h3: { fontSize: "1rem", lineHeight: "1.5rem" },
    },
  },
  // By name and not by import: the first script need not carry what its page does not show.
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
        // In the page's main part: what floats outside every landmark is easily missed by those who listen.
        portalProps: { target: "#content" },
        // The first item takes the focus; an empty placeholder is not a menu item.
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 80 },
      },
    },
    // A number out of bounds is reported, never silently replaced.
    NumberInput: { defaultProps: { clampBehavior: "none" } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Alert: {
      vars: (_theme: MantineTheme, props: { color?: string }) => ({ root: alertVars[String(props.color)] ?? {} }),
    },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true }, transitionProps: { duration: 80 } } },
  },
});

/** Mantine's own greys and reds for secondary text miss the contrast of 4.5 to 1. */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }: MantineTheme) => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": colors.gray[7],
    "--mantine-color-placeholder": colors.gray[7],
    "--mantine-color-error": colors.red[9],
    "--tributary-surface": colors.gray[0],
    "--tributary-line": colors.gray[3],
  },
  dark: {
    "--mantine-color-dimmed": colors.dark[1],
    "--mantine-color-placeholder": colors.dark[1],
    "--mantine-color-error": colors.red[3],
    "--mantine-color-anchor": colors["teal"]?.[3] ?? "",
    "--tributary-surface": colors.dark[8],
    "--tributary-line": colors.dark[5],
  },
});
