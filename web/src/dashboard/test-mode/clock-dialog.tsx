import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { AdvanceClockBody, TestClockResponse } from "tributary-sdk/pages";
import { messageOf } from "../../api/failure.ts";
import { advanceClock, testClockQuery } from "../../api/test-mode.ts";
import { exactTime, localMinuteAt, minuteOf, timeZone } from "../../format/dates.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { happenedText, workText } from "../../words/test-mode.ts";
import { useAccount, useChange } from "../shared/account.ts";

const presets = [
  { label: "1 hour", by: "PT1H" },
  { label: "1 day", by: "P1D" },
  { label: "7 days", by: "P7D" },
  { label: "30 days", by: "P30D" },
] as const;

type Outcome = { readonly told: string } | { readonly problem: string };

/** Moves the clock of the test account, and says what happened on the way. */
export function ClockDialog({ now, onClose }: { now: string; onClose: () => void }): ReactNode {
  const { move, moving, outcome } = useMove();
  return (
    <Dialog opened busy={moving !== undefined} onClose={onClose} title="Advance clock">
      <Stack gap="lg">
        <div>
          <Text size="sm" c="dimmed">
            Test time
          </Text>
          <Text fw={600} className="number">
            {exactTime(now)}
          </Text>
          <Text size="sm" c="dimmed" mt={4}>
            The clock only moves forward. What becomes due on the way happens in order.
          </Text>
        </div>
        <Group gap="xs">
          {presets.map(({ label, by }) => (
            <Button
              key={by}
              variant="default"
              px="sm"
              loading={moving === by}
              disabled={moving !== undefined}
              onClick={() => void move(by, { advance: by })}
              aria-label={`Advance ${label}`}
            >
              {label}
            </Button>
          ))}
        </Group>
        <NextDue moving={moving} onMove={(to) => void move("next", { to })} />
        <OwnTime now={now} moving={moving} onMove={(to) => void move("own", { to })} />
        <div aria-live="polite">
          {outcome && "problem" in outcome && <FormProblem text={outcome.problem} />}
          {outcome && "told" in outcome && (
            <Alert color="gray" variant="light">
              {outcome.told}
            </Alert>
          )}
        </div>
      </Stack>
    </Dialog>
  );
}

interface MoveProps {
  /** Which button was pressed. */
  readonly moving: string | undefined;
  readonly onMove: (to: string) => void;
}

function NextDue({ moving, onMove }: MoveProps): ReactNode {
  const { data } = useQuery(testClockQuery(useAccount().id));
  const next: TestClockResponse["clock"]["next"] | undefined = data?.clock.next;
  if (next === undefined) return null;
  if (next === null)
    return (
      <Text size="sm" c="dimmed">
        Nothing is due.
      </Text>
    );
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        Next due: {workText(next.work)}, {minuteOf(next.at)}
      </Text>
      <Button
        variant="default"
        loading={moving === "next"}
        disabled={moving !== undefined}
        onClick={() => onMove(next.at)}
      >
        Advance to next due
      </Button>
    </Group>
  );
}

function OwnTime({ now, moving, onMove }: MoveProps & { now: string }): ReactNode {
  const [value, setValue] = useState("");
  const to = new Date(value);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!Number.isNaN(to.getTime())) onMove(to.toISOString());
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          type="datetime-local"
          label={`Custom time (${timeZone})`}
          min={localMinuteAt(Date.parse(now))}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          flex={1}
        />
        <Button type="submit" loading={moving === "own"} disabled={moving !== undefined || Number.isNaN(to.getTime())}>
          Advance clock
        </Button>
      </Group>
    </form>
  );
}

function useMove() {
  const { id: accountId } = useAccount();
  const change = useChange();
  const [moving, setMoving] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const move = async (button: string, body: AdvanceClockBody): Promise<void> => {
    setMoving(button);
    setOutcome(undefined);
    try {
      const { clock } = await change(advanceClock(accountId, body));
      setOutcome({ told: `It is now ${minuteOf(clock.now)}. ${happenedText(clock)}` });
    } catch (error) {
      setOutcome({ problem: messageOf(error) });
    } finally {
      setMoving(undefined);
    }
  };
  return { move, moving, outcome };
}
