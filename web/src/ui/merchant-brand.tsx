import { Group, Stack, Text } from "@mantine/core";
import type { CSSProperties, ReactNode } from "react";
import type { MerchantBrand } from "tributary-sdk/pages";
import classes from "./merchant-brand.module.css";

interface LogoProps {
  readonly brand: Pick<MerchantBrand, "logo_url">;
  readonly height?: number;
}

/** The name is shown next to it, so the logo needs no alt text. */
export function MerchantLogo({ brand, height = 36 }: LogoProps): ReactNode {
  return brand.logo_url === null ? null : (
    <img className={classes["logo"]} src={brand.logo_url} alt="" height={height} />
  );
}

/** Whether the letterhead says more than the name. */
export const isBranded = ({ logo_url: logo, cover_line: line }: MerchantBrand): boolean =>
  logo !== null || line !== null;

/** The merchant's logo, name and line: the head of a statement, or of a page about one merchant. */
export function Letterhead({ name, brand }: { name: string; brand: MerchantBrand }): ReactNode {
  return (
    <Group gap="sm" wrap="nowrap">
      <MerchantLogo brand={brand} />
      <Stack gap={0} miw={0}>
        <Text fw={600}>{name}</Text>
        {brand.cover_line !== null && (
          <Text size="sm" c="dimmed" className="breakable">
            {brand.cover_line}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

/** Primary buttons inside have the merchant's colour. The server accepts only colours that white text is readable on. */
export function Accented({ accent, children }: { accent: string | null; children: ReactNode }): ReactNode {
  return accent === null ? children : <div style={accentOf(accent)}>{children}</div>;
}

/**
 * Sets both variables: buttons with a named variant read the colour's own one, the others the theme's primary colour.
 */
function accentOf(accent: string): CSSProperties {
  const hover = `color-mix(in srgb, ${accent}, black 12%)`;
  const variables = ["primary-color", "color-teal"].flatMap((name) => [
    [`--mantine-${name}-filled`, accent],
    [`--mantine-${name}-filled-hover`, hover],
  ]);
  return Object.fromEntries(variables) as CSSProperties;
}
