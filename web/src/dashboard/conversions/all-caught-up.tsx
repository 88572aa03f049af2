import { IconChecks } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../ui/states.tsx";

export function AllCaughtUp(): ReactNode {
  return <EmptyState icon={IconChecks} title="All caught up" text="No conversions are pending review." />;
}
