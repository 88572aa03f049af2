/** All rows of a long list, of which only one page is in memory. `read` gets the last row of the previous page. */
export async function* inPages<Row>(
  limit: number,
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let after: Row | undefined;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    after = rows.at(-1);
    if (rows.length < limit) return;
  }
}
