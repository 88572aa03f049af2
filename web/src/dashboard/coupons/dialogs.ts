// One dynamic import for the dialogs: they arrive in one file.
export { CreateDialog } from "./create-dialog.tsx";
export { HistoryDialog } from "./history-dialog.tsx";
export { MoveDialog } from "./move-dialog.tsx";
