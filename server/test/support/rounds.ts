/** How many times longer than usual the races run: TRIBUTARY_ROUNDS=50 is for a night, not for every change. */
// oxlint-disable-next-line node/no-process-env -- only read here
const factor = Math.max(1, Number(process.env["TRIBUTARY_ROUNDS"] ?? 1) || 1);
export const rounds = (usual: number): number => usual * factor;
/** Only ends tests that hang, like the limit of all others. */
export const timeout = 600_000 * factor;
