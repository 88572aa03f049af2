import { Button, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BatchFile, BatchRow, FileAnswer } from "tributary-sdk/pages";
import { fileHref, writeFile } from "../../api/payouts.ts";
import { fileWords } from "../../money/payout-words.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { countText } from "../../ui/numbers.ts";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../account.ts";
import classes from "./batch-files.module.css";

export function BatchFiles({ batch }: { batch: BatchRow }): ReactNode {
  const { isOwner } = useAccount();
  if (!isOwner)
    return (
      <Text size="sm" c="dimmed">
        The files hold whole bank accounts, so only owners write and download them.
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
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {help} · {countText(file.payouts, "payout")}
          {file.written_at !== null && (
            <>
              {" "}
              · written <When at={file.written_at} />
            </>
          )}
        </Text>
        {file.unavailable !== null && <Text size="sm">{file.unavailable}</Text>}
      </div>
      <Action batch={batch} file={file} />
    </Group>
  );
}

function Action({ batch, file }: { batch: BatchRow; file: BatchFile }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  if (file.unavailable !== null) return null;
  if (file.written_at !== null) return <Downloads batch={batch} file={file} />;
  return (
    <ActionButton
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Write ${fileWords[file.format].name}`}
      run={async () => {
        const { file: made } = await change(writeFile(accountId, batch.id, file.format), wroteText);
        // A browser asks before it saves several at once: whoever has several parts takes them one by one.
        if (made.paths.length === 1) download(fileHref(accountId, { batchId: batch.id, format: file.format, part: 1 }));
      }}
    >
      Write file
    </ActionButton>
  );
}

function wroteText({ file: { name, payouts, paths } }: FileAnswer): string {
  const count = countText(payouts, "payout");
  return paths.length === 1 ? `Wrote ${name} with ${count}.` : `Wrote ${count} in ${paths.length} parts: upload each.`;
}

function Downloads({ batch, file }: { batch: BatchRow; file: BatchFile }): ReactNode {
  const { id: accountId } = useAccount();
  const { name } = fileWords[file.format];
  const parts = Array.from({ length: file.parts }, (_, index) => index + 1);
  return (
    <Group gap="xs">
      {parts.map((part) => {
        const which = file.parts === 1 ? "" : `part ${part} of ${file.parts}`;
        return (
          <Button
            key={part}
            component="a"
            href={fileHref(accountId, { batchId: batch.id, format: file.format, part })}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={`Download ${name}${which && `, ${which}`}`}
          >
            Download {which}
          </Button>
        );
      })}
    </Group>
  );
}

/** As if the link had been clicked: the browser saves the answer, because the service says that it is a file. */
function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
