import { Group, Stack, Table, Text } from "@mantine/core";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AuditEntryRow } from "tributary-sdk/pages";
import { exactTime } from "../../format/dates.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FactList } from "../../ui/facts.tsx";
import { useAccount } from "../shared/account.ts";
import { AuditLink } from "./audit-link.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { actorText, actionText, factName, factText } from "../../words/audit.ts";

interface EntryDialogProps {
  readonly entry: AuditEntryRow | undefined;
  readonly onClose: () => void;
}

export function EntryDialog({ entry, onClose }: EntryDialogProps): ReactNode {
  return (
    <Dialog opened={entry !== undefined} onClose={onClose} title={entry && actionText(entry.action)} size="lg">
      {entry && <Entry entry={entry} />}
    </Dialog>
  );
}

function Entry({ entry }: { entry: AuditEntryRow }): ReactNode {
  const { actor, subject, address, user_agent: userAgent } = entry;
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          { label: "Who", value: <Named name={actorText(actor)} id={actor.name === null ? null : actor.id} /> },
          {
            label: "Item",
            value: <Named name={subject.name ?? subject.id} id={subject.name === null ? null : subject.id} />,
          },
          { label: "When", value: exactTime(entry.at) },
          ...(address === null ? [] : [{ label: "IP address", value: address }]),
          ...(userAgent === null ? [] : [{ label: "Browser", value: userAgent }]),
        ]}
      />
      <Sides entry={entry} />
      <Group gap="lg">
        <SubjectLink subject={subject} />
        <AuditLink subject={subject.id}>All entries for this {subject.kind}</AuditLink>
      </Group>
    </Stack>
  );
}

function Named({ name, id }: { name: string; id: string | null }): ReactNode {
  return (
    <>
      {name}
      {id !== null && (
        <Text size="xs" c="dimmed">
          {id}
        </Text>
      )}
    </>
  );
}

function Sides({ entry: { before, after } }: { entry: AuditEntryRow }): ReactNode {
  const names = Object.keys({ ...before, ...after });
  if (names.length === 0) return null;
  const breaking = { overflowWrap: "anywhere" } as const;
  return (
    <Table aria-label="Before and after" layout="fixed" verticalSpacing="xs" horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          {before && <Table.Th>Before</Table.Th>}
          {after && <Table.Th>{before ? "After" : "Set to"}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400} c="dimmed" style={breaking}>
              {factName(name)}
            </Table.Th>
            {before && <Table.Td style={breaking}>{factText(before[name])}</Table.Td>}
            {after && <Table.Td style={breaking}>{factText(after[name])}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type Subject = AuditEntryRow["subject"];

function SubjectLink({ subject }: { subject: Subject }): ReactNode {
  const { id: accountId } = useAccount();
  const link = linkOf(subject, accountId);
  if (!link) return null;
  return (
    <AnchorLink {...link} size="sm">
      View {subject.kind}
    </AnchorLink>
  );
}

/** Undefined for kinds without a page. */
function linkOf({ kind, id }: Subject, accountId: string): LinkOptions | undefined {
  const links: Readonly<Record<string, LinkOptions>> = {
    campaign: { to: "/dashboard/$accountId/campaigns/$campaignId", params: { accountId, campaignId: id } },
    conversion: { to: "/dashboard/$accountId/conversions/$conversionId", params: { accountId, conversionId: id } },
    claim: { to: "/dashboard/$accountId/claims/$claimId", params: { accountId, claimId: id } },
    payout: { to: "/dashboard/$accountId/payouts/$payoutId", params: { accountId, payoutId: id } },
    batch: { to: "/dashboard/$accountId/payouts/batches/$batchId", params: { accountId, batchId: id } },
    delivery: { to: "/dashboard/$accountId/developers/deliveries/$deliveryId", params: { accountId, deliveryId: id } },
  };
  return links[kind];
}
