import { Alert, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState, type ReactNode } from "react";
import type { ConnectorRow, CouponNamesResponse } from "tributary-sdk/pages";
import { pasteCouponNames } from "../../api/connectors.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { useSubmit } from "../../ui/form/submit.ts";
import { senderOf } from "../../words/connectors.ts";
import { useAccount, useChange } from "../shared/account.ts";

const PROBLEMS_SHOWN = 20;

/** Stripe's and Paddle's events name a code by its ID only. Codes from before the connector have to be pasted once. */
export function CouponNames({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const sender = senderOf(connector.provider);
  const noun = connector.provider === "stripe" ? "promotion code" : "discount";
  const change = useChange();
  const [result, setResult] = useState<CouponNamesResponse>();
  const form = useForm({
    initialValues: { text: "" },
    validate: { text: (text) => (text.trim() === "" ? "Paste at least one line." : null) },
  });
  const { submit, busy, problem } = useSubmit({ form }, async ({ text }) => {
    setResult(undefined);
    const stored = await change(pasteCouponNames(accountId, connector.id, { text }));
    setResult(stored);
    if (stored.problems.length === 0) form.reset();
  });
  return (
    <Stack gap="md" maw={640}>
      <Text size="sm" className="prose">
        {sender} sends only the ID of a {noun} with an order. Tributary learns the text of new codes automatically. For
        codes that are older than this connector, export them in {sender} and paste their IDs and texts here once.
      </Text>
      {canManage ? (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Textarea
              label="Promotion codes"
              description="One per line: ID, comma, code."
              placeholder={"promo_1NXWPn,SPRING10\npromo_1NXWPo,ADA20"}
              autosize
              minRows={5}
              maxRows={16}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
              {...form.getInputProps("text")}
            />
            {result && <Result result={result} />}
            <FormActions problem={problem} busy={busy}>
              Save promotion codes
            </FormActions>
          </Stack>
        </form>
      ) : (
        <Text size="sm" c="dimmed">
          You have view-only access. Managers and owners can paste promotion codes.
        </Text>
      )}
    </Stack>
  );
}

function Result({ result: { stored, problems } }: { result: CouponNamesResponse }): ReactNode {
  const saved = `Saved ${countText(stored, "promotion code")}.`;
  if (problems.length === 0)
    return (
      <Text component="output" size="sm">
        {saved} Orders that named one of them are tried again.
      </Text>
    );
  const more = problems.length - PROBLEMS_SHOWN;
  return (
    <Alert color="orange" variant="light" role="alert" title={`${countText(problems.length, "line")} to correct`}>
      <Text size="sm">{saved} The other lines were left out:</Text>
      <ul style={{ margin: "4px 0", paddingInlineStart: 20 }}>
        {problems.slice(0, PROBLEMS_SHOWN).map(({ line, problem }) => (
          <li key={line}>
            Line {numberText(line)}: {problem}
          </li>
        ))}
      </ul>
      {more > 0 && <Text size="sm">And {numberText(more)} more.</Text>}
    </Alert>
  );
}
