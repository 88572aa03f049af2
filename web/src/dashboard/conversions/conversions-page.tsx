import type { ReactNode } from "react";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { ClaimsLink } from "../claims/claims-link.tsx";
import { useFollow } from "../shared/follow-conversions.ts";
import { ReviewLink } from "./review-link.tsx";
import { ConversionList } from "./conversion-list.tsx";

export function ConversionsPage(): ReactNode {
  const filter = useFilter("/dashboard/$accountId/conversions");
  useFollow();
  return (
    <Page
      title="Conversions"
      action={
        <>
          <ClaimsLink />
          <ReviewLink />
        </>
      }
    >
      <ConversionList {...filter} />
    </Page>
  );
}
