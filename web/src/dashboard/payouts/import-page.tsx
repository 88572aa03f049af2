import { Alert, Button, FileButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { ImportAnswer } from "tributary-sdk/pages";
import { messageOf } from "../../api/failure.ts";
import { importAnswers, previewImport } from "../../api/payouts.ts";
import { FormProblem } from "../../ui/form-problem.tsx";
import { countText } from "../../ui/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { NoPermission } from "../../ui/states.tsx";
import { useAccount, useChange } from "../account.ts";
import { ImportResults } from "./import-results.tsx";

export function ImportPage(): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  return (
    <Page
      title="Import bank answers"
      note="Marks many payouts as paid or failed at once. Importing the same answers twice changes nothing the second time."
      back={{
        label: "Payouts",
        link: { to: "/dashboard/$accountId/payouts", params: { accountId }, search: { tab: "payouts" } },
      }}
    >
      {isOwner ? <Import /> : <NoPermission text="Only owners of the account mark payouts." />}
    </Page>
  );
}

const EXAMPLE = "payout_id,status,reference,paid_on,reason";

interface Seen {
  readonly answer: ImportAnswer;
  readonly done: boolean;
}

function Import(): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const [csv, setCsv] = useState("");
  const [seen, setSeen] = useState<Seen>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const type = (text: string): void => {
    setCsv(text);
    setSeen(undefined);
    setProblem(undefined);
  };
  const attempt = async (work: () => Promise<Seen>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      setSeen(await work());
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const look = () => attempt(async () => ({ answer: await previewImport(accountId, { csv }), done: false }));
  const apply = () =>
    attempt(async () => ({
      answer: await change(
        importAnswers(accountId, { csv }),
        ({ changes }) => `Marked ${countText(changes, "payout")}.`,
      ),
      done: true,
    }));
  const changes = seen?.answer.changes ?? 0;
  return (
    <Stack gap="lg">
      <Stack gap="md" maw={720}>
        <Textarea
          label="Answers as CSV"
          description={`Columns payout_id, status (paid or failed) and reference; if you like, paid_on and reason. Comma or semicolon, at most 10,000 lines.`}
          placeholder={EXAMPLE}
          autosize
          minRows={5}
          maxRows={14}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          spellCheck={false}
          value={csv}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <FormProblem text={problem} />
        <Group>
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void file?.text().then(type)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Button
            variant={seen ? "default" : "filled"}
            onClick={() => void look()}
            loading={busy && !seen}
            disabled={csv.trim() === ""}
          >
            Preview
          </Button>
          {seen && !seen.done && changes > 0 && (
            <Button onClick={() => void apply()} loading={busy}>
              Mark {countText(changes, "payout")}
            </Button>
          )}
        </Group>
      </Stack>
      {seen && (
        <>
          <Summary seen={seen} />
          <ImportResults results={seen.answer.results} done={seen.done} />
        </>
      )}
    </Stack>
  );
}

function Summary({ seen: { answer, done } }: { seen: Seen }): ReactNode {
  const { changes, unchanged, refused } = answer;
  return (
    <Alert variant="light" color={refused > 0 ? "orange" : "teal"} component="output">
      <Text size="sm">
        {countText(changes, "payout")} {done ? "marked" : "to mark"}, {countText(unchanged, "line")} already so,{" "}
        {countText(refused, "line")} refused.
        {!done && changes > 0 ? " Nothing has been changed yet." : ""}
        {!done && changes === 0 ? " There is nothing to mark." : ""}
      </Text>
    </Alert>
  );
}
