import { Button, Group } from "@mantine/core";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiFailure, messageOf } from "../api/failure.ts";
import { isUnavailable } from "../api/reachability.ts";
import { Lines, ProblemState } from "../ui/states.tsx";
import { AnchorLink } from "../ui/link.tsx";
import { Page } from "../ui/page.tsx";
import { SignedOutFrame } from "./signed-out-frame.tsx";

export function PageMissing(): ReactNode {
  return (
    <SignedOutFrame title="Page not found" note="Check the URL, or go to the home page.">
      <AnchorLink to="/" underline="always">
        Go to home page
      </AnchorLink>
    </SignedOutFrame>
  );
}

/** The same inside the frame of the dashboard or the portal. */
export function MissingInFrame(): ReactNode {
  return (
    <Page title="Page not found" note="Check the URL, or choose a page from the menu.">
      <AnchorLink to="/" underline="always">
        Go to home page
      </AnchorLink>
    </Page>
  );
}

/** For errors outside the dashboard and the portal, which are bugs. */
export function PageProblem({ error }: ErrorComponentProps): ReactNode {
  return (
    <SignedOutFrame title="Couldn't show this page" note={messageOf(error)}>
      <Group>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Group>
    </SignedOutFrame>
  );
}

/** The same inside a frame. While the server is unavailable, the line at the top says so and this shows a skeleton. */
export function RouteProblem({ error }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  return isServerDown(error) ? <Lines /> : <ProblemState error={error} onRetry={() => void router.invalidate()} />;
}

/** Shown instead of a frame, because it is not known yet who is signed in. Repeats the outline of index.html. */
export function FrameProblem({ error }: ErrorComponentProps): ReactNode {
  if (!isServerDown(error)) return <PageProblem error={error} reset={() => {}} />;
  return (
    <div className="outline" aria-hidden>
      <div className="outline-rail">{bars(8)}</div>
      <div className="outline-main">{bars(4)}</div>
    </div>
  );
}

const bars = (count: number): ReactNode => Array.from({ length: count }, (_, bar) => <i key={bar} />);

const isServerDown = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 0 || isUnavailable(error.status));
