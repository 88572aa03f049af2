import { IconChecks } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";

export function AllCaughtUp(): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <EmptyState
      icon={IconChecks}
      title="All caught up"
      text="No conversions are pending review."
      action={
        <ButtonLink variant="default" to="/dashboard/$accountId/conversions" params={{ accountId }} search={{}}>
          View all conversions
        </ButtonLink>
      }
    />
  );
}
