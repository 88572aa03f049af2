import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { ClaimsLink } from "../claims/claims-link.tsx";
import { useFollow } from "../shared/follow.ts";
import { ConversionList } from "./conversion-list.tsx";

const FROM = "/dashboard/$accountId/conversions";

export function ConversionsPage(): ReactNode {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  useFollow();
  return (
    <Page title="Conversions" action={<ClaimsLink />}>
      <ConversionList search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    </Page>
  );
}
