import { Autocomplete, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { currencyDecimals } from "tributary-sdk/currency";
import type { BatchPreviewAnswer } from "tributary-sdk/pages";
import { batchPreviewQuery, createBatch } from "../../api/payouts.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { useFilter, type Changes } from "../../ui/filter/use-filter.ts";
import { useList } from "../../ui/table/listed.tsx";
import { FactStrip } from "../../ui/facts.tsx";
import { currencyCode } from "../../format/currency-code.ts";
import { countText, moneyText, numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { Loaded, NoPermission } from "../../ui/states.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { BatchPreviewTable } from "./batch-preview-table.tsx";
import { useCurrencies } from "../shared/currencies.ts";
import type { NewBatchSearch } from "./search.ts";

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
  const { filter, onFilter } = useFilter("/dashboard/$accountId/payouts/new");
  const currencies = useCurrencies();
  const currency = filter.currency ?? currencies.find((code) => code === "EUR") ?? currencies[0] ?? "EUR";
  return (
    <Stack gap="lg">
      <Terms key={currency} currency={currency} currencies={currencies} minimum={filter.minimum} onChange={onFilter} />
      <Preview filter={{ ...filter, currency }} onFilter={onFilter} />
    </Stack>
  );
}

interface TermsProps {
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly minimum: number | undefined;
  readonly onChange: (terms: Changes<NewBatchSearch>) => void;
}

function Terms({ currency, currencies, minimum, onChange }: TermsProps): ReactNode {
  const [code, setCode] = useState(currency);
  const [typed, setTyped] = useState<number | string>(minimum ?? "");
  const later = useDebouncedCallback(onChange, PAUSE_MS);
  const typeCode = (text: string): void => {
    const next = currencyCode(text);
    setCode(text.toUpperCase());
    // Another currency, another sense of how much is worth a transfer.
    if (next !== undefined && next !== currency) onChange({ currency: next, minimum: undefined });
  };
  const typeMinimum = (value: number | string): void => {
    setTyped(value);
    const least = Number(value);
    later({ currency, minimum: least > 0 ? least : undefined });
  };
  return (
    <Group align="flex-start" gap="md">
      <Autocomplete label="Currency" data={[...currencies]} maxLength={3} w={140} value={code} onChange={typeCode} />
      <NumberInput
        label="Minimum for each affiliate"
        description="Smaller balances are carried over."
        min={0}
        decimalScale={currencyDecimals(currency)}
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
  readonly filter: NewBatchSearch & { readonly currency: string };
  readonly onFilter: (changes: Changes<NewBatchSearch>) => void;
}

function Preview({ filter, onFilter }: PreviewProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useList(batchPreviewQuery(accountId, filter));
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
            onOffset={(offset) => onFilter({ currency: filter.currency, offset })}
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
