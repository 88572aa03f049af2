import type { ReactNode } from "react";
import type { AffiliationRow } from "tributary-sdk/pages";
import { affiliationState } from "../../words/tones.ts";
import classes from "./campaign-chips.module.css";

const SHOWN = 3;

/** The affiliate's campaigns; those where they are not active say so. */
export function CampaignChips({ rows }: { rows: readonly AffiliationRow[] }): ReactNode {
  const rest = rows.slice(SHOWN);
  return (
    <ul className={classes["chips"]} aria-label="Campaigns">
      {rows.slice(0, SHOWN).map((row) => (
        <li key={row.affiliation_id} className={classes["chip"]} data-active={row.status === "active"}>
          {row.campaign_name}
          {row.status !== "active" && ` · ${affiliationState(row).word}`}
        </li>
      ))}
      {rest.length > 0 && (
        <li className={classes["chip"]} title={rest.map((row) => row.campaign_name).join(", ")}>
          +{rest.length}
        </li>
      )}
    </ul>
  );
}
