import { Alert, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { REASON_MAX } from "tributary-sdk/limits";
import type { ClawBackRow, ConversionRow, OrderFacts } from "tributary-sdk/pages";
import { clawBack, clawBacksQuery } from "../../api/balances.ts";
import { undoClawBack } from "../../api/refunds.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useNow } from "../../ui/clock.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { majorOf, minorOf, moneyText } from "../../format/numbers.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { When } from "../../ui/when.tsx";
import { deductionText, noteOf } from "../../words/refunds.ts";
import { useAccount, useChange } from "../shared/account.ts";

interface ClawBackProps {
  readonly row: ConversionRow;
  readonly deductions: OrderFacts["deductions"];
}

const reasonQuestion = {
  label: "Reason",
  help: "Required. Visible to the affiliate.",
  lengthMax: REASON_MAX,
  required: true,
};

/** After the hold period, a conversion can no longer be rejected. Owners can still deduct what is left of its commission. */
export function ClawBackButton({ row, deductions }: ClawBackProps): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const now = useNow();
  const confirm = useConfirm();
  const change = useChange();
  const isMatured = row.status === "approved" && Date.parse(row.matures_at) <= now;
  const { commission_currency: currency } = row;
  const left = majorOf(minorOf(row.commission, currency) - totalMinor(deductions, currency), currency);
  if (!isOwner || !isMatured || left <= 0) return null;
  const amount = moneyText(left, currency);
  const deduct = async (reason: string | undefined): Promise<unknown> =>
    change(
      clawBack(accountId, row.id, { reason: reason ?? "" }),
      () => `${amount} will be deducted from the next payouts to ${row.affiliate_name}.`,
    );
  return (
    <ActionButton
      variant="default"
      run={async () =>
        confirm({
          title: `Deduct the commission for ${row.external_id}?`,
          body: `${amount} will be deducted from the next payouts to ${row.affiliate_name} in ${currency}. Any remainder carries over. The money does not return to the budget of ${row.campaign_name}.`,
          action: `Deduct ${amount}`,
          dangerous: true,
          note: reasonQuestion,
          run: deduct,
        })
      }
    >
      Deduct commission
    </ActionButton>
  );
}

const totalMinor = ({ deducted, open }: ClawBackProps["deductions"], currency: string): bigint =>
  minorOf(deducted, currency) + minorOf(open, currency);

/** The newest deductions, and what all of them add up to. */
export function ClawedBack({ row, deductions }: ClawBackProps): ReactNode {
  const { id: accountId } = useAccount();
  const { data } = useQuery({
    ...clawBacksQuery(accountId, { conversion_id: row.id, limit: 100 }),
    // Only an approved conversion can have claw-backs.
    enabled: row.status === "approved",
  });
  if (!data || data.claw_backs.length === 0) return null;
  const { claw_backs: rows } = data;
  const { commission_currency: currency } = row;
  const total = majorOf(totalMinor(deductions, currency), currency);
  return (
    <Alert
      color={total === 0 ? "gray" : "orange"}
      variant="light"
      title={deductionText(deductions, currency) ?? "Deduction returned"}
    >
      <Stack gap="sm">
        {rows.map((each) => (
          <Group key={each.id} gap="xs" justify="space-between">
            <Line deduction={each} />
            {total > 0 && each.amount > 0 && rows.every(({ undoes_id: undone }) => undone !== each.id) && (
              <UndoDeduction deduction={each} most={total} />
            )}
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

function Line({ deduction }: { deduction: ClawBackRow }): ReactNode {
  const { id: accountId } = useAccount();
  const { amount, currency, reason, created_at: at, payout_id: payoutId } = deduction;
  const isReturn = amount < 0;
  const note = isReturn ? reason : noteOf(reason);
  return (
    <Text size="sm" className="breakable" flex="1 1 16rem">
      {moneyText(Math.abs(amount), currency)} · {note === undefined ? "" : `“${note}” · `}
      <When at={at} /> ·{" "}
      {payoutId === null ? (
        `to be ${isReturn ? "returned with" : "deducted from"} the next payouts`
      ) : (
        <AnchorLink
          to="/dashboard/$accountId/payouts/$payoutId"
          params={{ accountId, payoutId }}
          size="sm"
          underline="always"
          c="inherit"
        >
          {isReturn ? "returned with payout" : "deducted from payout"}
        </AnchorLink>
      )}
    </Text>
  );
}

/** Returns at most what no other step has returned already. */
function UndoDeduction({ deduction, most }: { deduction: ClawBackRow; most: number }): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const confirm = useConfirm();
  const change = useChange();
  if (!isOwner) return null;
  const { affiliate_name: name, currency, payout_id: payoutId } = deduction;
  const amount = moneyText(Math.min(deduction.amount, most), currency);
  const effect =
    payoutId === null
      ? `The next payout to ${name} no longer deducts ${amount}.`
      : `The next payout to ${name} returns ${amount}.`;
  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      run={async () =>
        confirm({
          title: `Undo the deduction of ${amount}?`,
          body: effect,
          action: "Undo deduction",
          note: reasonQuestion,
          run: (reason) =>
            change(undoClawBack(accountId, deduction.id, { reason: reason ?? "" }), () => `Undone. ${effect}`),
        })
      }
    >
      Undo deduction
    </ActionButton>
  );
}
