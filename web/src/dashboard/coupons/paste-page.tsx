import { Alert, Button, Code, Group, List, Stack, Text, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { COUPON_LINES_MAX } from "tributary-sdk/limits";
import type { PasteCouponsResponse } from "tributary-sdk/pages";
import { campaignQuery } from "../../api/campaigns.ts";
import { pasteCoupons } from "../../api/coupons.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { FileButton } from "../../ui/form/file-button.tsx";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { UnsavedGuard } from "../../ui/form/unsaved.tsx";
import { ButtonLink } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { NoPermission } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { usePreviewed, type Seen } from "../shared/use-previewed.ts";
import { PastedLines } from "./pasted-lines.tsx";

const FROM = "/dashboard/$accountId/campaigns/$campaignId/coupons/paste";

/** Gives many affiliates their coupons at once. */
export function PasteCouponsPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { campaignId } = useParams({ from: FROM });
  const { data } = useQuery(campaignQuery(accountId, campaignId));
  return (
    <Page
      title="Paste coupons"
      note="Create many coupons at once. Pasting the same list again changes nothing."
      back={{
        label: data?.campaign.name ?? "Campaign",
        link: {
          to: "/dashboard/$accountId/campaigns/$campaignId",
          params: { accountId, campaignId },
          search: { tab: "coupons" },
        },
      }}
    >
      {canManage ? (
        <Paste campaignId={campaignId} />
      ) : (
        <NoPermission text="Only managers and owners can create coupons." />
      )}
    </Page>
  );
}

const EXAMPLE = "ADA10,ada@partner.example\nGRACE15,grace@partner.example";
/** 500 lines of the longest codes and addresses are shorter. */
const BYTES_MAX = 200_000;

function Paste({ campaignId }: { campaignId: string }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const { text, seen, problem, busy, type, choose, look, save } = usePreviewed({
    preview: (lines) => pasteCoupons(accountId, campaignId, { text: lines, preview: true }),
    apply: (lines) =>
      change(
        pasteCoupons(accountId, campaignId, { text: lines }),
        ({ created }) => `Created ${countText(created, "coupon")}.`,
      ),
    file: { bytesMax: BYTES_MAX, tooLarge: `The file is too large. Paste up to ${COUPON_LINES_MAX} lines at once.` },
  });
  const isApplying = busy === "apply";
  const created = seen?.data.created ?? 0;
  return (
    <Stack gap="lg">
      <UnsavedGuard dirty={text.trim() !== "" && seen?.done !== true} />
      <Stack gap="md" maw={720}>
        <Format />
        <Textarea
          label="Codes and email addresses"
          description={`One per line, up to ${numberText(COUPON_LINES_MAX)} lines.`}
          placeholder={EXAMPLE}
          autosize
          minRows={5}
          maxRows={14}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          spellCheck={false}
          autoCapitalize="none"
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
          {seen?.done !== true && (
            <Button
              variant={seen ? "default" : "filled"}
              onClick={() => void look()}
              loading={busy === "preview"}
              disabled={text.trim() === "" || isApplying}
            >
              Check list
            </Button>
          )}
          {seen && !seen.done && created > 0 && (
            <Button onClick={() => void save()} loading={isApplying} disabled={busy === "preview"}>
              Create {countText(created, "coupon")}
            </Button>
          )}
          {seen?.done === true && (
            <ButtonLink
              to="/dashboard/$accountId/campaigns/$campaignId"
              params={{ accountId, campaignId }}
              search={{ tab: "coupons" }}
            >
              View coupons
            </ButtonLink>
          )}
        </Group>
      </Stack>
      {seen && (
        <>
          <Summary seen={seen} />
          <PastedLines lines={seen.data.lines} done={seen.done} />
        </>
      )}
    </Stack>
  );
}

const Format = (): ReactNode => (
  <List size="sm" spacing={4}>
    <List.Item>
      Each line has a code and the email address of an affiliate of this campaign:{" "}
      <Code>ADA10,ada@partner.example</Code>
    </List.Item>
    <List.Item>You see what happens to each line before anything is saved.</List.Item>
    <List.Item>Create the discounts with the same codes in your shop.</List.Item>
  </List>
);

function Summary({ seen: { data, done } }: { seen: Seen<PasteCouponsResponse> }): ReactNode {
  const { created, unchanged, failed } = data;
  const parts = [
    `${countText(created, "coupon")} ${done ? "created" : "to create"}`,
    ...(unchanged > 0 ? [`${numberText(unchanged)} already there`] : []),
    ...(failed > 0 ? [`${countText(failed, "line")} with a problem`] : []),
  ];
  return (
    <Alert variant="light" color={failed > 0 ? "orange" : "teal"} component="output">
      <Text size="sm">
        {parts.join(", ")}.{done ? "" : created > 0 ? " Nothing has been saved yet." : " There is nothing to create."}
      </Text>
      {failed > 0 && (
        <Text size="sm" mt={4}>
          {done
            ? "Lines with a problem were skipped. Correct them and paste them again."
            : `Correct the lines with a problem${created > 0 ? ", or continue without them" : ""}.`}
        </Text>
      )}
    </Alert>
  );
}
