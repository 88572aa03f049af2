import { Button } from "@mantine/core";
import { Suspense, useState, type ReactNode } from "react";
import { matchingConversions } from "../../api/conversions.ts";
import { messageOf } from "../../api/failure.ts";
import { numberText } from "../../format/numbers.ts";
import { lazily } from "../../ui/lazy.ts";
import { notifyProblem } from "../../ui/notice/notify.ts";
import { useAccount } from "../shared/account.ts";
import type { BulkWork } from "../conversions/bulk-question.tsx";
import { useDecisions } from "../conversions/decisions.tsx";
import type { QueuePart } from "./queue.ts";

const BulkDialog = lazily(() => import("../conversions/bulk-dialog.tsx"), "BulkDialog");

/** Approves every pending conversion without flags, after a confirmation. */
export function ApproveUnflagged({ part: { left, isAtLeast } }: { part: QueuePart }): ReactNode {
  const { id: accountId } = useAccount();
  const decisions = useDecisions();
  const [loading, setLoading] = useState(false);
  const [work, setWork] = useState<BulkWork>();
  const ask = async (): Promise<void> => {
    setLoading(true);
    try {
      const found = await matchingConversions(accountId, { status: "pending", warning_sign: "none" });
      setWork({ action: "approve", rows: found.filter(({ id }) => !decisions.has(id)) });
    } catch (error) {
      notifyProblem(messageOf(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      {left > 0 && (
        <Button loading={loading} onClick={() => void ask()}>
          Approve {isAtLeast ? "all" : numberText(left)} without flags
        </Button>
      )}
      {work && (
        <Suspense>
          <BulkDialog work={work} onCancel={() => setWork(undefined)} onFinished={() => setWork(undefined)} />
        </Suspense>
      )}
    </>
  );
}
