import { IconHelp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { claimsQuery } from "../../api/claims.ts";
import { numberText } from "../../format/numbers.ts";
import { useAccount } from "../shared/account.ts";
import { ButtonLink } from "../../ui/link.tsx";

/** Links to the claims and shows how many are open. */
export function ClaimsLink(): ReactNode {
  const { id: accountId } = useAccount();
  const { data } = useQuery(claimsQuery(accountId, { state: "open", limit: 1 }));
  const open = data?.pagination.total ?? 0;
  return (
    <ButtonLink
      to="/dashboard/$accountId/claims"
      params={{ accountId }}
      search={open > 0 ? { state: "open" } : {}}
      variant="default"
      leftSection={<IconHelp size={16} aria-hidden />}
    >
      {open > 0 ? `${numberText(open)} open ${open === 1 ? "claim" : "claims"}` : "Missing-sale claims"}
    </ButtonLink>
  );
}
