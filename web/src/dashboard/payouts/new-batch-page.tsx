import { Autocomplete, Group, NumberInput, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { currencyDecimals } from "tributary-sdk/currency";
import type { BatchPreviewResponse } from "tributary-sdk/pages";
import { batchPreviewQuery, createBatch } from "../../api/payouts.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { useFilter, type OnFilter } from "../../ui/filter/use-filter.ts";
import { useTyped } from "../../ui/filter/use-typed.ts";
import { sortingOf, useList } from "../../ui/table/listed.tsx";
import { FactStrip } from "../../ui/facts.tsx";
import { currencyCode } from "../../format/currency-code.ts";
import { countText, moneyText, numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { Loaded, NoPermission } from "../../ui/states.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { BatchPreviewTable, type BatchPreviewTableProps } from "./batch-preview-table.tsx";
import { useCurrencies } from "../shared/currencies.ts";
import { newBatchSearch, type NewBatchSearch } from "./search.ts";

/** Previews a batch: who would be paid, and who skipped. The batch is created exactly as shown, or not at all. */
export function NewBatchPage(): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const back = { label: "Payouts", link: { to: "/dashboard/$accountId/payouts", params: { accountId } } } as const;
  return (
    <Page title="New batch" note="A payout for every affiliate with a balance that is ready to pay." back={back}>
      {isOwner ? <Preparation /> : <NoPermission text="Only owners can create payouts." />}
    </Page>
  );
}

function Preparation(): ReactNode {
  const { id: accountId } = useAccount();
  const { filter, onFilter } = useFilter("/dashboard/$accountId/payouts/new");
  const currencies = useCurrencies();
  const currency = filter.currency ?? currencies.find((code) => code === "EUR") ?? currencies[0] ?? "EUR";
  const terms = { ...filter, currency };
  const query = useList(batchPreviewQuery(accountId, terms));
  return <Batch key={currency} terms={terms} currencies={currencies} query={query} onFilter={onFilter} />;
}

interface BatchProps {
  readonly terms: NewBatchSearch & { readonly currency: string };
  readonly currencies: readonly string[];
  readonly query: UseQueryResult<BatchPreviewResponse>;
  readonly onFilter: OnFilter<NewBatchSearch>;
}

/** 0: no minimum. */
const minimumOf = (typed: number | string): number => newBatchSearch({ minimum: typed }).minimum ?? 0;

function Batch({ terms: { currency, minimum = 0, sort }, currencies, query, onFilter }: BatchProps): ReactNode {
  const [typed, type] = useTyped<number | string, number>({
    value: minimum,
    typedOf: (value) => (value === 0 ? "" : value),
    valueOf: minimumOf,
    // With its currency: another one could be the first by the next visit.
    onChange: (value) => onFilter({ currency, minimum: value === 0 ? undefined : value }, { replace: true }),
  });
  return (
    <Stack gap="lg">
      <Group align="flex-start" gap="md">
        <CurrencyField
          currency={currency}
          currencies={currencies}
          // A minimum in one currency makes no sense in another.
          onChange={(next) => onFilter({ currency: next, minimum: undefined })}
        />
        <NumberInput
          label="Minimum per affiliate"
          description="Smaller balances carry over."
          min={0}
          decimalScale={currencyDecimals(currency)}
          rightSection={<Text size="sm">{currency}</Text>}
          rightSectionWidth={52}
          hideControls
          w={240}
          value={typed}
          onChange={type}
        />
      </Group>
      <Loaded query={query}>
        {(preview) => (
          <Preview
            preview={preview}
            busy={query.isPlaceholderData || preview.minimum !== minimumOf(typed)}
            sorting={sortingOf(sort, (changes) => onFilter({ currency, ...changes }))}
            onOffset={(offset) => onFilter({ currency, offset })}
          />
        )}
      </Loaded>
    </Stack>
  );
}

interface CurrencyFieldProps {
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly onChange: (currency: string) => void;
}

function CurrencyField({ currency, currencies, onChange }: CurrencyFieldProps): ReactNode {
  const [code, setCode] = useState(currency);
  const type = (text: string): void => {
    const next = currencyCode(text);
    setCode(text.toUpperCase());
    if (next !== undefined && next !== currency) onChange(next);
  };
  return <Autocomplete label="Currency" data={[...currencies]} maxLength={3} w={140} value={code} onChange={type} />;
}

function Preview(props: BatchPreviewTableProps): ReactNode {
  const { preview, busy } = props;
  return (
    <Stack gap="lg">
      <FactStrip
        facts={[
          { label: "Total", value: moneyText(preview.total, preview.currency) },
          { label: "Payouts", value: numberText(preview.payouts) },
          { label: "Conversions", value: numberText(preview.conversions) },
          { label: "Skipped", value: numberText(preview.skipped), note: "Carried over" },
        ]}
      />
      <CreateBatch preview={preview} busy={busy} />
      <BatchPreviewTable {...props} />
    </Stack>
  );
}

function CreateBatch({ preview, busy }: { preview: BatchPreviewResponse; busy: boolean }): ReactNode {
  const { id: accountId } = useAccount();
  const confirm = useConfirm();
  const change = useChange();
  const navigate = useNavigate();
  const { currency, minimum, total, payouts, as_of } = preview;
  if (payouts === 0) return null;
  const amount = moneyText(total, currency);
  const create = async (): Promise<void> => {
    const { batch } = await change(
      createBatch(accountId, { currency, minimum, as_of, expected: { total, payouts } }),
      () => `Created ${countText(payouts, "payout")}, ${amount} in total. Next, create a payment file.`,
    );
    const params = { accountId, batchId: batch.id };
    await navigate({ to: "/dashboard/$accountId/payouts/batches/$batchId", params });
  };
  const label = `Create ${countText(payouts, "payout")}, ${amount} in total`;
  return (
    <Group gap="md">
      <ActionButton
        disabled={busy}
        run={async () =>
          confirm({
            title: `${label}?`,
            body: "Tributary reserves the conversions for these payouts and sends a webhook for each. If anything has changed since this preview, nothing is created and you see a new preview. Tributary moves no money.",
            action: label,
            run: create,
          })
        }
      >
        {label}
      </ActionButton>
      <Text size="sm" c="dimmed">
        As of <When at={as_of} />.
      </Text>
    </Group>
  );
}
