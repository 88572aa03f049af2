import type { ConversionStatus, MemberAction } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import type { MerchantContext } from "../context.ts";
import { changeConversionAsMember } from "./change-conversion.ts";

export interface BulkChange {
  readonly action: MemberAction;
  readonly ids: readonly string[];
  readonly reason: string | undefined;
}
export type ChangeResult = { readonly id: string } & ({ status: ConversionStatus } | { refused: AppError });

/** Each conversion has its own transaction and result, so that one refusal does not affect the others. */
export async function bulkChangeConversions(
  context: MerchantContext,
  { action, ids, reason }: BulkChange,
): Promise<ChangeResult[]> {
  const results: ChangeResult[] = [];
  for (const id of ids) results.push(await changeOne(id));
  return results;

  async function changeOne(text: string): Promise<ChangeResult> {
    try {
      const id = parseId("conversion", text);
      if (!id) throw new AppError("conversion_not_found");
      const { status } = await changeConversionAsMember(context, action, { id, reason });
      return { id: text, status };
    } catch (error) {
      if (error instanceof AppError) return { id: text, refused: error };
      throw error;
    }
  }
}
