import { AppError, type ErrorCode } from "../../domain/errors.ts";
import { parseId, type Id, type IdKind } from "../../domain/ids.ts";

type Findable = { [Kind in IdKind]: `${Kind}_not_found` extends ErrorCode ? Kind : never }[IdKind];

/** A text of another form than our ids is answered like an id that does not exist. */
export function idFrom<Kind extends Findable>(kind: Kind, text: string): Id<Kind> {
  const id = parseId(kind, text);
  if (!id) throw new AppError(`${kind}_not_found`);
  return id;
}
