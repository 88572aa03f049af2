import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApplicationDetails } from "tributary-sdk/pages";
import { FactList } from "../../ui/facts.tsx";
import { When } from "../../ui/when.tsx";
import classes from "./application.module.css";

interface ApplicationProps {
  readonly application: ApplicationDetails;
}

/** For lists: as much as fits. The affiliate's page shows the rest. */
export const ApplicationSummary = ({ application }: ApplicationProps): ReactNode => (
  <span className={classes["summary"]}>
    <Website application={application} />
    {application.audience !== "" && <span> · {application.audience}</span>}
    {application.note !== "" && <span className={classes["note"]}>{application.note}</span>}
  </span>
);

export const ApplicationFacts = ({ application }: ApplicationProps): ReactNode => (
  <FactList
    facts={[
      { label: "Website", value: <Website application={application} /> },
      { label: "Audience", value: application.audience === "" ? "–" : application.audience },
      { label: "Note", value: <span className={classes["whole"]}>{application.note || "–"}</span> },
      { label: "Applied", value: <When at={application.applied_at} /> },
    ]}
  />
);

/** A stranger entered this URL, so the site gets no referrer and no access to this page. */
const Website = ({ application: { website } }: ApplicationProps): ReactNode => (
  <Anchor
    className="above breakable"
    href={website}
    target="_blank"
    rel="noopener noreferrer nofollow"
    underline="always"
    inherit
  >
    {website.replace("https://", "")}
  </Anchor>
);
