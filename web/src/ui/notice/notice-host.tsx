import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from "react";
import { onNotice, waitingNotices } from "./notify.ts";

const Notices = lazy(() => import("./notices.tsx").then((module) => ({ default: module.Notices })));

/** Loads what shows notices with the first one, and keeps it. */
export function NoticeHost(): ReactNode {
  const some = useSyncExternalStore(onNotice, () => waitingNotices().length > 0);
  const [wanted, setWanted] = useState(false);
  if (some && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <Notices />
    </Suspense>
  ) : null;
}
