import { Suspense, useState, useSyncExternalStore, type ReactNode } from "react";
import { onNotice, waitingNotices } from "./notice/notify.ts";
import { lazily } from "./lazy.ts";

const Notices = lazily(() => import("./notice/notices.tsx"), "Notices");

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
