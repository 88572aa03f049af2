import { Anchor, Button, type AnchorProps, type ButtonProps, type ElementProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ReactNode } from "react";

export type Native<Props> = ElementProps<"a", keyof Props & string>;

/** Mantine components as links, type-checked against the routes. */
export const AnchorLink = createLink((props: AnchorProps & Native<AnchorProps>): ReactNode => <Anchor {...props} />);

export const ButtonLink = createLink((props: ButtonProps & Native<ButtonProps>): ReactNode => (
  <Button component="a" {...props} />
));
