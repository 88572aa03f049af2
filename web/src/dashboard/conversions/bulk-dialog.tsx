import { Alert, Button, Group, Progress, Stack, Table, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { ConversionAction, ConversionRow } from "tributary-sdk/pages";
import { accountKey } from "../../api/account.ts";
import { changeConversions } from "../../api/conversions.ts";
import { messageOf } from "../../api/failure.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { useAccount } from "../shared/account.ts";
import { BulkQuestion, past, type BulkWork } from "./bulk-question.tsx";

interface Report {
  readonly total: number;
  readonly done: number;
  readonly failed: readonly { readonly row: ConversionRow; readonly error: string }[];
  readonly finished: boolean;
}

/** Small enough to show progress, large enough to process hundreds in seconds. */
const CHUNK = 50;
const titles: Record<ConversionAction, string> = {
  approve: "Approve conversions",
  reject: "Reject conversions",
  unreject: "Restore conversions",
};

interface BulkDialogProps {
  readonly work: BulkWork;
  readonly onCancel: () => void;
  readonly onFinished: () => void;
}

/** Asks for confirmation, shows the progress, and reports which conversions failed and why. */
export function BulkDialog({ work, onCancel, onFinished }: BulkDialogProps): ReactNode {
  const { id: accountId } = useAccount();
  const queryClient = useQueryClient();
  const [report, setReport] = useState<Report>();
  const start = async (rows: readonly ConversionRow[], reason: string): Promise<void> => {
    await runAll({ accountId, work: { ...work, rows }, reason, onReport: setReport });
    void queryClient.invalidateQueries({ queryKey: accountKey(accountId) });
  };
  const close = (): void => {
    if (report === undefined) return onCancel();
    setReport(undefined);
    onFinished();
  };
  return (
    <Dialog
      opened
      busy={report?.finished === false}
      onClose={close}
      title={titles[work.action]}
      size="lg"
      closeOnClickOutside={report === undefined}
    >
      {!report && <BulkQuestion work={work} onCancel={onCancel} onStart={(rows, reason) => void start(rows, reason)} />}
      {report && <Progression action={work.action} report={report} onClose={close} />}
    </Dialog>
  );
}

function Progression(props: { action: ConversionAction; report: Report; onClose: () => void }): ReactNode {
  const { action, report, onClose } = props;
  const handled = report.done + report.failed.length;
  return (
    <Stack gap="md">
      <Progress
        value={(handled / report.total) * 100}
        aria-label="Progress"
        transitionDuration={120}
        {...(report.finished ? {} : { animated: true })}
      />
      <Text component="output" size="sm">
        {report.finished
          ? `${countText(report.done, "conversion")} ${past[action]}, ${numberText(report.failed.length)} failed.`
          : `${numberText(handled)} of ${numberText(report.total)} processed.`}
      </Text>
      {report.failed.length > 0 && (
        <Alert color="orange" variant="light" title={`Could not be ${past[action]}`}>
          <Table.ScrollContainer minWidth={300} mah={240} type="native">
            <Table aria-label={`Conversions that could not be ${past[action]}`} fz="sm">
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
  let report: Report = { total: work.rows.length, done: 0, failed: [], finished: false };
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
