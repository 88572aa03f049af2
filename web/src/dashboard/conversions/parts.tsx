import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ConversionResponse } from "tributary-sdk/pages";
import { AnchorLink } from "../../ui/link.tsx";
import { useAccount } from "../shared/account.ts";

/** An order that changed after it was paid has several conversions. Each one links to the others. */
export function Parts({ conversion, parts }: Pick<ConversionResponse, "conversion" | "parts">): ReactNode {
  const { id: accountId } = useAccount();
  if (parts.length === 0) return null;
  const first = parts.find(({ id }) => id === conversion.part_of);
  const linkTo = ({ id, external_id: order }: (typeof parts)[number]): ReactNode => (
    <AnchorLink
      to="/dashboard/$accountId/conversions/$conversionId"
      params={{ accountId, conversionId: id }}
      size="sm"
      underline="always"
      className="breakable"
    >
      {order}
    </AnchorLink>
  );
  return first ? (
    <Text size="sm">Added when {linkTo(first)} changed after it was paid.</Text>
  ) : (
    <div>
      {parts.map((part) => (
        <Text key={part.id} size="sm">
          {linkTo(part)} was added when this order changed after it was paid.
        </Text>
      ))}
    </div>
  );
}
