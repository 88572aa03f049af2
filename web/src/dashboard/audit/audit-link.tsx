import type { ReactNode } from "react";
import { useAccount } from "../shared/account.ts";
import { AnchorLink } from "../../ui/link.tsx";

interface AuditLinkProps {
  /** Shows only the entries for this ID. Without it, the link shows all entries. */
  readonly subject?: string;
  readonly children: ReactNode;
}

/** Hidden from viewers, who have no access to the audit log. */
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
