import { Button } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { claimsQuery } from "../../api/claims.ts";
import { numberText } from "../../format/numbers.ts";
import { useAccount } from "../shared/account.ts";

/** The way to the claims, with how many wait. */
export function ClaimsLink(): ReactNode {
  const { id: accountId } = useAccount();
  const { data } = useQuery(claimsQuery(accountId, { state: "open", limit: 1 }));
  const open = data?.pagination.total ?? 0;
  const link = {
    to: "/dashboard/$accountId/claims",
    params: { accountId },
    ...(open > 0 ? { search: { state: "open" } } : {}),
  };
  return (
    <Button component={Link} {...(link as object)} variant="default" leftSection={<IconHelp size={16} aria-hidden />}>
      {open > 0 ? `${numberText(open)} open ${open === 1 ? "claim" : "claims"}` : "Claims"}
    </Button>
  );
}
