import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from "react";
import { onNotice, waitingNotices } from "./notify.ts";

const Notices = lazy(() => import("./notices.tsx").then((module) => ({ default: module.Notices })));

/** Loads the notification code with the first notice. */
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
