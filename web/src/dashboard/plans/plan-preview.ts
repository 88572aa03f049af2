import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PlanPreviewResponse } from "tributary-sdk/pages";
import type { CommissionPlan } from "tributary-sdk/plan";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { planPreviewQuery } from "../../api/plans.ts";
import { useAccount } from "../shared/account.ts";
import { ordersOf, type ExampleDraft } from "./examples.ts";

const PAUSE_MS = 400;

interface Preview {
  readonly result: PlanPreviewResponse | undefined;
  /** The result is of an earlier plan. */
  readonly isStale: boolean;
  /** The server's error about the plan as it is now. */
  readonly refusal: string | undefined;
  /** Any other error. */
  readonly failure: string | undefined;
}

/** What the example orders pay, while the plan is being edited. `plan` is undefined while a field is empty. */
export function usePlanPreview(
  campaignId: string,
  plan: CommissionPlan | undefined,
  examples: readonly ExampleDraft[],
): Preview {
  const { id: accountId } = useAccount();
  const body = useMemo(() => {
    const orders = ordersOf(examples);
    return plan && orders ? { plan, orders } : undefined;
  }, [plan, examples]);
  const [asked] = useDebouncedValue(body, PAUSE_MS);
  const query = useQuery({
    ...planPreviewQuery(accountId, campaignId, asked ?? { plan: NO_PLAN, orders: [] }),
    enabled: asked !== undefined,
  });
  const isCurrent = asked === body;
  const problem = asked && isCurrent && query.error ? query.error : undefined;
  const isAboutPlan = problem instanceof ApiFailure && problem.message.startsWith("plan");
  return {
    result: asked && !problem ? query.data : undefined,
    isStale: !isCurrent || query.isPlaceholderData,
    refusal: isAboutPlan ? problem.message : undefined,
    failure: problem && !isAboutPlan ? messageOf(problem) : undefined,
  };
}

/** Never sent. */
const NO_PLAN: CommissionPlan = { base: { type: "percentage", value: 0 } };
