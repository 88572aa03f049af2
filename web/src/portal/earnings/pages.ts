// One dynamic import for the area: its pages arrive in one file.
export { EarningsPage } from "./earnings-page.tsx";
export { PayoutsPage } from "../payouts/payouts-page.tsx";
export { PayoutPage } from "../payouts/payout-page.tsx";
export { StatementsPage } from "../statements/statements-page.tsx";
export { StatementPage } from "../statements/statement-page.tsx";
