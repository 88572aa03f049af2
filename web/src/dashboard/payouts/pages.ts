// One dynamic import for the other pages of the area: they arrive in one file.
export { NewBatchPage } from "./new-batch-page.tsx";
export { ImportPage } from "./import-page.tsx";
export { PayoutPage } from "./payout-page.tsx";
export { BatchPage } from "./batch-page.tsx";
export { StatementPage } from "./statement-page.tsx";
