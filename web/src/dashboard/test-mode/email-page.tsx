import { Card, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { testMailQuery } from "../../api/test-mode.ts";
import { FactList } from "../../ui/facts.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { WhenWithDay } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { MailText } from "./mail-text.tsx";

export function EmailPage(): ReactNode {
  const { id: accountId } = useAccount();
  const { emailId } = useParams({ from: "/dashboard/$accountId/emails/$emailId" });
  const query = useQuery(testMailQuery(accountId, emailId));
  const [found] = query.data?.test_mails ?? [];
  return (
    <Page
      title={found?.subject ?? "Email"}
      back={{ label: "Emails", link: { to: "/dashboard/$accountId/emails", params: { accountId } } }}
    >
      <Loaded query={query}>
        {({ test_mails: [mail] }) =>
          mail === undefined ? (
            <EmptyState title="Email not found" text="A reset deletes emails, and only the newest 1,000 are kept." />
          ) : (
            <Stack gap="lg">
              <FactList
                facts={[
                  { label: "To", value: <span className="breakable">{mail.to}</span> },
                  { label: "When", value: <WhenWithDay at={mail.created_at} /> },
                ]}
              />
              <Card withBorder padding="lg" maw={720}>
                <MailText text={mail.text} />
              </Card>
              <Text size="sm" c="dimmed">
                Not sent. Invitation links open as the test person and do not sign you out.
              </Text>
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}
