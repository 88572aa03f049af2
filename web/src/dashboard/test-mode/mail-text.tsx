import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:)])/;

/** The text of an email, with its links. */
export function MailText({ text }: { text: string }): ReactNode {
  return (
    <Text component="div" size="sm" className="words" style={{ whiteSpace: "pre-wrap" }}>
      {text.split(LINK).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <Anchor key={index} href={part} target="_blank" rel="noreferrer" underline="always" className="breakable">
            {part}
          </Anchor>
        ),
      )}
    </Text>
  );
}
