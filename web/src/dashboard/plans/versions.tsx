import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PlanVersionsResponse } from "tributary-sdk/pages";
import { planVersionsQuery } from "../../api/plans.ts";
import { PlanTerms } from "../../ui/plan-terms.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import type { EditedCampaign } from "./plan-editor.tsx";
import classes from "./versions.module.css";

type Version = PlanVersionsResponse["versions"][number];

/** Every plan of the campaign, its groups and its affiliates, newest first. */
export function PlanVersions({ campaign }: { campaign: EditedCampaign }): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(planVersionsQuery(accountId, campaign.id));
  return (
    <Section
      title="Version history"
      note="Plans of groups and affiliates share the numbering. Each conversion shows the version it was calculated under."
    >
      <Loaded query={query}>
        {({ versions }) =>
          versions.length === 0 ? (
            <Text size="sm" c="dimmed">
              Saved versions will appear here.
            </Text>
          ) : (
            <ol className={classes["versions"]}>
              {versions.map((version) => (
                <li key={version.version}>
                  <details>
                    <summary>
                      <span className={classes["name"]}>Version {version.version}</span>
                      <Text component="span" size="sm" c="dimmed">
                        {ofWhom(version)} · <When at={version.created_at} />
                        {version.actor_name !== null && ` · ${version.actor_name}`}
                      </Text>
                    </summary>
                    <PlanTerms plan={version.plan} currency={campaign.currency} />
                  </details>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Section>
  );
}

function ofWhom({ source, for: whom }: Version): string {
  if (source === "campaign") return "Campaign";
  if (source === "group") return whom === null ? "A deleted group" : `Group ${whom}`;
  return whom ?? "An affiliate";
}
