import { Autocomplete, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { currencyDecimals } from "tributary-sdk/currency";
import { PAYOUT_DAY_MAX } from "tributary-sdk/limits";
import type { ScheduleRow } from "tributary-sdk/pages";
import { saveSchedule } from "../../api/payout-settings.ts";
import { actionsColumn, moneyColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { sortingOf } from "../../ui/table/listed.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { calendarDay } from "../../format/dates.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { currencyCode } from "../../format/currency-code.ts";
import { moneyText } from "../../format/numbers.ts";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { useCurrencies } from "../shared/currencies.ts";

export function Schedules({ schedules }: { schedules: readonly ScheduleRow[] }): ReactNode {
  const { isOwner } = useAccount();
  const columns = useColumns();
  const { filter, onFilter } = useFilter("/dashboard/$accountId/settings/payouts");
  return (
    <Stack gap="lg">
      <DataTable
        label="Monthly batches"
        columns={columns}
        rows={schedules}
        rowId={({ currency }) => currency}
        sorting={{ ...sortingOf(filter.sort, onFilter), inPage: true }}
        empty="No monthly batches yet."
      />
      {schedules.some(({ disabled }) => disabled) && (
        <Text size="sm">
          An import disabled monthly batches, because the old installation may still create them. Save a batch again to
          enable it.
        </Text>
      )}
      {isOwner && <ScheduleForm />}
    </Stack>
  );
}

function useColumns(): readonly Column<ScheduleRow>[] {
  const { id: accountId, isOwner } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const stop = ({ currency }: ScheduleRow): void =>
    confirm({
      title: `Stop the monthly batch in ${currency}?`,
      body: "Tributary creates no further batches in this currency. Existing batches stay.",
      action: "Stop monthly batch",
      dangerous: true,
      run: () =>
        change(
          saveSchedule(accountId, { currency, day: null }),
          () => `Stopped. You now prepare batches in ${currency} yourself.`,
        ),
    });
  return [
    {
      id: "currency",
      header: "Currency",
      sort: "currency",
      sortValue: ({ currency }) => currency,
      cell: ({ currency }) => (
        <Text fw={500} size="sm">
          {currency}
        </Text>
      ),
    },
    {
      id: "day",
      header: "Day of the month",
      sort: "day",
      sortValue: ({ day }) => day,
      cell: ({ day }) => <span className="number">{day}</span>,
    },
    moneyColumn("minimum", "Minimum", ({ minimum, currency }) => [minimum, currency]),
    {
      id: "next",
      header: "Next batch",
      sort: "next",
      sortValue: ({ next_on: next, disabled }) => (disabled ? "" : next),
      cell: ({ next_on: next, disabled }) =>
        disabled ? <StatusBadge tone="warning">disabled by import</StatusBadge> : calendarDay(next),
    },
    actionsColumn((row) => (
      <RowMenu
        of={`the monthly batch in ${row.currency}`}
        actions={isOwner ? [{ label: "Stop monthly batch", dangerous: true, run: () => stop(row) }] : []}
      />
    )),
  ];
}

function ScheduleForm(): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const known = useCurrencies();
  const form = useForm<{ currency: string; day: number | string; minimum: number | string }>({
    initialValues: { currency: "EUR", day: 1, minimum: 50 },
    validate: {
      currency: (value) => (currencyCode(value) ? null : "Enter a three-letter code, such as EUR."),
      day: (value) =>
        Number(value) >= 1 && Number(value) <= PAYOUT_DAY_MAX ? null : `Enter a day from 1 to ${PAYOUT_DAY_MAX}.`,
      minimum: (value) => (value === "" ? "Enter a minimum. 0 is allowed." : null),
    },
  });
  const { currency, day, minimum } = form.values;
  const code = currencyCode(currency) ?? "EUR";
  const { submit, busy, problem } = useSubmit({ form }, async (values) => {
    const body = { currency: code, day: Number(values.day), minimum: Number(values.minimum) };
    await change(saveSchedule(accountId, body), () => `Saved. Tributary creates a batch in ${code} every month.`);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group align="flex-start" gap="md">
          <Autocomplete label="Currency" data={[...known]} maxLength={3} w={120} {...form.getInputProps("currency")} />
          <NumberInput
            label="Day of the month"
            min={1}
            max={PAYOUT_DAY_MAX}
            allowDecimal={false}
            w={150}
            {...form.getInputProps("day")}
          />
          <NumberInput
            label="Minimum"
            min={0}
            decimalScale={currencyDecimals(code)}
            rightSection={<Text size="sm">{code}</Text>}
            rightSectionWidth={52}
            hideControls
            w={180}
            {...form.getInputProps("minimum")}
          />
        </Group>
        <Text component="output" size="sm" c="dimmed">
          On day {day} of each month (UTC), Tributary creates payouts for all affiliates with at least{" "}
          {moneyText(Number(minimum), code)} ready to pay. Each currency has one monthly batch. Saving replaces it.
        </Text>
        <FormActions problem={problem} busy={busy} variant="default">
          Save monthly batch
        </FormActions>
      </Stack>
    </form>
  );
}
