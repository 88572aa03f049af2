import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState, type ReactNode } from "react";
import { PAGE_SIZE_MAX, PAYMENT_REFERENCE_MAX } from "tributary-sdk/limits";
import type { BatchPaidResponse, BatchRow, PayoutRow } from "tributary-sdk/pages";
import { ApiFailure } from "../../api/failure.ts";
import { markBatchPaid, payoutsQuery } from "../../api/payouts.ts";
import { localDayAt } from "../../format/dates.ts";
import { countText, majorOf, minorOf, moneyText } from "../../format/numbers.ts";
import { day } from "../../format/search-params.ts";
import { useNow } from "../../ui/clock.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { notifyDone } from "../../ui/notice/notify.ts";
import { Loaded } from "../../ui/states.tsx";
import { useList } from "../../ui/table/listed.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { destinationText } from "../../words/payouts.ts";
import { useAccount, useChange } from "../shared/account.ts";
import classes from "./mark-batch.module.css";

interface MarkBatchProps {
  readonly batch: BatchRow;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function MarkBatchDialog({ batch, opened, onClose }: MarkBatchProps): ReactNode {
  const [report, setReport] = useState<Report>();
  const close = (): void => {
    setReport(undefined);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title="Mark batch as paid" size="lg">
      {report ? (
        <ReportView report={report} onClose={close} />
      ) : (
        <Form batch={batch} onClose={close} onReport={setReport} />
      )}
    </Dialog>
  );
}

interface Report {
  readonly done: string;
  readonly left: readonly { readonly id: string; readonly name: string; readonly why: string }[];
}

interface FormProps {
  readonly batch: BatchRow;
  readonly onClose: () => void;
  readonly onReport: (report: Report) => void;
}

function Form({ batch, onClose, onReport }: FormProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const [offset, setOffset] = useState(0);
  const query = useList({
    ...payoutsQuery(accountId, { batch_id: batch.id, status: "created", limit: PAGE_SIZE_MAX, offset }),
    // Payouts that were read before a file was created would be shown as not in it.
    gcTime: 0,
  });
  const [except, setExcept] = useState<ReadonlyMap<string, PayoutRow>>(new Map());
  const today = localDayAt(useNow());
  const form = useForm({
    initialValues: { reference: "", paid_on: today },
    validate: { paid_on: (value) => (day(value) === undefined ? "Enter the payment date." : null) },
  });
  const { submit, busy, problem } = useSubmit({ form, leaves: true }, async ({ reference, paid_on }) => {
    const answer = await change(
      markBatchPaid(accountId, batch.id, {
        paid_on,
        ...(reference.trim() === "" ? {} : { reference: reference.trim() }),
        ...(except.size === 0 ? {} : { except: [...except.keys()] }),
      }),
    );
    const report = reportOf(answer);
    const [first] = answer.results.flatMap((each) => (each.outcome === "refused" ? [each] : []));
    if (answer.changes === 0 && first) throw new ApiFailure(400, first);
    if (report.left.length > 0) return onReport(report);
    notifyDone(report.done);
    onClose();
  });
  const toggle = (row: PayoutRow): void => {
    const next = new Map(except);
    if (!next.delete(row.id)) next.set(row.id, row);
    setExcept(next);
  };
  const ticked = tickedOf(batch, [...except.values()]);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput type="date" label="Paid on" {...form.getInputProps("paid_on")} />
          <TextInput
            label="Reference"
            description="Visible to the affiliates. Optional."
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={PAYMENT_REFERENCE_MAX}
            data-autofocus
            {...form.getInputProps("reference")}
          />
        </Group>
        <Loaded query={query}>
          {({ payouts, pagination }) => (
            <>
              {hasFile(batch) && payouts.some(({ in_file }) => !in_file) && (
                <Text size="sm">Some payouts are not in a payment file. Untick those you have not paid.</Text>
              )}
              <ul className={classes["list"]} aria-label="Open payouts">
                {payouts.map((row) => (
                  <li key={row.id} className={classes["row"]}>
                    <Checkbox
                      checked={!except.has(row.id)}
                      onChange={() => toggle(row)}
                      label={row.affiliate_name}
                      description={noteOf(batch, row)}
                      classNames={{ root: classes["tick"] ?? "" }}
                    />
                    <span className="number">{moneyText(row.amount, row.currency)}</span>
                  </li>
                ))}
              </ul>
              {pagination.total > pagination.limit && <TableFoot span={pagination} onOffset={setOffset} />}
            </>
          )}
        </Loaded>
        <FormActions
          problem={problem}
          busy={busy}
          disabled={ticked.payouts === 0 || query.data === undefined}
          inDialog
          onCancel={onClose}
          cancelLabel="Not yet"
        >
          Mark {countText(ticked.payouts, "payout")} as paid, {moneyText(ticked.amount, batch.currency)}
        </FormActions>
      </Stack>
    </form>
  );
}

const hasFile = ({ files }: BatchRow): boolean => files.some(({ written_at: at }) => at !== null);

const noteOf = (batch: BatchRow, row: PayoutRow): string =>
  `${destinationText(row.method, row.account_hint)}${hasFile(batch) && !row.in_file ? " · not in a payment file" : ""}`;

/** Everything open, less what is unticked. */
function tickedOf({ totals: { created }, currency }: BatchRow, except: readonly PayoutRow[]) {
  const left = except.reduce((sum, row) => sum + minorOf(row.amount, currency), 0n);
  return {
    payouts: created.payouts - except.length,
    amount: majorOf(minorOf(created.amount, currency) - left, currency),
  };
}

/** Lists every payout that is not paid now, apart from the unticked ones. */
function reportOf(answer: BatchPaidResponse): Report {
  return {
    done: `Marked ${countText(answer.changes, "payout")} as paid, ${moneyText(answer.amount, answer.currency)} in total.`,
    left: answer.results.flatMap((each) => {
      const about = { id: each.payout_id, name: each.affiliate_name };
      if (each.outcome === "refused") return { ...about, why: each.error };
      if (each.outcome === "unchanged" && each.status !== "paid")
        return { ...about, why: each.status === "failed" ? "Failed." : "Cancelled." };
      return [];
    }),
  };
}

function ReportView({ report, onClose }: { report: Report; onClose: () => void }): ReactNode {
  return (
    <Stack gap="md">
      <Text size="sm">{report.done}</Text>
      <Alert color="orange" variant="light" title={`${countText(report.left.length, "payout")} not marked as paid`}>
        <ul className={classes["left"]}>
          {report.left.map(({ id, name, why }) => (
            <li key={id}>
              {name}: {why}
            </li>
          ))}
        </ul>
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
