import { Group, Kbd, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import { numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { Lines, ProblemState } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { useFollow } from "../shared/follow-conversions.ts";
import { AllCaughtUp } from "../conversions/all-caught-up.tsx";
import { BulkBar } from "../conversions/bulk-bar.tsx";
import { DecisionsProvider, useDecisions } from "../conversions/decisions.tsx";
import { ApproveUnflagged } from "./approve-unflagged.tsx";
import { useQueue, type Queue, type QueuePart } from "./queue.ts";
import { ReviewDetail } from "./review-detail.tsx";
import { ReviewList } from "./review-list.tsx";
import classes from "./review.module.css";
import { UndoLine } from "./undo-line.tsx";
import { useReview } from "./use-review.ts";

export function ReviewPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  return (
    <DecisionsProvider>
      <Page
        title="Review queue"
        back={{ label: "Conversions", link: { to: "/dashboard/$accountId/conversions", params: { accountId } } }}
        note={!canManage && "You have view-only access to conversions. Managers and owners can approve or reject them."}
      >
        <Content />
      </Page>
    </DecisionsProvider>
  );
}

function Content(): ReactNode {
  const queue = useQueue();
  useFollow();
  if (queue.error && !queue.isLoaded) return <ProblemState error={queue.error} onRetry={queue.refresh} />;
  if (!queue.isLoaded) return <Lines count={8} />;
  return <Review queue={queue} />;
}

const none: ReadonlySet<string> = new Set();

/** Stays mounted when the queue is empty: the report of a bulk action is part of it. */
function Review({ queue }: { queue: Queue }): ReactNode {
  const { canManage } = useAccount();
  const narrow = useMediaQuery("(max-width: 62em)", false, { getInitialValueInEffect: false });
  const decisions = useDecisions();
  const [selected, setSelected] = useState(none);
  const rows = [...queue.unflagged.rows, ...queue.flagged.rows];
  const review = useReview({ rows, narrow, selected, onSelect: setSelected });
  const { current } = review;
  const list = (
    <ReviewList
      queue={queue}
      current={current}
      selected={selected}
      onShow={(row) => review.show(row, { push: narrow })}
      onSelect={review.toggle}
    />
  );
  const detail = current ? (
    <ReviewDetail
      key={current.id}
      row={current}
      hasBack={narrow}
      onDecide={(verdict) => review.decide(current, verdict)}
    />
  ) : (
    <AllCaughtUp />
  );
  const hasHead = !narrow || !current;
  return (
    <>
      <Group gap="md" justify="space-between" {...(hasHead ? {} : { display: "none" })}>
        <Text size="sm" c="dimmed">
          {rows.length > 0 && `${countOf(queue.unflagged)} without flags · ${countOf(queue.flagged)} flagged`}
          {rows.length > 0 && !narrow && (
            <>
              {" "}
              · <Kbd size="xs">?</Kbd> shows the keyboard shortcuts
            </>
          )}
        </Text>
        {canManage && <ApproveUnflagged part={queue.unflagged} />}
      </Group>
      <UndoLine onUndo={review.undo} />
      {rows.length === 0 ? (
        <AllCaughtUp />
      ) : narrow ? (
        (current && detail) || list
      ) : (
        <div className={classes["split"]}>
          {list}
          {detail}
        </div>
      )}
      <BulkBar
        rows={rows.filter((row) => selected.has(row.id) && !decisions.has(row.id))}
        filter={{ status: "pending" }}
        total={0}
        totalIsAtLeast={false}
        allOnPage={false}
        onSelect={() => setSelected(none)}
      />
    </>
  );
}

const countOf = ({ left, isAtLeast }: QueuePart): string => `${numberText(left)}${isAtLeast ? "+" : ""}`;
