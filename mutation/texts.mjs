/**
 * User-facing texts change often, and a test that repeats one only costs time. Two words in lower case count as a text.
 */
const isText = (value) => /[a-z] [a-z]/.test(value);
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "texts",
    value: {
      shouldIgnore: (path) => (path.isStringLiteral() && isText(path.node.value) ? "A text for people." : undefined),
    },
  },
];
