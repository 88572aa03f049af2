import { lazy, Suspense, type ComponentProps, type ReactNode } from "react";

const InviteDialog = lazy(() => import("./invite-dialog.tsx").then((module) => ({ default: module.InviteDialog })));

/** Loads the dialog when it opens. */
export function LazyInvite(props: ComponentProps<typeof InviteDialog>): ReactNode {
  return (
    <Suspense>
      <InviteDialog {...props} />
    </Suspense>
  );
}
