import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import type { OwnPlan } from "tributary-sdk/pages";
import { bonusProgressText, bonusText, nextStepText, type PlanBonus } from "tributary-sdk/plan";
import { calendarMonth } from "../../format/dates.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { monthOf } from "../../format/utc-days.ts";
import { Goal } from "../../ui/chart/goal.tsx";
import { useNow } from "../../ui/clock.ts";
import { Section } from "../../ui/section.tsx";
import { planFormat } from "../../words/plans.ts";

interface ThisMonthProps {
  readonly plan: OwnPlan;
  readonly currency: string;
}

/** How far the affiliate is from the next step and from each bonus. Plans without them need no section. */
export function ThisMonth({ plan: own, currency }: ThisMonthProps): ReactNode {
  const month = calendarMonth(monthOf(useNow()));
  const { tiers, bonuses = [] } = own.plan;
  if (!tiers && bonuses.length === 0) return null;
  return (
    <Section title="This month" note={`${month} (UTC). Counting starts again next month.`}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
        {tiers && <NextStep own={own} currency={currency} />}
        {bonuses.map((bonus) => (
          <BonusGoal key={bonus.id} bonus={bonus} approved={own.approved_this_month} currency={currency} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function NextStep({ own, currency }: { own: OwnPlan; currency: string }): ReactNode {
  const { plan, orders_this_month: orders } = own;
  const note = nextStepText(plan, orders, planFormat(currency));
  const next = plan.tiers?.steps.find(({ from }) => from > orders + 1);
  const goal = next && next.from - 1;
  const text = goal === undefined ? countText(orders, "order") : `${numberText(orders)} of ${countText(goal, "order")}`;
  return <Goal reached={orders} goal={goal ?? orders} text={text} note={note} />;
}

interface BonusGoalProps {
  readonly bonus: PlanBonus;
  readonly approved: number;
  readonly currency: string;
}

function BonusGoal({ bonus, approved, currency }: BonusGoalProps): ReactNode {
  const format = planFormat(currency);
  const isReached = approved >= bonus.reach;
  const note = isReached
    ? `${bonusProgressText(bonus, approved, format)}. It is added once the month and its hold period are over.`
    : bonusText(bonus, format);
  const goal = countText(bonus.reach, "approved order");
  const text = isReached ? countText(approved, "approved order") : `${numberText(approved)} of ${goal}`;
  return <Goal reached={approved} goal={bonus.reach} text={text} note={note} />;
}
