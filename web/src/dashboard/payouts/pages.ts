// One dynamic import for the area: its pages arrive in one file.
export { PayoutsPage } from "./payouts-page.tsx";
export { NewBatchPage } from "./new-batch-page.tsx";
export { ImportPage } from "./import-page.tsx";
export { PayoutPage } from "./payout-page.tsx";
export { BatchPage } from "./batch-page.tsx";
export { StatementPage } from "./statement-page.tsx";
