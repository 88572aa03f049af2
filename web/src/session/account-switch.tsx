import { Badge, Group, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconCheck, IconFlask, IconSelector } from "@tabler/icons-react";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MerchantBrand, PersonResponse } from "tributary-sdk/pages";
import { Logo } from "../ui/logo.tsx";
import { MerchantLogo } from "../ui/merchant-brand.tsx";
import { MenuLink } from "../ui/menu-link.tsx";
import classes from "./account-switch.module.css";

interface AccountSwitchProps {
  readonly person: PersonResponse;
  /** The account, or the affiliate portal. */
  readonly current: Current | "portal";
  /** Shown in place of the portal's name. */
  readonly merchant?: { readonly merchant_name: string; readonly brand: MerchantBrand } | undefined;
}

interface Current {
  readonly id: string;
  readonly name: string;
  /** Of a test account. */
  readonly test: { readonly live: PersonResponse["accounts"][number] } | null;
}

/** The current account, with a menu for people who have several accounts or are also affiliates. */
export function AccountSwitch({ person, current, merchant }: AccountSwitchProps): ReactNode {
  const shown = current === "portal" ? (merchant?.merchant_name ?? PORTAL) : (current.test?.live.name ?? current.name);
  const name = (
    <Group gap={10} wrap="nowrap" miw={0}>
      {merchant && merchant.brand.logo_url !== null ? (
        <MerchantLogo brand={merchant.brand} height={24} />
      ) : (
        <Logo size={24} />
      )}
      <Text fw={600} size="sm" truncate className={classes["name"] ?? ""}>
        {shown}
      </Text>
    </Group>
  );
  const live = current === "portal" ? undefined : liveOf(person, current);
  const hasTests = live !== undefined && (live.role === "owner" || live.test_accounts.length > 0);
  const count = person.accounts.length + (person.affiliate ? 1 : 0);
  if (count < 2 && !hasTests) return <div className={classes["only"]}>{name}</div>;
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton
          className={classes["switch"] ?? ""}
          aria-label={`${current === "portal" ? labelOf(merchant) : `Account ${shown}`}. Switch account`}
        >
          {name}
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes["menu"] ?? ""}>
        {person.accounts.length > 0 && <Menu.Label>Your accounts</Menu.Label>}
        {person.accounts.map((account) => (
          <AccountLink
            key={account.id}
            link={{ to: "/dashboard/$accountId", params: { accountId: account.id } }}
            name={account.name}
            here={current !== "portal" && account.id === current.id}
            note={account.role}
          />
        ))}
        {live && hasTests && <TestAccounts live={live} currentId={current === "portal" ? "" : current.id} />}
        {person.affiliate && (
          <>
            <Menu.Label>You as an affiliate</Menu.Label>
            <AccountLink link={{ to: "/portal" }} name={PORTAL} here={current === "portal"} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const liveOf = (person: PersonResponse, { id, test }: Current) =>
  test?.live ?? person.accounts.find((account) => account.id === id);

/** The switch between live and test mode. The URL names the account, so that tabs never mix. */
function TestAccounts(props: { live: PersonResponse["accounts"][number]; currentId: string }): ReactNode {
  const { live, currentId } = props;
  return (
    <>
      <Menu.Label>Test mode of {live.name}</Menu.Label>
      {live.test_accounts.map(({ id, name }) => (
        <AccountLink
          key={id}
          link={{ to: "/dashboard/$accountId", params: { accountId: id } }}
          name={name}
          here={id === currentId}
          note="test"
        />
      ))}
      {live.role === "owner" && (
        <MenuLink
          to="/dashboard/$accountId/developers"
          params={{ accountId: currentId }}
          search={{ tab: "test" }}
          leftSection={<IconFlask size={16} aria-hidden />}
        >
          {live.test_accounts.length === 0 ? "Set up test mode" : "Manage test accounts"}
        </MenuLink>
      )}
    </>
  );
}

const PORTAL = "Affiliate portal";
const labelOf = (merchant: AccountSwitchProps["merchant"]): string =>
  merchant === undefined ? PORTAL : `${PORTAL}, ${merchant.merchant_name}`;

function AccountLink(props: { link: LinkOptions; name: string; here: boolean; note?: string }): ReactNode {
  const { link, name, here, note } = props;
  return (
    <MenuLink
      {...link}
      leftSection={here ? <IconCheck size={16} aria-hidden /> : <span className={classes["blank"]} />}
      rightSection={
        note === undefined ? null : (
          <Badge size="xs" variant="default" tt="none">
            {note}
          </Badge>
        )
      }
      aria-current={here}
    >
      {name}
    </MenuLink>
  );
}
