// One dynamic import for the area: its pages arrive in one file.
export { ConnectorPage } from "./connector-page.tsx";
export { ConnectorsPage } from "./connectors-page.tsx";
export { NewConnectorPage } from "./new-connector-page.tsx";
