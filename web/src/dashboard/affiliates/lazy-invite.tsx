import { Suspense, type ComponentProps, type ReactNode } from "react";
import { lazily } from "../../ui/lazy.ts";

const InviteDialog = lazily(() => import("./invite-dialog.tsx"), "InviteDialog");

/** Loads the dialog when it opens. */
export function LazyInvite(props: ComponentProps<typeof InviteDialog>): ReactNode {
  return (
    <Suspense>
      <InviteDialog {...props} />
    </Suspense>
  );
}
