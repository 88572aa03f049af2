import { IconChecks } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/link.tsx";
import { useAccount } from "../shared/account.ts";

export function ReviewLink(): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <ButtonLink
      to="/dashboard/$accountId/conversions/review"
      params={{ accountId }}
      leftSection={<IconChecks size={16} aria-hidden />}
    >
      Review queue
    </ButtonLink>
  );
}
