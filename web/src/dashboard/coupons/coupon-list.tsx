import { Button, Group, Text } from "@mantine/core";
import { IconClipboardList, IconPlus, IconTicket } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { CouponRow, CouponsQuery } from "tributary-sdk/pages";
import { couponStates } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { couponsQuery } from "../../api/coupons.ts";
import { given } from "../../format/without-undefined.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { useAccount } from "../shared/account.ts";
import { couponBrief, couponColumns } from "./columns.tsx";
import { useEndCoupon } from "./end-coupon.ts";
import { LazyDialog, type Opened } from "./lazy-dialog.tsx";

type Filter = Pick<CouponsQuery, "state" | "search" | "sort" | "offset">;
/** The URL calls the state of a coupon `status`, as it does on the other tabs. */
type OnUrlFilter = OnFilter<Omit<Filter, "state"> & { status: CouponsQuery["state"] }>;

interface CouponListProps {
  readonly campaignId: string;
  readonly filter: Filter;
  readonly onFilter: OnUrlFilter;
}

/** The coupons of a campaign: who holds them, and how many orders came with and without a click. */
export function CouponList({ campaignId, filter, onFilter }: CouponListProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { state, search, sort } = filter;
  const query = useList(couponsQuery(accountId, campaignId, filter));
  const [opened, setOpened] = useState<Opened>();
  const end = useEndCoupon();
  const whole = given({ state, search });
  const actionsOf = (row: CouponRow) => [
    { label: "View history", run: () => setOpened({ dialog: "history", coupon: row }) },
    ...(canManage && row.state === "active"
      ? [
          { label: "Move to another affiliate", run: () => setOpened({ dialog: "move", coupon: row }) },
          { label: "End coupon", dangerous: true, run: () => end(row) },
        ]
      : []),
  ];
  const open = (row: CouponRow): void => setOpened({ dialog: "history", coupon: row });
  const add = canManage && <AddCoupons campaignId={campaignId} onCreate={() => setOpened({ dialog: "create" })} />;
  const isEmpty = query.data?.coupons.length === 0 && Object.keys(whole).length === 0;
  return (
    <>
      {!isEmpty && (
        <Group justify="space-between" align="flex-start" gap="sm">
          <Explanation />
          {add}
        </Group>
      )}
      <Listed
        label="Coupons"
        filters={
          <FilterBar
            search={
              <SearchField label="Code or holder" value={search} onChange={(text) => onFilter({ search: text })} />
            }
            active={state ? 1 : 0}
          >
            <ChoiceFilter
              label="Status"
              choices={couponStates}
              value={state}
              onChange={(next) => onFilter({ status: next })}
            />
          </FilterBar>
        }
        filtered={{ by: whole, noun: "coupons" }}
        query={query}
        columns={couponColumns({ accountId, actionsOf, open })}
        brief={couponBrief({ accountId, actionsOf, open })}
        rows={query.data?.coupons}
        empty={<NoCoupons add={add} />}
        sorting={sortingOf(sort, onFilter)}
        onOffset={(offset, step) => onFilter({ offset }, step)}
        csvHref={csvHref(accountId, `campaigns/${campaignId}/coupons`, whole)}
      />
      {opened && <LazyDialog campaignId={campaignId} opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const Explanation = (): ReactNode => (
  <Text size="sm" c="dimmed" className="prose">
    An order without a click: the customer used the code but followed no affiliate&apos;s link. That is normal for
    podcasts and print. If it is most orders of someone who shares links, the code may have leaked to a coupon site.
  </Text>
);

function AddCoupons({ campaignId, onCreate }: { campaignId: string; onCreate: () => void }): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <Group gap="xs">
      <ButtonLink
        variant="default"
        to="/dashboard/$accountId/campaigns/$campaignId/coupons/paste"
        params={{ accountId, campaignId }}
        leftSection={<IconClipboardList size={16} aria-hidden />}
      >
        Paste a list
      </ButtonLink>
      <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
        Create coupon
      </Button>
    </Group>
  );
}

const NoCoupons = ({ add }: { add: ReactNode }): ReactNode => (
  <EmptyState
    icon={IconTicket}
    title="No coupons yet"
    text="Give an affiliate a coupon code of your shop. Orders with the code count for them, even without a click on their link."
    action={add}
  />
);
