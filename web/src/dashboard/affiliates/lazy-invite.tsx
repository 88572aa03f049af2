import { lazy, Suspense, type ComponentProps, type ReactNode } from "react";

const InviteDialog = lazy(() => import("./invite-dialog.tsx").then((module) => ({ default: module.InviteDialog })));

/** Loaded when somebody invites. */
export function LazyInvite(props: ComponentProps<typeof InviteDialog>): ReactNode {
  return (
    <Suspense>
      <InviteDialog {...props} />
    </Suspense>
  );
}
