import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { SecondFactorAnswer } from "tributary-sdk/pages";
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

/** The same for account holders and affiliates: it belongs to the person. */
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
      title="Second factor"
      note="A code from an app on your phone, asked for after the password: whoever learns your password still cannot sign in."
    >
      <Loaded query={query}>{(state) => <State state={state} onAsk={setAsking} />}</Loaded>
      <SetUpDialog opened={asking === "on"} onClose={close} onDone={changed} />
      <ProofsDialog
        opened={asking === "renew"}
        title="New recovery codes"
        text="The codes that you have now stop working."
        action="Make new codes"
        onClose={close}
        run={async (proofs) => changed((await renewRecoveryCodes(proofs)).recovery_codes)}
      />
      <ProofsDialog
        opened={asking === "off"}
        title="Turn the second factor off?"
        text="Your password alone opens everything again."
        action="Turn off"
        dangerous
        onClose={close}
        run={async (proofs) => {
          await turnOffSecondFactor(proofs);
          notifyDone("Off. Your password alone opens everything again.");
          await changed();
        }}
      />
      <SecretDialog secret={secretOf(codes)} onStored={() => setCodes(undefined)} />
    </Section>
  );
}

function State({ state, onAsk }: { state: SecondFactorAnswer; onAsk: (what: Asking) => void }): ReactNode {
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
        {left === 0 ? "No recovery codes are left." : `${countText(left, "recovery code")} left.`}
        {left <= FEW && " Make new ones, so that a lost phone does not lock you out."}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onAsk("renew")}>
          New recovery codes
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
    file: { name: "tributary-recovery-codes.txt", label: "Download", text: `${codes.join("\n")}\n` },
    help: "For when your phone is lost: each code opens the door once, in place of a code from the app. Keep them away from your phone.",
  };
