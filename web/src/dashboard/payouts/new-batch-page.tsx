import { Autocomplete, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { BatchPreviewAnswer } from "tributary-sdk/pages";
import { batchPreviewQuery, createBatch } from "../../api/payouts.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { FactStrip } from "../../ui/facts.tsx";
import { countText, decimalsOf, moneyText, numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { Loaded, NoPermission } from "../../ui/states.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { BatchPreviewTable } from "./batch-preview-table.tsx";
import { useCurrencies } from "../shared/currencies.ts";
import type { NewBatchSearch } from "./search.ts";

const FROM = "/dashboard/$accountId/payouts/new";
const PAUSE_MS = 300;

/** What a batch would pay, to whom, and whom it would skip; made exactly as it is shown or not at all. */
export function NewBatchPage(): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const back = { label: "Payouts", link: { to: "/dashboard/$accountId/payouts", params: { accountId } } } as const;
  return (
    <Page title="Prepare a batch" note="A payout for every affiliate who can be paid." back={back}>
      {isOwner ? <Preparation /> : <NoPermission text="Only owners of the account make payouts." />}
    </Page>
  );
}

function Preparation(): ReactNode {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const currencies = useCurrencies();
  const currency = search.currency ?? currencies.find((code) => code === "EUR") ?? currencies[0] ?? "EUR";
  const go = (next: NewBatchSearch): void => void navigate({ search: next, replace: true });
  return (
    <Stack gap="lg">
      <Terms
        key={currency}
        currency={currency}
        currencies={currencies}
        minimum={search.minimum}
        onChange={(terms) => go(terms)}
      />
      <Preview currency={currency} search={search} onSearch={go} />
    </Stack>
  );
}

interface TermsProps {
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly minimum: number | undefined;
  readonly onChange: (terms: NewBatchSearch) => void;
}

function Terms({ currency, currencies, minimum, onChange }: TermsProps): ReactNode {
  const [code, setCode] = useState(currency);
  const [typed, setTyped] = useState<number | string>(minimum ?? "");
  const later = useDebouncedCallback(onChange, PAUSE_MS);
  const typeCode = (text: string): void => {
    const next = text.toUpperCase();
    setCode(next);
    // Another currency, another sense of how much is worth a transfer.
    if (/^[A-Z]{3}$/.test(next) && next !== currency) onChange({ currency: next });
  };
  const typeMinimum = (value: number | string): void => {
    setTyped(value);
    const least = Number(value);
    later({ currency, ...(least > 0 ? { minimum: least } : {}) });
  };
  return (
    <Group align="flex-start" gap="md">
      <Autocomplete label="Currency" data={[...currencies]} maxLength={3} w={140} value={code} onChange={typeCode} />
      <NumberInput
        label="Minimum for each affiliate"
        description="Smaller balances are carried over."
        min={0}
        decimalScale={decimalsOf(currency)}
        rightSection={<Text size="sm">{currency}</Text>}
        rightSectionWidth={52}
        hideControls
        w={240}
        value={typed}
        onChange={typeMinimum}
      />
    </Group>
  );
}

interface PreviewProps {
  readonly currency: string;
  readonly search: NewBatchSearch;
  readonly onSearch: (search: NewBatchSearch) => void;
}

function Preview({ currency, search, onSearch }: PreviewProps): ReactNode {
  const { id: accountId } = useAccount();
  const { minimum, offset } = search;
  const query = useQuery({
    ...batchPreviewQuery(accountId, {
      currency,
      ...(minimum === undefined ? {} : { minimum }),
      ...(offset === undefined ? {} : { offset }),
    }),
    placeholderData: keepPreviousData,
  });
  const terms = { currency, ...(minimum === undefined ? {} : { minimum }) };
  return (
    <Loaded query={query}>
      {(preview) => (
        <Stack gap="lg">
          <FactStrip
            facts={[
              { label: "Total", value: moneyText(preview.total, preview.currency) },
              { label: "Payouts", value: numberText(preview.payouts) },
              { label: "Conversions", value: numberText(preview.conversions) },
              { label: "Skipped", value: numberText(preview.skipped), note: "carried over" },
            ]}
          />
          <Make preview={preview} busy={query.isPlaceholderData} />
          <BatchPreviewTable
            preview={preview}
            busy={query.isPlaceholderData}
            onOffset={(next) => onSearch({ ...terms, ...(next > 0 ? { offset: next } : {}) })}
          />
        </Stack>
      )}
    </Loaded>
  );
}

function Make({ preview, busy }: { preview: BatchPreviewAnswer; busy: boolean }): ReactNode {
  const { id: accountId } = useAccount();
  const confirm = useConfirm();
  const change = useChange();
  const navigate = useNavigate();
  const { currency, minimum, total, payouts, as_of } = preview;
  if (payouts === 0) return null;
  const amount = moneyText(total, currency);
  const make = async (): Promise<void> => {
    const { batch } = await change(
      createBatch(accountId, { currency, minimum, as_of, expected: { total, payouts } }),
      () => `Made ${countText(payouts, "payout")} of ${amount} in all. Next: a file to pay them with.`,
    );
    const params = { accountId, batchId: batch.id };
    await navigate({ to: "/dashboard/$accountId/payouts/batches/$batchId", params });
  };
  const label = `Make ${countText(payouts, "payout")} of ${amount}`;
  return (
    <Group gap="md">
      <ActionButton
        disabled={busy}
        run={async () =>
          confirm({
            title: `${label}?`,
            body: `The conversions are set aside for these payouts, and a webhook goes out for each. If anything has changed since this preview, nothing is made and you see the new one. Tributary moves no money itself.`,
            action: label,
            run: make,
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
