import { Group, Paper, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { profileQuery } from "../api/portal.ts";
import { ButtonLink } from "../ui/link.tsx";

/** Shown on every page until the affiliate has added payout details: without them, merchants can't pay. */
export function PayoutDetailsBanner({ person }: { person: PersonResponse }): ReactNode {
  // The session decides at first. Later changes come from the profile, without a reload.
  const profile = useQuery({ ...profileQuery, enabled: !person.payout_details });
  const onProfile = useLocation({ select: ({ pathname }) => pathname.startsWith("/portal/profile") });
  const isMissing = profile.data ? profile.data.profile.payout_details === null : !person.payout_details;
  if (!isMissing || onProfile) return null;
  return (
    <Paper component="section" aria-label="Missing payout details" withBorder p="sm" mb="lg" className="screen-only">
      <Group justify="space-between" gap="sm">
        <Text size="sm">Add your payout details so that merchants can pay you.</Text>
        <ButtonLink to="/portal/profile" size="xs" variant="default">
          Add payout details
        </ButtonLink>
      </Group>
    </Paper>
  );
}
