import { Alert, Stack, Text, Textarea } from "@mantine/core";
import { IconCheck, IconInfoCircle, IconQuestionMark, type Icon } from "@tabler/icons-react";
import { useState, type FormEvent, type ReactNode } from "react";
import { CLAIM_MESSAGE_MAX } from "tributary-sdk/limits";
import type { ClaimFinding, PortalClaim } from "tributary-sdk/pages";
import { messageOf } from "../../api/failure.ts";
import { openClaim, portalKey } from "../../api/portal.ts";
import { localized } from "../../format/server-text.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { useChangeOf } from "../../ui/notice/change.ts";

const looks: Readonly<Record<ClaimFinding["kind"], { title: string; color: string; icon: Icon }>> = {
  recorded: { title: "Recorded", color: "teal", icon: IconCheck },
  refused: { title: "Not counted", color: "orange", icon: IconInfoCircle },
  unknown: { title: "Not found", color: "gray", icon: IconQuestionMark },
};

interface FindingProps {
  readonly claim: PortalClaim;
  readonly onChange: (claim: PortalClaim) => void;
}

/** What is known about the order, and a form to send a claim to the merchant. */
export function Finding({ claim, onChange }: FindingProps): ReactNode {
  const { finding } = claim;
  const { title, color, icon: Sign } = looks[finding.kind];
  return (
    <Stack gap="md" maw={640}>
      <Alert
        color={color}
        variant="light"
        title={`${claim.external_id}: ${title}`}
        icon={<Sign size={18} aria-hidden />}
      >
        <Text size="sm">{localized(finding.text)}</Text>
        {finding.conversion && <ToConversion id={finding.conversion.id} />}
      </Alert>
      {claim.state === "asked" ? (
        <OpenForm claim={claim} onOpened={onChange} />
      ) : (
        <Text size="sm">Your claim was sent to {claim.merchant_name}. Their answer will appear below.</Text>
      )}
    </Stack>
  );
}

function ToConversion({ id }: { id: string }): ReactNode {
  return (
    <AnchorLink to="/portal/conversions/$conversionId" params={{ conversionId: id }} size="sm" underline="always">
      View conversion
    </AnchorLink>
  );
}

function OpenForm({ claim, onOpened }: { claim: PortalClaim; onOpened: (claim: PortalClaim) => void }): ReactNode {
  const change = useChangeOf(portalKey());
  const [message, setMessage] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const open = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = message.trim() === "" ? {} : { message: message.trim() };
      const { claim: opened } = await change(openClaim(claim.id, body), () => `Claim sent to ${claim.merchant_name}.`);
      onOpened(opened);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void open();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label="Message (optional)"
          description={`Tell ${claim.merchant_name} what you know about this order. Leave out personal data of the customer.`}
          maxLength={CLAIM_MESSAGE_MAX}
          autosize
          minRows={2}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <FormActions problem={problem} busy={busy} variant="default">
          Send claim to {claim.merchant_name}
        </FormActions>
      </Stack>
    </form>
  );
}
