import { Stack, Textarea } from "@mantine/core";
import { useState, type FormEvent, type ReactNode } from "react";
import { CLAIM_ANSWER_MAX } from "tributary-sdk/limits";
import type { ClaimRow } from "tributary-sdk/pages";
import { answerClaim } from "../../api/claims.ts";
import { messageOf } from "../../api/failure.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { Section } from "../../ui/section.tsx";
import { useAccount, useChange } from "../shared/account.ts";

export function AnswerForm({ claim }: { claim: ClaimRow }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await change(
        answerClaim(accountId, claim.id, { text: text.trim() }),
        () => `Answer sent. ${claim.affiliate_name} sees it in the portal.`,
      );
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <Section title="Answer" note={`Visible to ${claim.affiliate_name}.`}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label="Your answer"
            maxLength={CLAIM_ANSWER_MAX}
            autosize
            minRows={3}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <FormActions problem={problem} busy={busy} disabled={text.trim() === ""}>
            Send answer
          </FormActions>
        </Stack>
      </form>
    </Section>
  );
}
