import { Button, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BatchRow } from "tributary-sdk/pages";
import { fileHref, writeFile } from "../../api/payouts.ts";
import { fileWords } from "../../money/payout-words.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { countText } from "../../ui/numbers.ts";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../account.ts";
import classes from "./batch-files.module.css";

type BatchFile = BatchRow["files"][number];

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
  const href = fileHref(accountId, batch.id, file.format);
  const { name } = fileWords[file.format];
  const icon = <IconDownload size={16} aria-hidden />;
  if (file.written_at !== null)
    return (
      <Button component="a" href={href} download variant="default" leftSection={icon} aria-label={`Download ${name}`}>
        Download
      </Button>
    );
  return (
    <ActionButton
      leftSection={icon}
      aria-label={`Write ${name}`}
      run={async () => {
        await change(
          writeFile(accountId, batch.id, file.format),
          ({ file: made }) => `Wrote ${made.name} with ${countText(made.payouts, "payout")}.`,
        );
        download(href);
      }}
    >
      Write file
    </ActionButton>
  );
}

/** As if the link had been clicked: the browser saves the answer, because the service says that it is a file. */
function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
