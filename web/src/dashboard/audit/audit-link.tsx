import type { ReactNode } from "react";
import { useAccount } from "../shared/account.ts";
import { AnchorLink } from "../../ui/link.tsx";

interface AuditLinkProps {
  /** The thing whose own entries it leads to; all of them without one. */
  readonly subject?: string;
  readonly children: ReactNode;
}

/** For those who may read the log. */
export function AuditLink({ subject, children }: AuditLinkProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  if (!canManage) return null;
  return (
    <AnchorLink
      to="/dashboard/$accountId/settings/audit-log"
      params={{ accountId }}
      search={subject === undefined ? {} : { subject }}
      size="sm"
    >
      {children}
    </AnchorLink>
  );
}
