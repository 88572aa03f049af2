// One dynamic import for the pages of one connector. The list has a file of its own: it needs no forms.
export { ConnectorPage } from "./connector-page.tsx";
export { NewConnectorPage } from "./new-connector-page.tsx";
