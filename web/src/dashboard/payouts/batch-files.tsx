import { Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BatchFile, BatchFilePart, BatchRow, FileResponse } from "tributary-sdk/pages";
import type { NamedFile } from "../../api/http.ts";
import { readFile, writeFile, type FilePart } from "../../api/payouts.ts";
import { fileWords } from "../../words/payouts.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useNow } from "../../ui/clock.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { calendarDay } from "../../format/dates.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import classes from "./batch-files.module.css";

const RELEASE_MS = 60_000;

export function BatchFiles({ batch }: { batch: BatchRow }): ReactNode {
  const { isOwner } = useAccount();
  if (!isOwner)
    return (
      <Text size="sm" c="dimmed">
        Only owners can create and download payment files, because the files contain full bank details.
      </Text>
    );
  return (
    <ul className={classes["list"]}>
      {batch.files.map((file) => (
        <li key={file.format} className={classes["file"]}>
          <File batch={batch} file={file} />
        </li>
      ))}
    </ul>
  );
}

function File({ batch, file }: { batch: BatchRow; file: BatchFile }): ReactNode {
  const { name, help } = fileWords[file.format];
  const pastDay = usePastDay(file);
  const paid = file.parts.reduce((sum, part) => sum + part.paid, 0);
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2} className={classes["about"]}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {help} · {countText(file.payouts, "payout")}
          {file.written_at !== null && (
            <>
              {" "}
              · created <When at={file.written_at} />
            </>
          )}
        </Text>
        {file.left_out !== null && <Text size="sm">{file.left_out}</Text>}
        {paid > 0 && file.unavailable === null && (
          <Text size="sm">
            {numberText(paid)} of {numberText(file.payouts)} already paid
          </Text>
        )}
        {pastDay !== null && (
          <Text size="sm">
            The file asks the bank to pay on {calendarDay(pastDay)}. If your bank rejects a date in the past, download
            the file with today’s date.
          </Text>
        )}
        {file.unavailable !== null && <Text size="sm">{file.unavailable}</Text>}
      </Stack>
      <Action batch={batch} file={file} />
    </Group>
  );
}

/** The payment date of a usable SEPA file, if it is in the past. */
function usePastDay({ executes_on: day, unavailable }: BatchFile): string | null {
  const today = new Date(useNow()).toISOString().slice(0, 10);
  return unavailable === null && day !== null && day < today ? day : null;
}

function Action({ batch, file }: { batch: BatchRow; file: BatchFile }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  if (file.unavailable !== null) return null;
  if (file.written_at !== null) return <Downloads batch={batch} file={file} />;
  return (
    <ActionButton
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Create ${fileWords[file.format].name}`}
      run={async () => {
        const { file: created } = await change(writeFile(accountId, batch.id, file.format), createdText);
        // Browsers ask before they save several files at once, so several parts are downloaded one by one.
        if (created.paths.length === 1)
          save(await readFile(accountId, { batchId: batch.id, format: file.format, part: 1 }));
      }}
    >
      Create file
    </ActionButton>
  );
}

function createdText({ file: { name, payouts, paths } }: FileResponse): string {
  const count = countText(payouts, "payout");
  return paths.length === 1
    ? `Created ${name} with ${count}.`
    : `Created ${paths.length} parts with ${count}. Upload each part.`;
}

function Downloads({ batch, file }: { batch: BatchRow; file: BatchFile }): ReactNode {
  const pastDay = usePastDay(file);
  return (
    <Group gap="xs">
      {file.parts.map((part, index) => {
        const which = file.parts.length === 1 ? "" : `part ${index + 1} of ${file.parts.length}`;
        const source = { batchId: batch.id, format: file.format, part: index + 1 };
        return (
          <Group key={which} gap="xs">
            <Download part={part} source={source} which={which}>
              Download {which}
            </Download>
            {pastDay !== null && (
              <Download part={part} source={{ ...source, datedToday: true }} which="with today’s date">
                Download with today’s date
              </Download>
            )}
          </Group>
        );
      })}
    </Group>
  );
}

interface DownloadProps {
  readonly part: BatchFilePart;
  readonly source: FilePart;
  readonly which: string;
  readonly children: ReactNode;
}

/** Asks before it downloads a part with payouts that are already paid. */
function Download({ part, source, which, children }: DownloadProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const { name } = fileWords[source.format];
  const get = async (more: Partial<FilePart> = {}): Promise<void> =>
    save(await change(readFile(accountId, { ...source, ...more })));
  const ask = (warning: string): void =>
    confirm({
      title: `Download the ${name} again?`,
      body: warning,
      action: "Download anyway",
      dangerous: true,
      run: () => get({ althoughPaid: part.paid }),
    });
  const { warning } = part;
  return (
    <ActionButton
      variant="default"
      disabled={part.unavailable !== null}
      {...(part.unavailable === null ? {} : { title: part.unavailable })}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Download ${name}${which && `, ${which}`}`}
      run={async () => (warning === null ? get() : ask(warning))}
    >
      {children}
    </ActionButton>
  );
}

/** Saves the file as a click on a download link would. */
function save({ name, content }: NamedFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the URL after the click, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS);
}
