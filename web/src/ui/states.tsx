import { Alert, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconLock, type Icon } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { ApiFailure, messageOf } from "../api/failure.ts";

/** Says what will appear here and offers the action that starts it. */
export function EmptyState(props: { title: string; text?: ReactNode; icon?: Icon; action?: ReactNode }): ReactNode {
  const { title, text, icon: Sign, action } = props;
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      {Sign && <Drawing icon={Sign} />}
      <Title order={2} size="h3">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" size="sm" maw={440}>
          {text}
        </Text>
      )}
      {action && <Group mt="xs">{action}</Group>}
    </Stack>
  );
}

/** Two streams that join and lead to what will be here. */
const Drawing = ({ icon: Sign }: { icon: Icon }): ReactNode => (
  <svg viewBox="0 0 160 72" width={160} height={72} fill="none" aria-hidden>
    <g stroke="var(--mantine-color-default-border)" strokeWidth={2} strokeLinecap="round">
      <path d="M4 12c44 0 36 24 72 24M4 60c44 0 36-24 72-24M4 36h92" />
      <circle cx={124} cy={36} r={27} fill="var(--tributary-card)" />
    </g>
    <Sign x={111} y={23} size={26} stroke={1.5} color="var(--mantine-color-dimmed)" />
  </svg>
);

export function NoPermission({ text }: { text: string }): ReactNode {
  return <EmptyState icon={IconLock} title="No access" text={text} />;
}

export function ProblemState({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const problem = error instanceof ApiFailure ? error : new ApiFailure(0, { error: messageOf(error) });
  if (problem.status === 403) return <NoPermission text={problem.message} />;
  if (problem.status === 404) return <EmptyState title="Page not found" text={problem.message} />;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title="Couldn't load this"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{problem.message}</Text>
        {problem.requestId !== undefined && (
          <Text size="xs" c="dimmed">
            Request ID {problem.requestId}
          </Text>
        )}
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Stack>
    </Alert>
  );
}

export function Lines({ count = 4 }: { count?: number }): ReactNode {
  return (
    <Stack gap="sm" aria-busy="true">
      {Array.from({ length: count }, (_, line) => (
        <Skeleton key={line} height={20} width={line % 2 === 0 ? "70%" : "45%"} />
      ))}
    </Stack>
  );
}

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the data, the error with a retry button, or a skeleton while loading. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton ?? <Lines />;
}

interface LoadedFormProps<Data> extends LoadedProps<Data> {
  readonly query: LoadedProps<Data>["query"] & Pick<UseQueryResult<Data>, "isStale" | "fetchStatus">;
}

/**
 * For a form. It does not open with data that is being read again: after a change elsewhere, it would start with old
 * values, and save them over the new ones. Once open, it stays.
 */
export function LoadedForm<Data>({ query, ...props }: LoadedFormProps<Data>): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch, isStale, fetchStatus } = query;
  const isIdle = fetchStatus === "idle";
  const isOutdated = isStale && (!isIdle || error !== null);
  const opens = isOpen || (data !== undefined && !isOutdated);
  if (opens && !isOpen) setIsOpen(true);
  return <Loaded query={opens ? query : { data: undefined, error: isIdle ? error : null, refetch }} {...props} />;
}
