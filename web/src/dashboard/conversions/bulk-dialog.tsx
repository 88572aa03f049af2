import { Alert, Button, Group, Modal, Progress, Stack, Table, Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { REASON_MAX } from "tributary-sdk/limits";
import type { ConversionAction, ConversionRow } from "tributary-sdk/pages";
import { accountKey } from "../../api/account.ts";
import { changeConversions } from "../../api/conversions.ts";
import { messageOf } from "../../api/failure.ts";
import { countText, moneyText, numberText, sumByCurrency } from "../../format/numbers.ts";
import { useAccount } from "../shared/account.ts";

export interface BulkWork {
  readonly action: ConversionAction;
  readonly rows: readonly ConversionRow[];
}

interface Report {
  readonly done: number;
  readonly failed: readonly { readonly row: ConversionRow; readonly error: string }[];
  readonly finished: boolean;
}

/** Small enough to show progress, large enough to process hundreds in seconds. */
const CHUNK = 50;
const verbs: Record<ConversionAction, string> = { approve: "Approve", reject: "Reject", unreject: "Restore" };
const past: Record<ConversionAction, string> = {
  approve: "approved",
  reject: "rejected",
  unreject: "restored",
};

interface BulkDialogProps {
  readonly work: BulkWork;
  readonly onCancel: () => void;
  readonly onFinished: () => void;
}

/** Asks for confirmation, shows the progress, and reports which conversions failed and why. */
export function BulkDialog({ work, onCancel, onFinished }: BulkDialogProps): ReactNode {
  const [report, setReport] = useState<Report>();
  const close = (): void => {
    if (report === undefined) return onCancel();
    if (!report.finished) return;
    setReport(undefined);
    onFinished();
  };
  const title = `${verbs[work.action]} ${countText(work.rows.length, "conversion")}`;
  return (
    <Modal opened onClose={close} title={title} size="lg" closeOnClickOutside={report === undefined}>
      {!report && <Question work={work} onCancel={onCancel} onReport={setReport} />}
      {report && <Progression work={work} report={report} onClose={close} />}
    </Modal>
  );
}

interface QuestionProps {
  readonly work: BulkWork;
  readonly onCancel: () => void;
  readonly onReport: (report: Report) => void;
}

function Question({ work, onCancel, onReport }: QuestionProps): ReactNode {
  const { id: accountId } = useAccount();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const start = async (): Promise<void> => {
    await runAll({ accountId, work, reason: reason.trim(), onReport });
    void queryClient.invalidateQueries({ queryKey: accountKey(accountId) });
  };
  return (
    <Stack gap="md">
      <Text size="sm">
        {verbs[work.action]} {countText(work.rows.length, "conversion")} with commissions of {sumsOf(work.rows)}. If one
        can't be {past[work.action]}, the rest still go through.
      </Text>
      {work.action === "reject" && (
        <Textarea
          label="Reason"
          description="Visible to affiliates. Optional."
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autosize
          minRows={2}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button color={work.action === "reject" ? "red.9" : "teal"} onClick={() => void start()} data-autofocus>
          {verbs[work.action]} {countText(work.rows.length, "conversion")}
        </Button>
      </Group>
    </Stack>
  );
}

function Progression({ work, report, onClose }: { work: BulkWork; report: Report; onClose: () => void }): ReactNode {
  const handled = report.done + report.failed.length;
  return (
    <Stack gap="md">
      <Progress
        value={(handled / work.rows.length) * 100}
        aria-label="Progress"
        transitionDuration={120}
        {...(report.finished ? {} : { animated: true })}
      />
      <Text component="output" size="sm">
        {report.finished
          ? `${countText(report.done, "conversion")} ${past[work.action]}, ${numberText(report.failed.length)} failed.`
          : `${numberText(handled)} of ${numberText(work.rows.length)} processed.`}
      </Text>
      {report.failed.length > 0 && (
        <Alert color="orange" variant="light" title={`Could not be ${past[work.action]}`}>
          <Table.ScrollContainer minWidth={300} mah={240} type="native">
            <Table aria-label={`Conversions that could not be ${past[work.action]}`} fz="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Order ID</Table.Th>
                  <Table.Th>Error</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {report.failed.map(({ row, error }) => (
                  <Table.Tr key={row.id}>
                    <Table.Td>{row.external_id}</Table.Td>
                    <Table.Td>{error}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} disabled={!report.finished}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

interface Run {
  readonly accountId: string;
  readonly work: BulkWork;
  readonly reason: string;
  readonly onReport: (report: Report) => void;
}

/** A chunk without a response counts as failed: nobody knows whether it was applied. */
async function runAll({ accountId, work, reason, onReport }: Run): Promise<void> {
  let report: Report = { done: 0, failed: [], finished: false };
  onReport(report);
  for (let start = 0; start < work.rows.length; start += CHUNK) {
    const rows = work.rows.slice(start, start + CHUNK);
    const byId = new Map(rows.map((row) => [row.id, row]));
    try {
      const body = { action: work.action, ids: [...byId.keys()] };
      const { results } = await changeConversions(accountId, reason === "" ? body : { ...body, reason });
      const failed = results.flatMap((result) => {
        const row = byId.get(result.id);
        return result.ok || !row ? [] : [{ row, error: result.error }];
      });
      report = {
        ...report,
        done: report.done + rows.length - failed.length,
        failed: [...report.failed, ...failed],
      };
    } catch (error) {
      const failed = rows.map((row) => ({ row, error: messageOf(error) }));
      report = { ...report, failed: [...report.failed, ...failed] };
    }
    onReport(report);
  }
  onReport({ ...report, finished: true });
}

/** One sum per currency: amounts in different currencies are never added up. */
function sumsOf(rows: readonly ConversionRow[]): string {
  const sums = sumByCurrency(rows.map((row) => [row.commission_currency, row.commission]));
  return Object.entries(sums)
    .map(([currency, sum]) => moneyText(sum, currency))
    .join(" and ");
}
