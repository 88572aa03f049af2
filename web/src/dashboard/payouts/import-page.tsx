import { Alert, Button, Code, Group, List, Stack, Text, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { BANK_RESULTS_BYTES_MAX, BANK_RESULTS_LINES_MAX } from "tributary-sdk/limits";
import type { ImportResponse } from "tributary-sdk/pages";
import { importResults, previewResults } from "../../api/payouts.ts";
import { FileButton } from "../../ui/form/file-button.tsx";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { countText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { NoPermission } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { usePreviewed, type Seen } from "../shared/use-previewed.ts";
import { ImportedResults } from "./imported-results.tsx";

const SIZE = `${BANK_RESULTS_BYTES_MAX / 1_000_000} MB`;

export function ImportPage(): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  return (
    <Page
      title="Import bank results"
      note="Mark many payouts as paid or failed at once. Importing the same file again changes nothing."
      back={{
        label: "Payouts",
        link: { to: "/dashboard/$accountId/payouts", params: { accountId }, search: { tab: "payouts" } },
      }}
    >
      {isOwner ? <Import /> : <NoPermission text="Only owners can import bank results." />}
    </Page>
  );
}

const EXAMPLE = "payout_id,status,reference,paid_on\npo_01kxyz…,paid,2026031099,2026-03-10";

function Import(): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const { text, seen, problem, busy, type, choose, look, save } = usePreviewed({
    preview: (csv) => previewResults(accountId, csv),
    apply: (csv) => change(importResults(accountId, csv), ({ changes }) => `Updated ${countText(changes, "payout")}.`),
    file: {
      bytesMax: BANK_RESULTS_BYTES_MAX,
      tooLarge: `The file is larger than ${SIZE}. Split it into smaller files.`,
    },
  });
  const isApplying = busy === "apply";
  const changes = seen?.data.changes ?? 0;
  return (
    <Stack gap="lg">
      <Stack gap="md" maw={720}>
        <Columns />
        <Textarea
          label="Results (CSV)"
          description={`Separated by comma or semicolon, up to ${BANK_RESULTS_LINES_MAX.toLocaleString("en")} lines and ${SIZE}.`}
          placeholder={EXAMPLE}
          autosize
          minRows={5}
          maxRows={14}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          disabled={isApplying}
        />
        <FormProblem text={problem} />
        <Group>
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
                disabled={isApplying}
              >
                Choose file
              </Button>
            )}
          </FileButton>
          <Button
            variant={seen ? "default" : "filled"}
            onClick={() => void look()}
            loading={busy === "preview"}
            disabled={text.trim() === "" || isApplying}
          >
            Preview results
          </Button>
          {seen && !seen.done && changes > 0 && (
            <Button onClick={() => void save()} loading={isApplying} disabled={busy === "preview"}>
              Update {countText(changes, "payout")}
            </Button>
          )}
        </Group>
      </Stack>
      {seen && (
        <>
          <Summary seen={seen} />
          <ImportedResults results={seen.data.results} done={seen.done} />
        </>
      )}
    </Stack>
  );
}

/** The columns of the file, and how its lines are read. */
function Columns(): ReactNode {
  return (
    <List size="sm" spacing={4}>
      <List.Item>
        Required: <Code>payout_id</Code> and <Code>status</Code>, which is paid or failed.
      </List.Item>
      <List.Item>
        Optional: <Code>reference</Code>, <Code>paid_on</Code>, <Code>reason</Code>, <Code>amount</Code> and{" "}
        <Code>currency</Code>. A line whose amount differs from the payout is refused.
      </List.Item>
      <List.Item>
        If a payout has several lines, the last one counts. Paid and then failed means that the bank returned it.
      </List.Item>
    </List>
  );
}

function Summary({ seen: { data, done } }: { seen: Seen<ImportResponse> }): ReactNode {
  const { changes, unchanged, superseded, refused } = data;
  const parts = [
    `${countText(changes, "payout")} ${done ? "updated" : "to update"}`,
    ...(unchanged > 0 ? [`${countText(unchanged, "line")} already recorded`] : []),
    ...(superseded > 0 ? [`${countText(superseded, "line")} replaced by a later line`] : []),
    ...(refused > 0 ? [`${countText(refused, "line")} refused`] : []),
  ];
  return (
    <Alert variant="light" color={refused > 0 ? "orange" : "teal"} component="output">
      <Text size="sm">
        {parts.join(", ")}.{done ? "" : changes > 0 ? " Nothing has changed yet." : " There is nothing to update."}
      </Text>
      {refused > 0 && (
        <Text size="sm" mt={4}>
          Refused lines change nothing. Fix each one as its note says, then import the file again.
        </Text>
      )}
    </Alert>
  );
}
