import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { SecondFactorResponse } from "tributary-sdk/pages";
import { renewRecoveryCodes, secondFactorQuery, sessionsQuery, turnOffSecondFactor } from "../api/session.ts";
import { countText } from "../format/numbers.ts";
import { notifyDone } from "../ui/notice/notify.ts";
import { SecretDialog, type Secret } from "../ui/dialog/secret-dialog.tsx";
import { Section } from "../ui/section.tsx";
import { Loaded } from "../ui/states.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { When } from "../ui/when.tsx";
import { ProofsDialog } from "./proofs-dialog.tsx";
import { SetUpDialog } from "./set-up-dialog.tsx";

type Asking = "on" | "off" | "renew";
const FEW = 3;

/** For members and affiliates alike: it belongs to the person. */
export function SecondFactor(): ReactNode {
  const queryClient = useQueryClient();
  const query = useQuery(secondFactorQuery);
  const [asking, setAsking] = useState<Asking>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = (): void => setAsking(undefined);
  const changed = async (fresh?: readonly string[]): Promise<void> => {
    close();
    setCodes(fresh);
    await Promise.all(
      [secondFactorQuery, sessionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
  };
  return (
    <Section
      title="Two-factor authentication"
      note="Signing in also requires a code from an app on your phone, so a stolen password is not enough."
    >
      <Loaded query={query}>{(state) => <State state={state} onAsk={setAsking} />}</Loaded>
      <SetUpDialog opened={asking === "on"} onClose={close} onDone={changed} />
      <ProofsDialog
        opened={asking === "renew"}
        title="Replace recovery codes"
        text="Your current codes stop working."
        action="Replace codes"
        onClose={close}
        run={async (proofs) => changed((await renewRecoveryCodes(proofs)).recovery_codes)}
      />
      <ProofsDialog
        opened={asking === "off"}
        title="Turn off two-factor authentication?"
        text="Your password alone will be enough to sign in."
        action="Turn off"
        dangerous
        onClose={close}
        run={async (proofs) => {
          await turnOffSecondFactor(proofs);
          notifyDone("Two-factor authentication is off.");
          await changed();
        }}
      />
      <SecretDialog secret={secretOf(codes)} onStored={() => setCodes(undefined)} />
    </Section>
  );
}

function State({ state, onAsk }: { state: SecondFactorResponse; onAsk: (what: Asking) => void }): ReactNode {
  const { since, recovery_codes_left: left } = state;
  if (since === null)
    return (
      <Group>
        <Button onClick={() => onAsk("on")}>Turn on</Button>
      </Group>
    );
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <StatusBadge tone="good">on</StatusBadge>
        <Text size="sm">
          since <When at={since} />
        </Text>
      </Group>
      <Text size="sm">
        {left === 0 ? "No recovery codes left." : `${countText(left, "recovery code")} left.`}
        {left <= FEW && " Replace them now, so a lost phone does not lock you out."}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onAsk("renew")}>
          Replace recovery codes
        </Button>
        <Button variant="default" onClick={() => onAsk("off")}>
          Turn off
        </Button>
      </Group>
    </Stack>
  );
}

const secretOf = (codes: readonly string[] | undefined): Secret | undefined =>
  codes && {
    title: "Your recovery codes",
    value: codes.join("\n"),
    file: { name: "tributary-recovery-codes.txt", label: "Download codes", text: `${codes.join("\n")}\n` },
    help: "If you lose your phone, sign in with one of these codes. Each works once. Don't keep them on your phone.",
  };
