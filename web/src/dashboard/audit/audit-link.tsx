import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useAccount } from "../shared/account.ts";

interface AuditLinkProps {
  /** The thing whose own entries it leads to; all of them without one. */
  readonly subject?: string;
  readonly children: ReactNode;
}

/** For those who may read the log. */
export function AuditLink({ subject, children }: AuditLinkProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  if (!canManage) return null;
  const link = {
    to: "/dashboard/$accountId/settings/audit-log",
    params: { accountId },
    search: subject === undefined ? {} : { subject },
  };
  return (
    <Anchor component={Link} {...(link as object)} size="sm">
      {children}
    </Anchor>
  );
}
