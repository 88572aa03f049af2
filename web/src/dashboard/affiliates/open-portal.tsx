import { Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { openTestPortal } from "../../api/test-mode.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import type { RowAction } from "../../ui/table/row-menu.tsx";
import { useAccount } from "../shared/account.ts";

interface Affiliate {
  readonly id: string;
  readonly name: string;
}

/** Opens the portal as an affiliate. In test mode only, where affiliates are test people. */
function useOpenPortal(): ((affiliate: Affiliate) => Promise<void>) | undefined {
  const { id: accountId, canManage, test } = useAccount();
  if (test === null || !canManage) return undefined;
  return async ({ id }) => {
    await openTestPortal(accountId, id);
    globalThis.location.assign("/test/portal");
  };
}

export function OpenPortalButton({ affiliate }: { affiliate: Affiliate }): ReactNode {
  const open = useOpenPortal();
  if (!open) return null;
  return (
    <ActionButton
      variant="default"
      maw="min(100%, 22rem)"
      leftSection={<IconExternalLink size={16} aria-hidden />}
      run={() => open(affiliate)}
    >
      <Text span inherit truncate title={affiliate.name}>
        Open portal as {affiliate.name}
      </Text>
    </ActionButton>
  );
}

/** For the affiliate's menu in a list. */
export function useOpenPortalAction(): (affiliate: Affiliate) => readonly RowAction[] {
  const open = useOpenPortal();
  return (affiliate) =>
    open ? [{ label: `Open portal as ${affiliate.name}`, dangerous: false, run: () => open(affiliate) }] : [];
}
