/**
 * Who reads the output may leave before its end, like `head`. The command goes on, because what it does matters more
 * than what it prints.
 */
export function outlastReader(): void {
  process.stdout.off("error", ignoreClosedPipe).on("error", ignoreClosedPipe);
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
